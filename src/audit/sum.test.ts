import { describe, expect, test } from "bun:test";
import { CATALOG } from "../../contracts/hosts.ts";
import type { AnswerFinding, Findings, SessionFinding } from "./findings.ts";
import type { Grouping } from "./groups.ts";
import { newAuditSum, type Report, type SumOptions } from "./sum.ts";

const ALL: SumOptions = { tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined };

function answer(key: string, more: Partial<AnswerFinding> = {}): AnswerFinding {
	const tokens = { tokens: 100, bound: 0, saved: 0, notes: 0 };
	const about = { tool: "Read", file: "/home/you/project/a.ts", subject: "a.ts", brought: "file" } as const;
	const what = {
		...about,
		form: "whole",
		reason: "fresh",
		actual: undefined,
		isProved: false,
		isUnchecked: false,
		isSensitive: false,
	} as const;
	return { kind: "answer", key, id: key, call: key, time: undefined, ...what, ...tokens, spared: [], ...more };
}

const shortened = (key: string, more: Partial<AnswerFinding> = {}): AnswerFinding =>
	answer(key, { form: "same", reason: undefined, isProved: true, bound: 80, saved: 70, notes: 30, ...more });

const request = (input: number, time?: number): SessionFinding => {
	return { kind: "request", time, usage: { input, cacheRead: 0, cacheWrite: 0, output: 0 } };
};

const RESET: SessionFinding = { kind: "reset" };

function session(name: string, threads: SessionFinding[][], more: Partial<Findings> = {}): Findings {
	const of = { host: "pi", project: "/home/you/project", withIbid: false, withoutHooks: false } as const;
	const about = { ...of, failures: [], writtenNotes: [], skipped: 0, inspected: [] };
	return { session: name, threads, ...about, ...more };
}

function report(sessions: readonly Findings[], wanted: Partial<SumOptions> = {}): Report {
	const sum = newAuditSum({ ...ALL, ...wanted }, CATALOG);
	for (const [at, findings] of sessions.entries()) sum.add(`/logs/${at}.jsonl`, findings);
	return sum.report();
}

describe("the figures of a host", () => {
	test("are those of all its sessions", () => {
		const first = session("1", [[request(300), answer("a"), request(400), shortened("b")], [answer("c")]]);
		const second = session("2", [[answer("d"), RESET, answer("e"), { kind: "orphans", count: 2 }]]);
		expect(report([first, second]).hosts).toEqual([
			{
				host: "pi",
				sessions: 2,
				windows: 4,
				answers: 5,
				shortened: 1,
				resultTokens: 500,
				boundTokens: 80,
				savedTokens: 70,
				noteTokens: 30,
				orphans: 2,
				inputTokens: 700,
				sparedTokens: 0,
				moneyShare: 0,
				lean: {},
				logs: 2,
				outOfReach: 0,
			},
		]);
	});

	test("are kept apart from those of others, in an order of their own", () => {
		const sessions = (["pi", "codex", "claude-code"] as const).map((host) => session("1", [[answer("a")]], { host }));
		expect(report(sessions).hosts.map(({ host, answers }) => [host, answers])).toEqual([
			["claude-code", 1],
			["codex", 1],
			["pi", 1],
		]);
	});

	test("count results of tools that the host never lets us replace", () => {
		const thread = [answer("a", { tool: "Grep" }), answer("b", { tool: "Read" })];
		expect(report([session("1", [thread], { host: "claude-code" })]).hosts[0]?.outOfReach).toBe(1);
	});

	test("have the losses taken off", () => {
		const thread = [shortened("a"), shortened("b", { saved: -90, bound: -100 })];
		expect(report([session("1", [thread])]).hosts[0]).toMatchObject({ savedTokens: -20, boundTokens: -20 });
	});

	test("count requests as they are without ibid where it was at work", () => {
		const thread = [request(430), shortened("a"), request(430), RESET, request(100)];
		const [figures] = report([session("1", [thread], { withIbid: true })]).hosts;
		expect(figures).toMatchObject({ inputTokens: 430 + 500 + 100, sparedTokens: 70, moneyShare: 70 / 1030 });
	});

	test("share in the cost what was spared, or say that it is unknown", () => {
		const thread = [request(430), shortened("a"), request(500)];
		expect(report([session("1", [thread])]).hosts[0]?.moneyShare).toBeCloseTo(70 / 930);
		expect(report([session("1", [[shortened("a")]])]).hosts[0]?.moneyShare).toBeNull();
	});

	test("count all that requests sent, found in the cache or not", () => {
		const usage = { input: 50, cacheRead: 700, cacheWrite: 40, output: 9 };
		expect(report([session("1", [[{ kind: "request", time: undefined, usage }]])]).hosts[0]?.inputTokens).toBe(750);
	});

	test("count a session once, however many files it has, and one without results too", () => {
		expect(
			report([session("1", [[answer("a")]]), session("1", [[answer("b")]]), session("2", [])]).hosts[0],
		).toMatchObject({ sessions: 2, windows: 2, answers: 2 });
	});
});

describe("a copy of another session", () => {
	const old = [request(100), shortened("a"), request(200), shortened("b"), request(300)];

	test("counts once, and its requests cost nothing again", () => {
		const both = report([session("1", [old]), session("2", [old])]).hosts[0];
		expect(both).toEqual({ ...report([session("1", [old])]).hosts[0]!, sessions: 2, logs: 2 });
	});

	test("counts from its first result that is not a copy", () => {
		const fork = [...old, shortened("c"), request(1000)];
		const [alone, both] = [[session("1", [old])], [session("1", [old]), session("2", [fork])]].map(
			(sessions) => report(sessions).hosts[0]!,
		);
		expect(both).toMatchObject({ answers: 3, windows: 2, inputTokens: 600 + 1000 });
		expect(alone).toMatchObject({ answers: 2, windows: 1, inputTokens: 600 });
	});

	test("carries what it had spared into requests of its own", () => {
		const fork = [...old, answer("c"), request(1000)];
		// Without a cache all is sent anew: 70 too many with the second request, 140 with each later one.
		expect(report([session("1", [old]), session("2", [fork])]).hosts[0]?.moneyShare).toBeCloseTo(
			(70 + 140 + 140) / 1600,
		);
	});

	test("is none on another host", () => {
		const sessions = [session("1", [old]), session("1", [old], { host: "codex" })];
		expect(report(sessions).hosts.map(({ answers }) => answers)).toEqual([2, 2]);
	});

	test("is none if it only has requests before its first result, as every session does", () => {
		const sessions = [session("1", [[request(100), answer("a")]]), session("2", [[request(100), answer("b")]])];
		expect(report(sessions).hosts[0]?.inputTokens).toBe(200);
	});
});

describe("a span of time", () => {
	const at = (day: number): number => new Date(2026, 0, day, 12).getTime();
	const thread = [
		request(10, at(1)),
		answer("a", { time: at(1) }),
		request(20, at(2)),
		shortened("b", { time: at(2) }),
		request(40, at(3)),
		answer("c"),
	];
	const span = { since: new Date(2026, 0, 2).getTime(), until: new Date(2026, 0, 3).getTime() };

	test("counts what falls into it, from its beginning to before its end", () => {
		expect(report([session("1", [thread])], span).hosts[0]).toMatchObject({
			answers: 1,
			savedTokens: 70,
			inputTokens: 20,
		});
		expect(report([session("1", [thread])], { since: at(2) }).hosts[0]).toMatchObject({ answers: 2, inputTokens: 60 });
		expect(report([session("1", [thread])], { until: at(2) }).hosts[0]).toMatchObject({ answers: 1, inputTokens: 10 });
	});

	test("leaves out sessions outside the period, and those without a time", () => {
		const early = session("2", [[answer("x", { time: at(1) })]]);
		expect(report([early, session("3", [[answer("y")]])], span).hosts).toEqual([]);
	});
});

describe("groups", () => {
	const noon = new Date(2026, 0, 1, 12).getTime(); // A Thursday.
	const day = 24 * 60 * 60 * 1000;
	const thread = [
		request(10, noon),
		answer("a", { time: noon, tool: "Bash", file: undefined }),
		shortened("b", { time: noon + 4 * day, tool: "Read" }),
		shortened("c", { time: noon + 4 * day, tool: "Read", saved: 5, file: "/home/you/project/b.ts" }),
		answer("d", { time: noon + 40 * day, tool: "Bash", tokens: 1000 }),
	];
	const sessions = [
		session("1", [thread]),
		session("2", [[answer("e", { tool: "Grep", reason: "short" })]], { host: "codex", project: undefined }),
	];

	test.each<[Grouping, readonly (readonly [string, number])[]]>([
		[
			"day",
			[
				["2026-01-01", 1],
				["2026-01-05", 2],
				["2026-02-10", 1],
				["unknown", 1],
			],
		],
		[
			"week",
			[
				["2025-12-29", 1],
				["2026-01-05", 2],
				["2026-02-09", 1],
				["unknown", 1],
			],
		],
		[
			"month",
			[
				["2026-01", 3],
				["2026-02", 1],
				["unknown", 1],
			],
		],
		[
			"session",
			[
				["1", 4],
				["2", 1],
			],
		],
		[
			"project",
			[
				["/home/you/project", 4],
				["unknown", 1],
			],
		],
		[
			"host",
			[
				["pi", 4],
				["codex", 1],
			],
		],
		[
			"tool",
			[
				["Read", 2],
				["Bash", 2],
				["Grep", 1],
			],
		],
		[
			"file",
			[
				["/home/you/project/a.ts", 3],
				["/home/you/project/b.ts", 1],
				["no file", 1],
			],
		],
		[
			"form",
			[
				["same", 2],
				["whole", 3],
			],
		],
		[
			"reason",
			[
				["shortened", 2],
				["fresh", 2],
				["short", 1],
			],
		],
	])("by %s are in a useful order", (by, expected) => {
		expect(report(sessions, { by }).groups?.map(({ group, answers }) => [group, answers])).toEqual(expected as never);
	});

	test("of sessions have all figures, of results those of results", () => {
		expect(report(sessions, { by: "project" }).groups?.[0]).toMatchObject({
			sessions: 1,
			inputTokens: 10,
			moneyShare: 0,
		});
		expect(report(sessions, { by: "tool" }).groups?.[0]).toEqual({
			group: "Read",
			answers: 2,
			shortened: 2,
			resultTokens: 200,
			boundTokens: 160,
			savedTokens: 75,
			noteTokens: 60,
		});
	});

	test.each<Grouping>(["day", "session", "tool", "reason"])("by %s add up to the host", (by) => {
		const { groups = [], hosts } = report(sessions, { by });
		const sum = (rows: readonly { readonly resultTokens: number }[]): number =>
			rows.reduce((all, { resultTokens }) => all + resultTokens, 0);
		expect(sum(groups)).toBe(sum(hosts));
	});
});

test("results are grouped by kind, whatever else is asked for", () => {
	const thread = [shortened("a"), shortened("b", { brought: "own", saved: 90 }), answer("c", { brought: "own" })];
	const sessions = [
		session("1", [thread]),
		session("2", [thread]),
		session("3", [[shortened("d")]], { host: "codex" }),
	];
	expect(report(sessions, { by: "tool" }).kinds).toMatchObject([
		{ group: "file", answers: 2, savedTokens: 140 },
		{ group: "own", answers: 2, savedTokens: 90 },
	]);
});

describe("the best case", () => {
	test("is what saved most in one session, with the answer that saved most of it", () => {
		const thread = [shortened("a"), shortened("b", { saved: 90 }), shortened("c"), shortened("d", { subject: "b.ts" })];
		const best = report([session("1", [thread]), session("2", [[shortened("e", { saved: 200 })]])]).best;
		expect(best).toMatchObject({ session: "1", subject: "a.ts", results: 3, savedTokens: 230, answer: "b" });
	});

	test("is none where nothing was saved, or what was has no name", () => {
		const thread = [
			answer("a"),
			shortened("b", { subject: "", saved: 90 }),
			shortened("c", { subject: "b", saved: -9 }),
		];
		expect(report([session("1", [thread])]).best).toBeUndefined();
	});

	test("is counted to its end, however many others are forgotten meanwhile", () => {
		const others = Array.from({ length: 25_000 }, (_, at) => shortened(`${at}`, { subject: `${at}`, saved: 10 }));
		const thread = [shortened("first"), ...others, shortened("last", { saved: 80 })];
		expect(report([session("1", [thread])]).best).toMatchObject({ subject: "a.ts", results: 2, savedTokens: 150 });
	});
});

describe("a comparison", () => {
	test("has a row for every rule on every host, net as the rule says", () => {
		const spared = [
			{ saved: 10, net: 7 },
			{ saved: 20, net: -5 },
		];
		const sessions = [
			session("1", [[answer("a", { spared }), answer("b", { spared })]]),
			session("2", [[answer("c", { spared })]], { host: "codex" }),
		];
		expect(report(sessions, { rules: ["first", "second"] }).compare).toEqual([
			{ rule: "first", host: "codex", savedTokens: 10, netTokens: 7 },
			{ rule: "first", host: "pi", savedTokens: 20, netTokens: 14 },
			{ rule: "second", host: "codex", savedTokens: 20, netTokens: -5 },
			{ rule: "second", host: "pi", savedTokens: 40, netTokens: -10 },
		]);
	});
});

describe("a report", () => {
	test("counts proofs of its period only, each result once; but every failure", () => {
		const first = session("1", [[shortened("a", { time: 5 }), shortened("b", { time: 15 })]], { failures: ["b: no"] });
		const copy = session("2", [[shortened("b", { time: 15 }), shortened("c", { time: 16, isProved: false })]]);
		const proofs = (since: number | undefined): number[] => {
			const { rebuilt, failed } = report([first, copy], { since });
			return [rebuilt, failed];
		};
		expect(proofs(undefined)).toEqual([2, 1]);
		expect(proofs(10)).toEqual([1, 1]);
		expect(proofs(20)).toEqual([0, 1]);
	});

	test("says what failed and what could not be read, and where", () => {
		const sum = newAuditSum(ALL, CATALOG);
		sum.add(
			"/logs/a.jsonl",
			session("1", [[shortened("a"), shortened("b"), answer("c")]], {
				failures: ["call-7: does not rebuild to the original"],
				skipped: 2,
			}),
		);
		sum.unreadable("/logs/b.json", "not a session of an agent that ibid knows");
		expect(sum.report()).toMatchObject({
			schema: 1,
			rebuilt: 2,
			failed: 1,
			failures: [{ path: "/logs/a.jsonl", session: "1", what: "call-7: does not rebuild to the original" }],
			unreadable: [{ path: "/logs/b.json", why: "not a session of an agent that ibid knows" }],
			skipped: 2,
		});
	});
});
