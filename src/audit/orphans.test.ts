import { expect, test } from "bun:test";
import { code, plain } from "../../sim/desk.ts";
import { toolsOf } from "../lens/hosts.ts";
import { limitsOf } from "../limits/limits.ts";
import type { Entry } from "../transcript/types.ts";
import { type OrphanWatch, watchOrphans } from "./orphans.ts";
import type { Terms } from "./replay.ts";
import { answersTo } from "./verify.ts";

const terms: Terms = { tools: () => toolsOf("pi"), limits: limitsOf("pi"), isBestAsked: false };

function read(id: string, path: string): Entry[] {
	const call = { id, tool: "bash", input: { command: `cat ${path}` }, directory: "/home/you/project" };
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call, version: "" },
		{ kind: "result", id, text: plain(code(40)), outcome: "done", plain: true, kept: false, time: undefined },
	];
}

/** A watch that has seen lines come whole with the first call, and a note about them with the second. */
function watch(): OrphanWatch {
	const answers = answersTo({ agent: undefined, entries: [...read("1", "a.ts"), ...read("2", "a.ts")] }, terms);
	expect(answers.map(({ answer }) => answer.form)).toEqual(["whole", "same"]);
	const watched = watchOrphans(terms);
	for (const answered of answers) watched.sent(answered);
	return watched;
}

test("a note whose passage the host takes away is an orphan, once", () => {
	const watched = watch();
	expect([watched.erased(["1"]), watched.erased(["1"])]).toEqual([1, 0]);
});

test("a note that goes with its passage, or before it, is none", () => {
	expect(watch().erased(["1", "2"])).toBe(0);
	const watched = watch();
	expect([watched.erased(["2"]), watched.erased(["1"])]).toEqual([0, 0]);
});

test("a note stays what it is if something else goes", () => {
	const watched = watch();
	expect([watched.erased(["3"]), watched.erased(["1"])]).toEqual([0, 1]);
});

test("a note from before a reset is none any more", () => {
	const watched = watch();
	watched.reset();
	expect(watched.erased(["1"])).toBe(0);
});
