import { describe, expect, test } from "bun:test";
import type { HostFigures, Report } from "../../audit/sum.ts";
import type { AuditStyle } from "./audit-lines.ts";
import { waysLines } from "./ways-lines.ts";

const terminal: AuditStyle = { program: "ibid", width: 80, home: "/home/you", bold: (text) => text };

function report(savedTokens: number, moneyShare: number | null, more: Partial<Report> = {}): Report {
	const tokens = { resultTokens: 1_000_000, boundTokens: 100_000, savedTokens, noteTokens: 0, sparedTokens: 0 };
	const counts = { logs: 1, sessions: 1, windows: 1, answers: 9, shortened: 4, orphans: 0, outOfReach: 0, lean: {} };
	const figures: HostFigures = { host: "codex", ...counts, ...tokens, inputTokens: 9, moneyShare };
	const wrong = { failed: 0, unchecked: 0, failures: [], writtenNotes: [], unreadable: [], skipped: 0 };
	return { schema: 1, tokens: "estimate", hosts: [figures], compare: [], kinds: [], rebuilt: 4, ...wrong, ...more };
}

describe("both ways side by side", () => {
	test("are one line for each agent: tokens, their share, and what of the cost", () => {
		const lines = waysLines({ hooks: report(50_000, -0.006), run: report(90_000, null) }, terminal);
		expect(lines[0]).toBe("saved  by hooks         cost  by run        cost");
		expect(lines[1]).toBe("Codex    50,000  5.0%  −0.6%  90,000  9.0%   n/a");
		expect(lines.join(" ")).toContain("By run: under ibid run, which sees every request.");
	});

	test.each([40, 60, 80])("fit in %d columns", (width) => {
		const both = { hooks: report(99_999_999, 0.1), run: report(99_999_999, 0.1) };
		expect(waysLines(both, { ...terminal, width }).filter((line) => line.length > width)).toEqual([]);
	});

	test("say once what went wrong in both, and that there are no sessions", () => {
		const unreadable = [{ path: "/logs/a.json", why: "not a session" }];
		const [hooks, run] = [report(1, 0, { unreadable }), report(1, 0, { unreadable })];
		expect(waysLines({ hooks, run }, terminal).filter((line) => line.startsWith("unreadable"))).toHaveLength(1);
		expect(waysLines({ hooks: { ...hooks, hosts: [] }, run }, terminal)[0]).toBe("No sessions found.");
	});
});
