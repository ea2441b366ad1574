import { createHash } from "node:crypto";
import { structuredPatch } from "diff";
import { decide, type NoteCodec } from "../src/core/decide.ts";
import { defaultPolicy } from "../src/core/policy.ts";
import { render } from "../src/core/render.ts";
import type { Window } from "../src/core/window.ts";
import { type Effort, measure, median, percentile, type Times } from "./measure.ts";
import { type Random, seeded } from "./random.ts";
import { foldAnswer, foldCall, foldStep, look } from "./replay.ts";
import { LICENCE } from "./session.ts";
import { ms, printTable, type Row, times } from "./table.ts";
import { changeLines, codeLines, insertLines, outputLines } from "./texts.ts";
import { cat, readClaudeCode, readOpenCode, run, type Step } from "./tools.ts";

/**
 * Prints how long ibid takes to answer 2,000 lines of every kind, and how long well-known work on the same bytes takes.
 */
export function benchArrivals(window: Window): void {
	const results = kindsOf(seeded(2)).map((kind) => ({ kind, ...timeArrival(window, kind) }));
	const times2000 = "2,000 lines arrive: lens and decide, ms; then the answer is folded";
	printTable("1. Time per arrival", times2000, results.map(ownRow));
	const beside = "p50 in ms: SHA-256 of the same text, diffs of the same lines without numbers; ratio: ours to theirs";
	printTable("1b. Beside well-known work", `${beside}; * gave up after ${MOST_EDITS} edits`, results.map(besideRow));
}

/** Lines in the window, lines that arrive, and both as a host shows them. */
type Kind = {
	readonly name: string;
	readonly before: readonly string[];
	readonly after: readonly string[];
	readonly earlier: Step | undefined;
	readonly arriving: Step;
};

type Timed = { readonly answer: string; readonly gaveUp: boolean } & Record<Task, Times>;
type Task = "checked" | "unchecked" | "lens" | "folded" | "sha256" | "jsdiff";

const LINES = 2000;
const MOST_EDITS = 1000;
const EFFORT: Effort = { rounds: 250, most: 1500 };

function kindsOf(random: Random): Kind[] {
	const old = codeLines(random, LINES);
	const changed = changeLines(random, old, 10);
	const shifted = insertLines(old.slice(0, -3), 200, codeLines(random, 3));
	const other = [...LICENCE, ...codeLines(random, LINES - LICENCE.length)];
	const output = outputLines(random, LINES);
	const file = "src/large.ts";
	const again = (what: string, show: typeof cat, before: readonly string[], after: readonly string[]): Kind => {
		return { name: what, before, after, earlier: show(file, before), arriving: show(file, after) };
	};
	const make: typeof cat = (_, lines) => run("make", lines);
	return [
		{ ...again("first read", readOpenCode, [], old), earlier: undefined },
		{ ...again("another file, same licence", readOpenCode, old, other), arriving: readOpenCode("src/b.ts", other) },
		again("unchanged", readOpenCode, old, old),
		again("10 lines changed", readOpenCode, old, changed),
		again("shifted by an insertion", readOpenCode, old, shifted),
		again("10 changed, numbers forced", readClaudeCode, old, changed),
		again("10 changed, cat", cat, old, changed),
		again("command run again, 2 changed", make, output, changeLines(random, output, 2)),
	];
}

function timeArrival(base: Window, { before, after, earlier, arriving }: Kind): Timed {
	const standing = earlier ? foldStep(base, earlier) : base;
	const window = foldCall(standing, arriving);
	const answer = decide(window, look(arriving));
	const { text } = arriving;
	const [old, current] = [before.join("\n"), after.join("\n")];
	const unchecked: NoteCodec = { render, read: () => text };
	const diff = () => structuredPatch("a", "b", old, current, "", "", { maxEditLength: MOST_EDITS });
	const measured = measure(
		{
			checked: () => () => decide(window, look(arriving)),
			unchecked: () => () => decide(window, look(arriving), defaultPolicy, unchecked),
			lens: () => () => look(arriving),
			folded: () => foldOnto(fork(standing), arriving, answer),
			sha256: () => () => createHash("sha256").update(text).digest("hex"),
			jsdiff: () => diff,
		},
		EFFORT,
	);
	const worded = `${answer.form}${answer.reason ? ` (${answer.reason})` : ""}`;
	return { ...measured, answer: `${worded} ${answer.before} → ${answer.after}`, gaveUp: diff() === undefined };
}

function foldOnto(window: Window, step: Step, answer: ReturnType<typeof decide>): () => Window {
	const called = foldCall(window, step);
	return () => foldAnswer(called, step, answer);
}

/** A separate window on which folding no longer makes a copy. */
function fork(window: Window): Window {
	return foldStep(window, run("true", ["done"]));
}

function ownRow({ kind, answer, checked, unchecked, lens, folded }: Timed & { readonly kind: Kind }): Row {
	return {
		arrival: kind.name,
		"answer, tokens": answer,
		p50: ms(median(checked)),
		p99: ms(percentile(checked, 0.99)),
		"p50 unchecked": ms(median(unchecked)),
		"p99 unchecked": ms(percentile(unchecked, 0.99)),
		"lens p50": ms(median(lens)),
		"fold p50": ms(median(folded)),
		"fold p99": ms(percentile(folded, 0.99)),
	};
}

function besideRow({ kind, gaveUp, checked, sha256, jsdiff }: Timed & { readonly kind: Kind }): Row {
	const ours = median(checked);
	return {
		arrival: kind.name,
		KB: (kind.arriving.text.length / 1024).toFixed(0),
		"ours p50": ms(ours),
		"SHA-256": ms(median(sha256)),
		"ratio ": times(ours, median(sha256)),
		jsdiff: ms(median(jsdiff)) + (gaveUp ? "*" : ""),
		"ratio  ": times(ours, median(jsdiff)),
	};
}
