import { describe, expect, test } from "bun:test";
import type { HostFigures, Report } from "../../audit/sum.ts";
import { type AuditStyle, auditLines } from "./audit-lines.ts";

const terminal: AuditStyle = { program: "ibid", width: 80, home: "/home/you", bold: (text) => text };

function figures(host: HostFigures["host"], more: Partial<HostFigures> = {}): HostFigures {
	const tokens = { resultTokens: 1_234_567, boundTokens: 100_000, savedTokens: 50_000, noteTokens: 1000 };
	const counts = {
		logs: 12,
		sessions: 12,
		windows: 14,
		answers: 1000,
		shortened: 40,
		orphans: 0,
		outOfReach: 0,
		lean: {},
	};
	return { host, ...counts, ...tokens, inputTokens: 99_000_000, sparedTokens: 1_000_000, moneyShare: 0.021, ...more };
}

function lines(report: Partial<Report>, top = 20, width = 80): string[] {
	const wrong = { failed: 0, unchecked: 0, failures: [], writtenNotes: [], unreadable: [], skipped: 0 };
	const nothing = { compare: [], kinds: [], rebuilt: 0, ...wrong };
	return auditLines(
		{ schema: 1, tokens: "estimate", hosts: [figures("pi")], ...nothing, ...report },
		{ ...terminal, width },
		top,
	);
}

describe("a report for people", () => {
	test("has a line for each host and one for all, of large numbers too, on a narrow terminal", () => {
		const large = { resultTokens: 99_999_999, savedTokens: 9_999_999, boundTokens: 9_999_999, answers: 99_999 };
		const all = lines({ hosts: [figures("claude-code", large), figures("copilot-cli", large)] });
		expect(all.filter((line) => line.length > 80)).toEqual([]);
		expect(all[3]).toBe("all               24 199,998 199,999,998 19,999,998 10.0% 19,999,998 10.0%");
	});

	test.each([40, 60, 80])("fits in %d columns, whatever it says", (width) => {
		const { host: _, ...rest } = figures("pi");
		const groups = ["/home/you/a/folder/of/folders/in/folders/file.ts", "b"].map((group) => ({ group, ...rest }));
		const hosts = (["claude-code", "codex", "opencode", "gemini-cli", "copilot-cli"] as const).map((host) =>
			figures(host, { outOfReach: 1000 }),
		);
		const compare = hosts.map(({ host }) => ({ rule: "drop older duplicates", host, savedTokens: 1, netTokens: 1 }));
		const all = lines({ hosts, compare, by: "file", groups, rebuilt: 12_345, skipped: 12_345 }, 1, width);
		expect(all.filter((line) => line.length > width)).toEqual([]);
		expect(all.join(" ").replaceAll(/\s+/g, " ")).toContain("and 1 more (--top 2, or --json for all)");
	});

	test("shows losses with their sign, and says what the logs do not have", () => {
		const all = lines({ hosts: [figures("pi", { savedTokens: -617, inputTokens: 0, moneyShare: null })] });
		expect(all[1]).toBe("pi           12    1,000  1,234,567   −617  −0.0%  100,000  8.1%");
		expect(all[4]).toEndWith("n/a         n/a");
	});

	test.each([
		["codex", 1000, "Codex: ibid cannot replace its tool results: in code mode, results go to a script and not to the"],
		["copilot-cli", 1000, "Copilot CLI: ibid cannot replace its tool results: only `ibid run`, with a key of your own"],
	] as const)("says why nothing is saved on %s", (host, outOfReach, sentence) => {
		expect(lines({ hosts: [figures(host, { outOfReach, savedTokens: 0 })] }).join(" ")).toContain(
			sentence.slice(0, 60),
		);
		expect(lines({ hosts: [figures(host, { outOfReach: outOfReach - 1 })] }).join(" ")).not.toContain("cannot replace");
	});

	test("has what outlines would do in columns of their own, with its sign, if asked for", () => {
		const tokens = { withheldTokens: 123_456, askedTokens: 130_000, netTokens: -6_544 };
		const costs = { withheldCost: 0.04, askedCost: 0.0625, netCost: -0.0225 };
		const outlines = { sent: 31, folds: 162, asked: 12, unseen: 8, ...tokens, ...costs };
		const all = lines({ hosts: [figures("pi", { outlines })] });
		const at = all.findIndex((line) => line.startsWith("first views"));
		expect(all.slice(at, at + 5)).toEqual([
			"first views  withheld         asked again     net",
			"pi            123,456  10.0%      130,000  −6,544  −0.5%",
			"",
			"agent  outlines  folds  asked  unseen  cost  asked    net",
			"pi           31    162     12       8  4.0%   6.3%  −2.3%",
		]);
		expect(lines({}).join()).not.toContain("first views");
		const unknown = { ...outlines, withheldCost: null, askedCost: null, netCost: null };
		expect(lines({ hosts: [figures("pi", { outlines: unknown })] })[at + 4]).toEndWith("8   n/a    n/a  n/a");
	});

	test("names groups from the home folder on, and says how many more there are", () => {
		const { host: _, ...rest } = figures("pi");
		const groups = ["/home/you/a", "/home/you/b", "/srv/c"].map((group) => ({ group, ...rest }));
		const all = lines({ by: "project", groups }, 2);
		expect(all.filter((line) => /^[~/]/.test(line)).map((line) => line.split(" ")[0])).toEqual(["~/a", "~/b"]);
		expect(all).toContain("and 1 more (--top 3, or --json for all)");
	});

	test("puts the rules of others between what ibid could do and what it may do", () => {
		const compare = ["first", "second"].map((rule, at) => {
			return { rule, host: "pi" as const, savedTokens: 20_000, netTokens: at === 0 ? 12_346 : -123_457 };
		});
		const all = lines({ compare });
		const at = all.indexOf("saved, by rule      pi");
		expect(all.slice(at + 1, at + 5)).toEqual([
			"ibid at best      8.1%",
			"first             1.0%",
			"second          −10.0%",
			"ibid              4.1%",
		]);
	});

	test("names what failed, what could not be read, and how many lines were skipped", () => {
		const all = lines({
			rebuilt: 7,
			failed: 1,
			failures: [{ path: "/logs/a.jsonl", session: "1", what: "call-7: does not rebuild to the original" }],
			unreadable: [{ path: "/logs/b.json", why: "not a session of an agent that ibid knows" }],
			skipped: 1,
		});
		const at = all.indexOf("7 of 8 shortened results rebuilt line for line.");
		expect(all.slice(at + 1, at + 4)).toEqual([
			"failed: /logs/a.jsonl: call-7: does not rebuild to the original",
			"unreadable: /logs/b.json: not a session of an agent that ibid knows",
			"1 line of the logs was not understood and skipped.",
		]);
	});

	test("says how tokens were counted", () => {
		expect(lines({}).join(" ")).toContain("Tokens are estimated: over many results off by up to 7%");
		expect(lines({ tokens: "o200k" }).join(" ")).toContain("Tokens are those of o200k.");
	});
});
