import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { toolsOf } from "../../contracts/hosts.ts";
import { code, numbered } from "../../sim/conversation-fixture.ts";
import { valueAt } from "../core/layered.ts";
import { estimateTokens } from "../core/tokens.ts";
import { deliver } from "../lens/deliver.ts";
import { readClaudeCode } from "../transcript/claude-code.ts";
import { type ContextState, type FoldContext, isSame, newLogFold } from "./fold.ts";
import type { Entry, Usage } from "./types.ts";

const NOTE = "1\t[ibid] lines 1-60 as last shown by Read. Left out, already above. Ask again for the full text.";
const known: FoldContext = {
	tools: (version) => toolsOf("claude-code", version),
	isShortened: (_, text) => text.includes("[ibid]"),
};

const turn = (usage?: Usage): Entry => ({ kind: "turn", time: undefined, model: undefined, usage });
const call = (id: string): Entry => {
	const called = { id, tool: "Read", input: { file_path: "/project/a.ts" }, directory: "/project" };
	return { kind: "call", call: called, version: "2.1.325" };
};
const result = (id: string, text: string, kept = false): Entry => {
	return { kind: "result", id, text, outcome: "done", plain: true, kept, time: undefined };
};
const reset: Entry = { kind: "reset" };
const read = (id: string, text: string): Entry[] => [turn(), call(id), result(id, text)];

const lines = code(60);
const shown = numbered(lines);
const usage: Usage = { input: 1000, cacheRead: 20_000, cacheWrite: 900, output: 300 };

test("the log's version of a result counts, whatever was sent before it was written", () => {
	const stand = newLogFold(known);
	const cut: Entry = { ...result("1", shown), kind: "result", outcome: "cut" } as Entry;
	stand([turn(), call("1"), result("1", shown)]);
	const { window, calls } = stand([turn(), call("1"), cut, turn(), call("2")]);
	const { call: again, tools } = valueAt(calls, "2")!;
	expect(deliver(window, tools, again, shown).answer.form).toBe("whole");
});

describe("the context of a model", () => {
	const stand = (...entries: Entry[]): ContextState => newLogFold(known)(entries);

	test("has as many tokens as the host said, plus what came since", () => {
		expect(stand().tokens).toBe(0);
		expect(stand(turn(usage)).tokens).toBe(21_300);
		expect(stand(turn(usage), call("1"), result("1", shown)).tokens).toBe(21_300 + estimateTokens(shown));
		expect(stand(turn(usage), call("1"), result("1", shown), turn({ ...usage, output: 0 })).tokens).toBe(21_000);
	});

	test("has its former size if the host says nothing", () => {
		expect(stand(turn(usage), call("1"), result("1", shown), turn()).tokens).toBe(21_300 + estimateTokens(shown));
	});

	test("has only what was kept after a reset", () => {
		const before = [turn(usage), call("1"), result("1", shown)];
		expect(stand(...before, reset).tokens).toBe(0);
		expect(stand(...before, reset, call("1"), result("1", shown, true)).tokens).toBe(estimateTokens(shown));
	});

	test("has notes until a reset, and those kept without their lines are orphans", () => {
		const noted = [...read("1", shown), ...read("2", NOTE)];
		expect(stand(...read("1", shown)).notes).toEqual([]);
		expect(stand(...noted).notes).toEqual(["2"]);
		expect(stand(...noted, call("3"), result("3", NOTE)).notes).toEqual(["2", "3"]);
		expect(stand(...noted, turn()).notes).toEqual(["2"]);
		expect(stand(...noted).orphans).toEqual([]);
		expect(stand(...noted, reset, call("2"), result("2", NOTE, true)).orphans).toEqual(["2"]);
		const both = [call("1"), result("1", shown, true), turn(), call("2"), result("2", NOTE, true)];
		expect(stand(...noted, reset, ...both).orphans).toEqual([]);
		expect(stand(...noted, reset).notes).toEqual([]);
		expect(stand(...noted, reset, call("2"), result("2", NOTE, true)).notes).toEqual(["2"]);
		expect(stand(...noted, { kind: "hidden", path: "/project/b.ts" }).notes).toEqual(["2"]);
	});

	test("knows every call, including those before a reset", () => {
		const { calls } = stand(...read("1", shown), reset, ...read("2", shown));
		expect(idsOf(calls)).toEqual(["1", "2"]);
	});
});

/** The ids of all calls; they are in no order. */
function idsOf(calls: ContextState["calls"]): string[] {
	return [...new Set([...calls.recent.keys(), ...calls.others.keys()])].sort();
}

/** What can be seen of a standing: its figures, and how a result would be answered there. */
function seen({ window, calls, tokens, notes }: ContextState, next: Entry | undefined): unknown {
	const asked = next?.kind === "result" ? valueAt(calls, next.id) : undefined;
	const answer = asked && next?.kind === "result" ? deliver(window, asked.tools, asked.call, next.text).answer : "";
	return [idsOf(calls), tokens, notes, window.turn, window.messages, window.lines, window.open.length, answer];
}

describe("folding further", () => {
	test.each(["re-reads", "compaction", "parallel", "resumed", "unchanged-2.1.197"])(
		"%s: comes to what folding from the beginning does, at any moments in any order",
		(name) => {
			const text = readFileSync(`samples/claude-code/${name}.jsonl`, "utf8");
			const entries = readClaudeCode(text)!.threads[0]!.entries;
			const moment = fc.integer({ min: 0, max: entries.length });
			fc.assert(
				fc.property(fc.array(moment, { maxLength: 12 }), (moments) => {
					const stand = newLogFold(known);
					for (const end of moments) {
						const [past, next] = [entries.slice(0, end), entries[end]];
						expect(seen(stand(past), next)).toEqual(seen(newLogFold(known)(past), next));
					}
				}),
				{ numRuns: 20 },
			);
		},
	);

	const again = [turn(), call("9")];
	const write: Entry = {
		kind: "call",
		call: {
			id: "8",
			tool: "Write",
			input: { file_path: "/project/a.ts", content: lines.join("\n") },
			directory: "/project",
		},
		version: "2.1.325",
	};
	const others = [
		["was rewound", [...read("1", shown), ...again], [...read("2", numbered(code(60, 500))), ...again]],
		["lost its last turn", [...read("1", shown), ...read("2", NOTE)], read("1", shown)],
		["was reset in between", [...read("1", shown), ...again], [...read("1", shown), reset, ...again]],
		[
			"lost a result",
			[...read("1", shown), ...again],
			[...read("1", shown), { kind: "erase", ids: ["1"] } as const, ...again],
		],
		[
			"met a file that the host attached",
			[...read("1", shown), ...again],
			[...read("1", shown), { kind: "hidden", path: "/project/a.ts" } as const, ...again],
		],
		[
			"has another end for a call",
			[turn(), write, result("8", "written"), ...again],
			[turn(), write, { ...result("8", "written"), outcome: "failed" } as const, ...again],
		],
		[
			"has more than a text for a result",
			[...read("1", shown), ...again],
			[turn(), call("1"), { ...result("1", shown), plain: false } as const, ...again],
		],
		["has another text for a result", [...read("1", NOTE), ...again], [...read("1", shown), ...again]],
	] as const;

	test.each(others)("a conversation that %s is folded from its beginning", (_, one, other) => {
		const stand = newLogFold(known);
		const next = result("9", shown);
		const alone = seen(newLogFold(known)(other), next);
		expect(seen(stand(one), next)).not.toEqual(alone);
		expect(seen(stand(other), next)).toEqual(alone);
		expect(seen(stand(one), next)).toEqual(seen(newLogFold(known)(one), next));
	});

	test("leaves earlier results unchanged", () => {
		const stand = newLogFold(known);
		const early = stand(read("1", shown));
		stand([...read("1", shown), ...read("2", NOTE)]);
		expect(idsOf(early.calls)).toEqual(["1"]);
		expect(early.notes).toEqual([]);
	});
});

test.each([
	[{}, []],
	[[], {}],
	[{ a: 1 }, { a: 1, b: 2 }],
	[{ a: 1, b: 2 }, { a: 1 }],
	[{ a: undefined }, { b: undefined }],
	[{ toString: 1 }, {}],
	[{}, { toString: 1 }],
	[{ a: {} }, { a: null }],
	[null, {}],
	[undefined, null],
	["1", 1],
	[
		[1, 2],
		[2, 1],
	],
	[[1], [1, undefined]],
	[["a"], { 0: "a" }],
])("%j and %j are not equal", (a, b) => {
	expect(isSame(a, b)).toBe(false);
	expect(isSame(b, a)).toBe(false);
});

test("a copy is equal to its original, in whatever order its fields are", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(isSame(value, structuredClone(value))).toBe(true);
			expect(isSame(value, reversed(value))).toBe(true);
		}),
	);
});

test("two values are equal if and only if nothing in them differs", () => {
	const small = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 3 },
			fc.constantFrom<unknown>(null, true, 0, 1, "", "a", [], {}),
			fc.array(tie("value"), { maxLength: 2 }),
			fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { maxKeys: 2 }),
		),
	})).value;
	fc.assert(
		fc.property(small, small, (a, b) => {
			expect(isSame(a, b)).toBe(isDeepStrictEqual(toPlain(a), toPlain(b)));
		}),
		{ numRuns: 2000 },
	);
});

function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, each]) => [key, reversed(each)])
			.reverse(),
	);
}

/** Without prototypes, which do not count. */
function toPlain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
