import { describe, expect, test } from "bun:test";
import { hostOf } from "../../../contracts/hosts.ts";
import { numbered } from "../../../sim/conversation-fixture.ts";
import type { Entry } from "../../conversation/types.ts";
import type { HostName } from "../../lens/types.ts";
import { RULES } from "./rules.ts";

type Input = Readonly<Record<string, unknown>>;
type Ending = Partial<Extract<Entry, { kind: "result" }>>;

/** A turn with one call. */
function turn(id: string, tool: string, input: Input, text: string, ending: Ending = {}): Entry[] {
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call: { id, tool, input, directory: "/home/you/project" }, version: "2.1.325" },
		{ kind: "result", id, text, outcome: "done", plain: true, kept: false, time: undefined, ...ending },
	];
}

const read = (id: string, lines: readonly string[], range: Input = {}, ending?: Ending): Entry[] =>
	turn(id, "Read", { file_path: "a.ts", ...range }, numbered(lines, Number(range.offset ?? 1)), ending);
const edit = (id: string, old: string, text: string, ending?: Ending): Entry[] =>
	turn(id, "Edit", { file_path: "a.ts", old_string: old, new_string: text }, "Done.", ending);
const run = (id: string, command: string, text: string, ending?: Ending): Entry[] =>
	turn(id, "Bash", { command }, text, ending);
const grep = (id: string): Entry[] =>
	turn(id, "Grep", { pattern: "i", path: "a.ts", output_mode: "content" }, numbered(lines).replaceAll("\t", ":"));
const reset: Entry[] = [{ kind: "reset" }];
const erase = (...ids: string[]): Entry[] => [{ kind: "erase", ids }];
const FAILED: Ending = { outcome: "failed" };
const KEPT: Ending = { kept: true };

/** Saved and net at each result, every character a token; 0 where the rule says nothing. */
function follow(name: string, entries: readonly Entry[][], host: HostName = "claude-code"): Said[] {
	const follower = RULES.find((rule) => rule.name === name)!.follow(hostOf(host), (text) => text.length);
	return entries.flat().flatMap((entry) => {
		const spared = follower(entry);
		if (entry.kind !== "result") expect(spared).toBeUndefined();
		return entry.kind === "result" ? [spared ? [spared.saved, Number(spared.net.toFixed(6))] : 0] : [];
	});
}

type Said = 0 | number[];
/** What happens, in which entries, and at which results the rule spares the text. */
type Case = [what: string, entries: Entry[][], hits: number[]];

/** 20 lines of 30 characters; in a Read they have 19 newlines, 9 numbers of one digit, 11 of two, and 20 tabs. */
const lines = Array.from(
	{ length: 20 },
	(_, index) => `line ${String(index + 1).padStart(2, "0")} of a file of twenty...`,
);
const WHOLE = 20 * 30 + 19 + 9 + 22 + 20;
const FIVE = 5 * 30 + 4 + 5 + 5;
const plain = lines.join("\n");
const SED = "sed -n '5,9p' a.ts";
const SHOW = "sed -n '1,20p' a.ts";
const five = lines.slice(4, 9).join("\n");
const changed = lines.with(9, "another line");
const middle = (id: string, of: readonly string[] = lines): Entry[] =>
	read(id, of.slice(4, 9), { offset: 5, limit: 5 });

test("the rules keep their order", () => {
	const names = ["Claude Code's stub", "last 5 answers", "same range", "intervals and diff", "drop older duplicates"];
	expect(RULES.map(({ name }) => name)).toEqual(names);
});

describe("Claude Code's stub", () => {
	const STUB = 107;
	const undone = [edit("2", "line 10", "x"), edit("3", "x", "line 10")];
	test.each<Case>([
		["stands for the same Read again, and again", [read("1", lines), read("2", lines), read("3", lines)], [0, 1, 1]],
		["does not stand for changed lines", [read("1", lines), read("2", changed)], [0, 0]],
		["knows the latest Read only", [read("1", lines), middle("2"), read("3", lines)], [0, 0, 0]],
		[
			"waits for a Read after own edits",
			[read("1", lines), ...undone, read("4", lines), read("5", lines)],
			[0, 0, 0, 0, 1],
		],
		["minds no edit that failed", [read("1", lines), edit("2", "a", "b", FAILED), read("3", lines)], [0, 0, 1]],
		[
			"forgets at a reset, whatever is kept",
			[read("1", lines), reset, read("1", lines, {}, KEPT), read("2", lines)],
			[0, 0, 0],
		],
		["minds no command", [read("1", lines), run("2", `${SED} && make`, "made"), read("3", lines)], [0, 0, 1]],
		["forgets what was erased", [read("1", lines), erase("1"), read("2", lines)], [0, 0]],
		["leaves commands alone", [run("1", SED, five), run("2", SED, five)], [0, 0]],
	])("%s", (_, entries, hits) => {
		expect(follow("Claude Code's stub", entries)).toEqual(hits.map((hit) => (hit ? [WHOLE, WHOLE - STUB] : 0)));
	});
});

describe("a reference to one of the last 5 answers", () => {
	const REFERENCE = 33;
	const answer = (id: string, letter: string, length = 200, ending?: Ending): Entry[] =>
		run(id, `print ${id}`, letter.repeat(length), ending);
	const others = (...letters: string[]): Entry[][] => letters.map((letter) => answer(letter, letter));
	test.each<Case>([
		["stands for the same text from another call", [answer("1", "a"), answer("2", "a")], [0, 1]],
		[
			"reaches back five answers",
			[answer("1", "a"), ...others("b", "c", "d", "e"), answer("2", "a")],
			[0, 0, 0, 0, 0, 1],
		],
		[
			"does not reach back six",
			[answer("1", "a"), ...others("b", "c", "d", "e", "f"), answer("2", "a")],
			[0, 0, 0, 0, 0, 0, 0],
		],
		[
			"counts from the last use",
			[answer("1", "a"), ...others("b", "c"), answer("2", "a"), ...others("d", "e", "f"), answer("3", "a")],
			[0, 0, 0, 1, 0, 0, 0, 1],
		],
		["does not stand for a short text", [answer("1", "a", 199), answer("2", "a", 199)], [0, 0]],
		["does not stand for a failure", [answer("1", "a", 200, FAILED), answer("2", "a", 200, FAILED)], [0, 0]],
		["does not stand for more than one text", [answer("1", "a"), answer("2", "a", 200, { plain: false })], [0, 0]],
		["is gone after a reset", [answer("1", "a"), reset, answer("2", "a")], [0, 0]],
		["does not see that the host erased the answer", [answer("1", "a"), erase("1"), answer("2", "a")], [0, 1]],
	])("%s", (_, entries, hits) => {
		expect(follow("last 5 answers", entries)).toEqual(hits.map((hit) => (hit ? [200, 200 - REFERENCE] : 0)));
	});

	test("is gone for a file that the model edits, if a tool has read it and not a command", () => {
		const edited = edit("2", "a", "b");
		expect(follow("last 5 answers", [read("1", lines), edited, read("3", lines)])).toEqual([0, 0, 0]);
		const said = follow("last 5 answers", [run("1", SHOW, plain), edited, run("3", SHOW, plain)]);
		expect(said).toEqual([0, 0, [619, 619 - REFERENCE]]);
	});
});

describe("a mark for the same range", () => {
	const MARK = 32;
	const tail: Input = { offset: 11 };
	test.each<Case>([
		["stands for the same lines again", [read("1", lines), read("2", lines)], [0, 1]],
		["stands for them after another range", [read("1", lines), middle("2"), read("3", lines)], [0, 0, 1]],
		[
			"stands for them after edits that were undone",
			[read("1", lines), edit("2", "a", "b"), read("3", lines)],
			[0, 0, 1],
		],
		["does not stand for changed lines", [read("1", lines), read("2", changed)], [0, 0]],
		[
			"does not stand for lines read in pieces",
			[read("1", lines.slice(0, 10), { limit: 10 }), read("2", lines.slice(10), tail), read("3", lines)],
			[0, 0, 0],
		],
		[
			"is gone after a reset, whatever is kept",
			[read("1", lines), reset, read("1", lines, {}, KEPT), read("2", lines)],
			[0, 0, 0],
		],
		["does not stand for a search", [grep("1"), grep("2")], [0, 0]],
	])("%s", (_, entries, hits) => {
		expect(follow("same range", entries)).toEqual(hits.map((hit) => (hit ? [WHOLE, WHOLE - MARK] : 0)));
	});

	test("replaces lines that a command has shown", () => {
		expect(follow("same range", [run("1", SED, five), middle("2")])).toEqual([0, [FIVE, FIVE - 31]]);
	});

	test("is not sent where the host has no such tool, though another host's was looked at before", () => {
		const entries = [read("1", lines), read("2", lines)];
		expect(follow("same range", entries)[1]).not.toBe(0);
		expect(follow("same range", entries, "pi")).toEqual([0, 0]);
	});
});
