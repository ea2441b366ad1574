import { describe, expect, test } from "bun:test";
import { CATALOG } from "../../contracts/hosts.ts";
import type { Entry, Usage } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { HostName } from "../lens/types.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import type { Way } from "../store/record-lines.ts";
import { auditSession } from "./audit-session.ts";
import type { AnswerFinding, Findings } from "./findings.ts";
import { replay } from "./replay.ts";
import { newAuditSum, type Report } from "./sum.ts";
import { answersTo, verifyThread } from "./verify.ts";

/** Two functions; each body is folded. */
const FILE = ["alpha", "beta"].flatMap((name) => [
	`export function ${name}(value: number): number {`,
	...Array.from({ length: 40 }, (_, at) => `\tvalue += compute("${name}", ${at}, value) * ${at + 1};`),
	"}",
]);
const [ALPHA, BETA] = [
	{ first: 2, last: 41 },
	{ first: 44, last: 83 },
] as const;
const findFolds: FoldFinder = (_, text) => (text.split("\n").length >= FILE.length ? [ALPHA, BETA] : []);
const bodyOf = ({ first, last }: typeof ALPHA | typeof BETA): string => FILE.slice(first - 1, last).join("\n");

const USAGE: Usage = { input: 1000, cacheRead: 9000, cacheWrite: 0, output: 100 };

function turn(tool: string, input: Record<string, unknown>, text: string): Entry[] {
	const id = `${tool} ${JSON.stringify(input)}`;
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: USAGE },
		{ kind: "call", call: { id, tool, input, directory: "/w" } },
		{ kind: "result", id, text, outcome: "done", plain: true },
	];
}

const whole = turn("read", { path: "a.ts" }, FILE.join("\n"));
const part = (first: number, last: number): Entry[] => {
	const left = FILE.length - last;
	const more = `\n\n[${left} more lines in file. Use offset=${last + 1} to continue.]`;
	return turn(
		"read",
		{ path: "a.ts", offset: first, limit: last - first + 1 },
		FILE.slice(first - 1, last).join("\n") + more,
	);
};
const change = (at: number, tag: string): Entry[] => {
	const [line = ""] = FILE.slice(at - 1);
	const edits = [{ oldText: line, newText: `${line} // ${tag}` }];
	return turn("edit", { path: "a.ts", edits }, "Successfully replaced 1 block(s) in a.ts.");
};
const put = turn("write", { path: "a.ts", content: "export {};\n" }, "Successfully wrote 11 bytes to a.ts");
const last = turn("bash", { command: "true" }, "");

const HOW = {
	hosts: CATALOG,
	count: estimateTokens,
	rules: [],
	proof: true,
	inspect: { kind: "none" },
	isOutlined: true,
} as const;

function audited(entries: readonly Entry[], host: HostName = "pi", way: Way = "hooks", more = {}): Findings {
	const recording = { host, session: "s", threads: [{ agent: undefined, entries }], skipped: 0 };
	const findings = auditSession(recording, { ...HOW, findFolds, way, ...more });
	expect(findings.failures).toEqual([]);
	return findings;
}

const outlinesOf = (findings: Findings): AnswerFinding["outline"][] =>
	findings.threads.flat().flatMap((finding) => (finding.kind === "answer" ? [finding.outline] : []));
const lastOf = (...entries: Entry[][]): AnswerFinding["outline"] => outlinesOf(audited(entries.flat())).at(-1);

describe("an audit with outlines", () => {
	test("says what the first view of a file would withhold, and changes no other figure", () => {
		const [first] = outlinesOf(audited(whole));
		const marks = [ALPHA, BETA].reduce((sum, fold) => sum + estimateTokens(bodyOf(fold)), 0);
		expect(first).toMatchObject({ folds: 2, asked: 0, lines: 0, calls: 0, requests: 0 });
		expect(first?.withheld).toBeGreaterThan(0.9 * marks);
		expect(first?.withheld).toBeLessThan(marks);
		const entries = [...whole, ...part(2, 41), ...whole];
		const plain = audited(entries, "pi", "hooks", { isOutlined: false });
		const without = ({ outline: _, ...finding }: AnswerFinding): object => finding;
		const figures = (findings: Findings): object[] =>
			findings.threads.flat().map((finding) => (finding.kind === "answer" ? without(finding) : finding));
		expect(figures(audited(entries))).toEqual(figures(plain));
		expect(outlinesOf(plain)).toEqual([undefined, undefined, undefined]);
	});

	test("counts lines that are read again, with their call and its request", () => {
		const need = lastOf(whole, part(2, 41));
		const call = JSON.stringify({ path: "a.ts", offset: 2, limit: 40 });
		expect(need).toEqual({
			...{ folds: 0, withheld: 0, asked: 1, unseen: 0 },
			...{ lines: estimateTokens(bodyOf(ALPHA)), calls: estimateTokens(call), requests: 1 },
		});
	});

	test("counts no line that an outline has shown, and none twice", () => {
		expect(lastOf(whole, part(42, 43))).toBeUndefined();
		expect(lastOf(whole, part(2, 41), part(2, 41))).toBeUndefined();
		expect(lastOf(whole, part(2, 41), part(40, 45))?.lines).toBe(estimateTokens(FILE.slice(43, 45).join("\n")));
	});

	test("counts a fold that an edit has changed unseen, once", () => {
		const need = lastOf(whole, change(10, "one"));
		expect(need).toMatchObject({ asked: 1, unseen: 1, requests: 1 });
		expect(need?.lines).toBeGreaterThan(estimateTokens(bodyOf(ALPHA)));
		expect(lastOf(whole, change(10, "one"), change(20, "two"))?.asked).toBe(0);
		expect(lastOf(whole, change(10, "one"), change(60, "two"))?.unseen).toBe(1);
		expect(lastOf(whole, part(2, 41), change(10, "one"))).toBeUndefined();
	});

	test("counts a write over folds as written twice, after all of them were read", () => {
		expect(lastOf(whole, put)).toMatchObject({ asked: 1, unseen: 1, requests: 3 });
		expect(lastOf(whole, part(2, 41), part(44, 83), put)).toBeUndefined();
	});

	test("forgets what was withheld at a reset", () => {
		expect(lastOf(whole, [{ kind: "reset" }], part(2, 41))).toBeUndefined();
		expect(lastOf(whole, [{ kind: "reset" }], whole)?.folds).toBe(2);
	});

	test("folds no file that the user has named", () => {
		const named: Entry = { kind: "prompt", text: "Mend a.ts." };
		expect(lastOf([named], whole)).toBeUndefined();
		expect(lastOf([named, { kind: "reset" }], whole)?.folds).toBe(2);
	});

	test.each([
		["codex", "hooks", false],
		["claude-code", "hooks", false],
		["codex", "run", false],
		["claude-code", "run", true],
	] as const)("knows where ibid sends outlines: %s by %s", (host, way, isSent) => {
		const text = FILE.map((line, at) => `${at + 1}\t${line}`).join("\n");
		const [first] = outlinesOf(audited(turn("Read", { file_path: "/w/a.ts" }, text), host, way));
		expect(first !== undefined).toBe(isSent);
	});

	test("proves each outline, and finds one that names other lines", () => {
		const thread = { agent: undefined, entries: [...whole, ...part(2, 41)] };
		const { tools, limits } = CATALOG.get("pi")!;
		const terms = { tools, limits, isBestAsked: false, findFolds };
		const answers = answersTo(thread, terms);
		expect(verifyThread(thread, terms, answers)).toMatchObject({ failures: [], rebuilt: { size: 1 } });
		const [first, ...rest] = answers;
		const text = first!.answer.text.replace("lines 2-41 folded", "lines 3-42 folded");
		const { failures } = verifyThread(thread, terms, [{ ...first!, answer: { ...first!.answer, text } }, ...rest]);
		expect(failures.length).toBeGreaterThan(0);
	});

	test("says below a result where folds are now", () => {
		const entries = [...whole, ...change(10, "one\n\t// two")];
		const { tools, limits } = CATALOG.get("pi")!;
		const steps = [...replay({ agent: undefined, entries }, { tools, limits, isBestAsked: false, findFolds })];
		const told = steps.flatMap((step) => (step.kind === "answered" ? [step.told] : []));
		expect(told).toEqual([undefined, expect.stringContaining("The folded lines of a.ts are now 2-42 and 45-84.")]);
	});
});

describe("the figures of outlines", () => {
	const report = (entries: readonly Entry[], outline: boolean): Report => {
		const wanted = { tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined } as const;
		const sum = newAuditSum({ ...wanted, outline }, CATALOG);
		sum.add("/logs/1.jsonl", audited(entries));
		return sum.report();
	};
	const entries = [...whole, ...part(2, 41), ...last];
	const [first, second] = outlinesOf(audited(entries));
	const { prices } = CATALOG.get("pi")!;
	const spent = 3 * (USAGE.input + USAGE.cacheRead * prices.read + USAGE.output * prices.output);

	test("are what is withheld, what is asked for again, and the difference", () => {
		const asked = (second?.lines ?? 0) + (second?.calls ?? 0);
		expect(report(entries, true).hosts[0]?.outlines).toMatchObject({
			...{ sent: 1, folds: 2, asked: 1, unseen: 0 },
			...{ withheldTokens: first?.withheld, askedTokens: asked, netTokens: (first?.withheld ?? 0) - asked },
		});
		expect(report(entries, false).hosts[0]).not.toHaveProperty("outlines");
	});

	test("have costs by the rules of all costs: written, carried, asked for by a request of its own", () => {
		const withheld = (first?.withheld ?? 0) * (prices.write + prices.read);
		const { lines = 0, calls = 0 } = second ?? {};
		const prompt = USAGE.input + USAGE.cacheRead;
		const asked = (lines + calls) * prices.write + calls * prices.output + prompt * prices.read;
		const { withheldCost, askedCost, netCost } = report(entries, true).hosts[0]!.outlines!;
		expect(withheldCost).toBeCloseTo(withheld / spent, 10);
		expect(askedCost).toBeCloseTo(asked / spent, 10);
		expect(netCost).toBeCloseTo((withheld - asked) / spent, 10);
	});

	test("have no cost where no log has any", () => {
		const free = entries.map((entry): Entry => (entry.kind === "turn" ? { ...entry, usage: undefined } : entry));
		expect(report(free, true).hosts[0]?.outlines).toMatchObject({ withheldCost: null, askedCost: null, netCost: null });
	});
});
