import { describe, expect, test } from "bun:test";
import type { HostFigures, Report } from "../../audit/sum.ts";
import { type OverviewStyle, overviewLines, type Survey } from "./overview-lines.ts";

const plain = (text: string): string => text;
const now = new Date(2026, 5, 1);
const looks = (width: number): OverviewStyle => ({
	width,
	program: "ibid",
	home: "/home/you",
	bold: plain,
	red: plain,
	now,
});

function figures(host: HostFigures["host"], more: Partial<HostFigures> = {}): HostFigures {
	const tokens = { resultTokens: 9_000_000, boundTokens: 900_000, savedTokens: 810_000, noteTokens: 1000 };
	const counts = {
		logs: 12,
		sessions: 120,
		windows: 140,
		answers: 1000,
		shortened: 40,
		orphans: 0,
		outOfReach: 0,
		lean: {},
	};
	return { host, ...counts, ...tokens, inputTokens: 100_000_000, sparedTokens: 3_000_000, moneyShare: 0.02, ...more };
}

const kind = (group: string, savedTokens: number): Report["kinds"][number] => {
	return { group, savedTokens, answers: 9, shortened: 3, resultTokens: 9000, boundTokens: savedTokens, noteTokens: 9 };
};

const BEST: NonNullable<Report["best"]> = {
	...{ host: "codex", session: "s1", subject: "src/server.ts", results: 14, savedTokens: 9000, answer: "a1f3a1f3" },
};

function survey(report: Partial<Report>, more: Partial<Survey> = {}): Survey {
	const wrong = { failed: 0, unchecked: 0, failures: [], writtenNotes: [], unreadable: [], skipped: 0 };
	const nothing = { compare: [], kinds: [], rebuilt: 9412, ...wrong };
	const hosts = [figures("claude-code"), figures("codex")];
	const all = { schema: 1, tokens: "estimate", hosts, ...nothing, ...report } as const;
	return { report: all, words: "in the last 30 days", paths: [], isSample: false, ...more };
}

const said = (report: Partial<Report>, more: Partial<Survey> = {}): string =>
	overviewLines(survey(report, more), looks(160)).join(" ").replaceAll(/\s+/g, " ");

describe("the first screen", () => {
	test("says in about ten lines what was sent twice, with what speaks for it", () => {
		const kinds = [kind("file", 810_000), kind("range", 400_000), kind("own", -120), kind("output", 0)];
		expect(overviewLines(survey({ kinds, best: BEST }), looks(80))).toEqual([
			"Sessions        Claude Code 120 · Codex 120",
			"Tool results    18M tokens in 240 sessions, in the last 30 days",
			"Could save      1.6M tokens, 9.0%: the model already had these lines",
			"                files read again 810k · parts of files 400k · own writing −120",
			"Of all input    3.0%, counting each later request that would have carried them",
			"Proof           9,412 of 9,412 shortened results rebuilt line for line",
			"Best case       src/server.ts, in 14 results of one session: ibid show a1f3a1f3",
			"Method          tokens are estimated, to within 7% over many results:",
			"                ibid help figures",
		]);
	});

	test("says a loss as plainly as a gain", () => {
		const hosts = [
			figures("pi", { savedTokens: -4100, sparedTokens: -12_000, resultTokens: 100_000, inputTokens: 1e6 }),
		];
		expect(said({ hosts })).toContain(
			"Saved −4.1k tokens, −4.1%: ibid would have added more tokens than it saved Of all input −1.2%, counting",
		);
		const painted = overviewLines(survey({ hosts }), { ...looks(40), red: (text) => `<${text}>` });
		expect(painted.filter((line) => line.includes("<")).map((line) => line.trim())).toEqual([
			"Saved: <−4.1k tokens, −4.1%: ibid would>",
			"<have added more tokens than it saved>",
		]);
	});

	test("says that nothing would have been saved, and why if the host is the reason", () => {
		const nothing = { savedTokens: 0, sparedTokens: 0 };
		expect(said({ hosts: [figures("pi", nothing)] })).toContain(
			"Saved 0 tokens, 0.0%: ibid would have shortened nothing Of all input 0.0%",
		);
		expect(said({ hosts: [figures("copilot-cli", { ...nothing, outOfReach: 1000 })] })).toContain(
			"Copilot CLI: ibid cannot replace its tool results:",
		);
	});

	test("names the hosts that do not record their input, and counts the others", () => {
		const silent = { inputTokens: 0, sparedTokens: 999 };
		const hosts = [figures("codex"), figures("pi", silent), figures("copilot-cli", silent)];
		expect(said({ hosts })).toContain(
			"Of all input 3.0%, counting each later request that would have carried them; not recorded by pi and Copilot CLI",
		);
		expect(said({ hosts: [figures("pi", silent)] })).toContain("Of all input not recorded in these logs");
	});

	test("says what could not be rebuilt, and what could not be read", () => {
		const unreadable = [{ path: "/logs/a", why: "no session" }];
		const words = said({ rebuilt: 7, failed: 1, unreadable, skipped: 3 });
		expect(words).toContain("Proof 7 of 8 shortened results rebuilt line for line: ibid verify");
		expect(words).toEndWith("Not understood: 1 file and 3 lines of logs (see ibid audit).");
	});

	test("names a file in the home from there on, and the logs that were named", () => {
		const best = { ...BEST, results: 1, subject: "/home/you/a.ts" };
		expect(said({ best }, { paths: ["logs", "it's here"] })).toContain(
			"Best case ~/a.ts, in 1 result of one session: ibid show a1f3a1f3 logs 'it'\\''s here'",
		);
	});

	test("breaks a command only between its words, however many spaces a path has", () => {
		const paths = ["My Long Folder/With Some Agent Logs Of Mine In/logs", "more logs/of mine"];
		expect(overviewLines(survey({ best: BEST }, { paths }), looks(80)).slice(-5)).toEqual([
			"Best case       src/server.ts, in 14 results of one session: ibid show a1f3a1f3",
			"                'My Long Folder/With Some Agent Logs Of Mine In/logs'",
			"                'more logs/of mine'",
			"Method          tokens are estimated, to within 7% over many results:",
			"                ibid help figures",
		]);
	});

	test("marks samples as such", () => {
		const all = overviewLines(survey({}, { isSample: true }), looks(80));
		expect(all.slice(0, 3)).toEqual([
			"No sessions found where agents keep them. These figures are of sample sessions",
			"that come with ibid.",
			"Samples         Claude Code 120 · Codex 120",
		]);
	});

	test("says that there is nothing, if there is not even that", () => {
		expect(overviewLines(survey({ hosts: [] }), looks(80))).toEqual(["No sessions found."]);
	});
});

test.each([40, 80, 160])("no line is wider than %d columns", (width) => {
	const best = { ...BEST, subject: `src/${"deep/".repeat(50)}server.ts` };
	const kinds = [
		kind("file", 810_000),
		kind("range", 400_000),
		kind("output", 3e5),
		kind("own", -120),
		kind("other", 9),
	];
	const hosts = (["claude-code", "codex", "opencode", "pi", "gemini-cli", "copilot-cli"] as const).map((host) =>
		figures(host, { savedTokens: -1000, inputTokens: host === "pi" ? 0 : 10, outOfReach: 1000 }),
	);
	for (const report of [{ hosts, kinds, best }, { kinds, best, unreadable: [{ path: "a", why: "b" }] }, { hosts: [] }])
		expect(
			overviewLines(survey(report, { isSample: true }), looks(width)).filter((line) => line.length > width),
		).toEqual([]);
});
