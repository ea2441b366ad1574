import { describe, expect, test } from "bun:test";
import { CATALOG, limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { code, numbered, plain } from "../../sim/conversation-fixture.ts";
import type { AgentThread, Entry, RecordedResult, Usage } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { HostName, Lens } from "../lens/types.ts";
import { neverNear } from "../limits/limits.ts";
import { auditSession } from "./audit-session.ts";
import { type ReplayedResult, replay } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { answersTo, verifyThread } from "./verify.ts";

const terms: ReplayTerms = { tools: () => toolsOf("claude-code"), limits: limitsOf("claude-code"), isBestAsked: true };

function turn(
	id: string,
	tool: string,
	input: Record<string, unknown>,
	text: string,
	outcome: RecordedResult["outcome"] = "done",
): Entry[] {
	const call = { id, tool, input, directory: "/home/you/project" };
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call, version: "2.1.325" },
		{ kind: "result", id, text, outcome, plain: true, kept: false, time: undefined },
	];
}

const read = (id: string, lines: readonly string[]): Entry[] =>
	turn(id, "Read", { file_path: "a.ts" }, numbered(lines));
const thread = (...entries: Entry[][]): AgentThread => ({ agent: undefined, entries: entries.flat() });
const forms = (answers: readonly ReplayedResult[]): string[] =>
	answers.map(({ answer }) => answer.reason ?? answer.form);
const bestForms = (answers: readonly ReplayedResult[]): string[] => answers.map(({ best }) => best.reason ?? best.form);

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: false, inspect: { kind: "none" } } as const;
const HEAD = "Chunk ID: 0a1b2c\nWall time: 0.0100 seconds\nProcess exited with code 0\nOutput:\n";
const PATCH = "*** Begin Patch\n*** Add File: b.ts\n+one\n*** End Patch";

const lines = code(60);
const twice = thread(read("1", lines), read("2", lines));

describe("a replay", () => {
	test("shortens what the model has before it", () => {
		expect(forms(answersTo(twice, terms))).toEqual(["fresh", "same"]);
	});

	test("knows nothing more after a reset", () => {
		expect(forms(answersTo(thread(read("1", lines), [{ kind: "reset" }], read("2", lines)), terms))).toEqual([
			"fresh",
			"fresh",
		]);
	});

	test("takes what a host may have done in a long pause for one of its limits, and for no new window", () => {
		const paused = thread(read("1", lines), [{ kind: "reset", isGuess: true }], read("2", lines));
		const answers = answersTo(paused, terms);
		expect([forms(answers), bestForms(answers)]).toEqual([
			["fresh", "fresh"],
			["fresh", "same"],
		]);
		expect([...replay(paused, terms)].map(({ kind }) => kind)).toEqual(["turn", "answered", "turn", "answered"]);
	});

	test.each([
		[99, false, "same"],
		[100, false, "fresh"],
		[100, true, "same"],
	])(
		"after %d more results whose requests the log tells (%p) quotes as the live hook does: %s",
		(count, isTold, expected) => {
			const others = Array.from({ length: count }, (_, at) => turn(`o${at}`, "Bash", { command: "date" }, `${at}`));
			const told = thread(read("1", lines), ...others, read("2", lines)).entries.map((entry): Entry => {
				return entry.kind === "turn" && isTold ? { ...entry, isTold } : entry;
			});
			expect(forms(answersTo({ agent: undefined, entries: told }, terms)).at(-1)).toBe(expected);
		},
	);

	test("quotes no file that the host itself has attached since", () => {
		const attached: Entry = { kind: "hidden", path: "/home/you/project/a.ts" };
		expect(forms(answersTo(thread(read("1", lines), [attached], read("2", lines)), terms))).toEqual(["fresh", "fresh"]);
	});

	test("sends what is left again after a host has emptied results, if we see every request", () => {
		const formsIn = (host: HostName, tool: string): string[] => {
			const look = (id: string): Entry[] => turn(id, tool, { command: "cat a.ts" }, plain(lines));
			const entries = [...look("1"), ...look("2"), { kind: "erase", ids: ["1"] } as const, ...look("3")];
			const recording = { host, session: "s", threads: [{ agent: undefined, entries }], skipped: 0 };
			const { threads, failures } = auditSession(recording, { ...HOW, proof: true });
			expect(failures).toEqual([]);
			return threads.flat().flatMap((found) => (found.kind === "answer" ? [found.reason ?? found.form] : []));
		};
		// The second comes whole once the first is gone, and the third says so; elsewhere the note still stands there.
		expect(formsIn("pi", "bash")).toEqual(["fresh", "same", "same"]);
		expect(formsIn("claude-code", "Bash")).toEqual(["fresh", "same", "asked again"]);
	});

	test("takes a command of Codex for open while others of its turn answer, but not a patch", () => {
		const cat = (id: string): Entry[] => turn(id, "exec_command", { cmd: "cat a.ts" }, `${HEAD}${plain(lines)}`);
		const both = (tool: string, input: Record<string, unknown>): Entry[] => {
			const [begin, mine, result] = cat("2");
			const [, other, done] = turn("1b", tool, input, tool === "apply_patch" ? "Done!" : `${HEAD}ok`);
			return [begin!, other!, mine!, done!, result!];
		};
		const codex = { tools: () => toolsOf("codex"), limits: limitsOf("codex"), isBestAsked: true };
		const answersAfter = (entries: Entry[]): ReplayedResult[] => answersTo(thread(cat("1"), entries), codex);
		const script = answersAfter(both("exec_command", { cmd: "touch b.ts" }));
		expect([forms(script).at(-1), bestForms(script).at(-1)]).toEqual(["sibling", "same"]);
		expect(forms(answersAfter(both("apply_patch", { input: PATCH }))).at(-1)).toBe("same");
	});

	test("leaves alone what the host does not let us replace, and counts it without these limits", () => {
		const grep = (id: string): Entry[] => turn(id, "Grep", { pattern: "step" }, lines.join("\n"));
		const answers = answersTo(thread(grep("1"), grep("2")), terms);
		expect(forms(answers)).toEqual(["fresh", "unreachable"]);
		expect(bestForms(answers)).toEqual(["fresh", "same"]);
	});

	test.each([
		["claude-code", "unreachable"],
		["pi", "same"],
	] as const)("shortens what a failed command of %s printed only where the host lets us: %s", (host, expected) => {
		const tool = host === "pi" ? "bash" : "Bash";
		const run = (id: string): Entry[] => turn(id, tool, { command: "npm test" }, lines.join("\n"), "failed");
		const answers = answersTo(thread(run("1"), run("2")), {
			...terms,
			tools: () => toolsOf(host),
			limits: limitsOf(host),
		});
		expect(forms(answers)).toEqual(["fresh", expected]);
	});

	test("scatters notes where the host would number them only without its limits", () => {
		const changed = lines.with(20, "// one").with(40, "// two");
		const [, second] = answersTo(thread(read("1", lines), read("2", changed)), terms);
		expect([second!.best.notes, second!.answer.notes]).toEqual([3, 2]);
	});

	test("takes what it sends for the best if the best is not asked for", () => {
		const changed = lines.with(20, "// one").with(40, "// two");
		const asked = thread(read("1", lines), read("2", changed), read("3", lines));
		const answers = answersTo(asked, { ...terms, isBestAsked: false });
		for (const { best, answer } of answers) expect(best).toBe(answer);
		expect(answers.map(({ answer }) => answer)).toEqual(answersTo(asked, terms).map(({ answer }) => answer));
	});
});

describe("near a compaction", () => {
	const after = (tokens: number, entries: readonly Entry[]): Entry[] => {
		const usage: Usage = { input: 10, cacheRead: tokens - 30, cacheWrite: 0, output: 20 };
		return entries.map((entry) => (entry.kind === "turn" ? { ...entry, usage } : entry));
	};
	const at = (tokens: number): AgentThread => thread(read("1", lines), after(tokens, read("2", lines)));
	const size = estimateTokens(numbered(lines));

	test.each([
		[164_000 - size, "same"],
		[164_001 - size, "unreachable"],
		[190_000, "unreachable"],
		[200_001, "same"],
		[970_000, "unreachable"],
	])("as by the host's word of %d tokens, a text comes: %s", (tokens, expected) => {
		const answers = answersTo(at(tokens), terms);
		expect(forms(answers)).toEqual(["fresh", expected]);
		expect(bestForms(answers)).toEqual(["fresh", "same"]);
	});

	test("a host that compacts otherwise has none", () => {
		const limits = { ...limitsOf("claude-code"), nearCompaction: neverNear };
		expect(forms(answersTo(at(190_000), { ...terms, limits }))).toEqual(["fresh", "same"]);
	});

	test("what came since the host's last word counts", () => {
		const long = after(150_000, turn("2", "Read", { file_path: "b.ts" }, numbered(code(1000, 500))));
		expect(forms(answersTo(thread(read("1", lines), long, read("3", lines)), terms))).toEqual([
			"fresh",
			"fresh",
			"unreachable",
		]);
	});
});

describe("a proof", () => {
	test("rebuilds every shortened text", () => {
		expect(verifyThread(twice, terms)).toMatchObject({ rebuilt: { size: 1 }, failures: [] });
	});

	test.each([
		["a note about other lines", (text: string) => text.replace("1-60", "1-59"), "does not rebuild to the original"],
		[
			"a whole text that is not the original",
			(text: string) => text.replace("step7", "step8"),
			"sent in full, but not the original",
		],
		["words that are no note", () => "1\t[ibid] as above", "does not rebuild to the original"],
		["words after the note", (text: string) => `${text}\nand more`, "does not rebuild to the original"],
	])("finds %s", (_, spoil, fault) => {
		const [first, second] = answersTo(twice, terms);
		const index = fault.startsWith("sent in full") ? 0 : 1;
		const spoilt = [first!, second!].map((step, at) => {
			return at === index ? { ...step, answer: { ...step.answer, text: spoil(step.answer.text) } } : step;
		});
		expect(verifyThread(twice, terms, spoilt).failures[0]).toBe(`${index + 1}: ${fault}`);
	});

	test("finds words that lead to the original only for a lens that errs", () => {
		const tools = toolsOf("claude-code");
		const erring: Lens = (call) => tools.lenses.Read!({ ...call, input: { file_path: "a.ts" } });
		const misled = { ...terms, tools: () => ({ ...tools, lenses: { ...tools.lenses, Read: erring } }) };
		const other = turn("1", "Read", { file_path: "b.ts" }, numbered(lines));
		expect(verifyThread(thread(other, read("2", lines)), misled).failures).toEqual([
			expect.stringContaining("2: No call goes by the words."),
		]);
	});

	test("finds an answer that depends on what comes after it", () => {
		const long = thread(read("1", lines), read("2", lines), read("3", code(9, 300)), read("4", code(9, 400)));
		const answers = answersTo(long, terms);
		const other = [{ ...answers[0]!, answer: { ...answers[0]!.answer, text: "x" } }, ...answers.slice(1)];
		expect(verifyThread(long, terms, other).failures).toContain("1: comes out differently if the session ends earlier");
	});
});
