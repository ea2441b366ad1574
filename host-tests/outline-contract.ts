import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Range } from "../src/core/types.ts";
import type { RecordLine } from "../src/store/record-lines.ts";
import { expectOnlyAppended } from "./beginnings.ts";
import { change, put } from "./files.ts";
import { FILE, type OutlineAct, type OutlinePart, type OutlineScene, SOURCE } from "./outline-scenes.ts";

/** A real host with ibid in it, for which the user has switched outlines on. */
export type OutlineStage = {
	readonly project: () => string;
	/** Plays the parts of a session, each with the turns that a scripted model takes. */
	readonly play: (parts: readonly OutlinePrompt[], project: string) => Promise<readonly RecordLine[]>;
};

/** A prompt, and what the model calls for with the results in front of it; at the end it calls for nothing. */
export type OutlinePrompt = Pick<OutlinePart, "before"> & {
	readonly text: string;
	readonly turns: readonly ((results: readonly string[]) => OutlineAct | undefined)[];
};

/** Plays scenes in a real host: what the model gets, and what is then on the disk. */
export function testOutlines(
	name: string,
	begin: () => OutlineStage,
	scenes: Readonly<Record<string, OutlineScene>>,
): void {
	describe(`outlines in ${name}`, () => {
		test.each(Object.entries(scenes))("%s", (_, scene) => expectToCome(begin(), scene), TIME);
	});
}

const TIME = 120_000;

async function expectToCome(
	stage: OutlineStage,
	{ parts, source = SOURCE, ends = source }: OutlineScene,
): Promise<void> {
	const project = stage.project();
	const path = join(project, FILE);
	put(path, source);
	const heard = parts.map((part) => listen(part, path));
	const recorded = await stage.play(
		heard.map(({ prompt }) => prompt),
		project,
	);
	for (const [at, part] of parts.entries()) {
		const acts = part.steps.flatMap((step) => ("act" in step ? step : []));
		const { moments } = heard[at]!;
		const came = moments.slice(1).map((moment) => comingOf(moment, project));
		expect(acts.map(({ act }, index) => told(act, came[index]))).toEqual(
			acts.map(({ act, comes }) => told(act, comes)),
		);
		expectOnlyAppended(moments.map(({ results }) => results));
	}
	expect(readFileSync(path, "utf8")).toBe(ends);
	expect(recorded.filter(({ kind }) => kind === "failure")).toEqual([]);
}

function told(act: OutlineAct, comes = ""): string {
	return `${JSON.stringify(act).slice(0, 100)}: ${comes}`;
}

/** What a request has, what the model has written, and the file as it is then. */
type Moment = {
	readonly results: readonly string[];
	readonly own: readonly string[];
	readonly lines: readonly string[];
};

/** A prompt that notes each request, and changes the file where a scene says so. */
function listen(
	{ before, prompt: text = "Look.", steps }: OutlinePart,
	path: string,
): { readonly prompt: OutlinePrompt; readonly moments: readonly Moment[] } {
	const moments: Moment[] = [];
	const own: string[] = [];
	const note = (results: readonly string[]): void => {
		moments.push({ results, own: [...own], lines: readFileSync(path, "utf8").trimEnd().split("\n") });
	};
	const turns = steps.flatMap((step, at) => {
		if (!("act" in step)) return [];
		const others = steps[at - 1];
		return (results: readonly string[]) => {
			note(results);
			if (others && "changes" in others) change(path, ...others.changes);
			if ("text" in step.act) own.push(...step.act.text.split("\n"));
			return step.act;
		};
	});
	const end = (results: readonly string[]): undefined => {
		note(results);
	};
	return { prompt: { before, text, turns: [...turns, end] }, moments };
}

/** How the result has come that is new in a request. */
function comingOf({ results, own, lines }: Moment, project: string): string {
	const above = results.slice(0, -1).flatMap((text) => text.split("\n").map((line) => plainLine(line).text));
	const result = (results.at(-1) ?? "").replaceAll(`${project}/`, "");
	return wordsOf(result, lines, new Set([...above, ...own])).join(" ");
}

/**
 * A result in words: the numbers of the lines that it brings, in brackets those that a mark names, and other sentences
 * of ibid as they are. A note brings lines that the model has had in front of it.
 */
function wordsOf(text: string, lines: readonly string[], known: ReadonlySet<string>): string[] {
	const brought: (Range | string)[] = [];
	for (const item of text.split("\n").flatMap((line) => broughtBy(line, lines, known))) {
		const last = brought.at(-1);
		if (typeof item === "object" && typeof last === "object" && item.first === last.last + 1)
			brought.splice(-1, 1, { first: last.first, last: item.last });
		else brought.push(item);
	}
	return brought.map((item) => (typeof item === "string" ? item : wordsFor(item)));
}

function broughtBy(line: string, lines: readonly string[], known: ReadonlySet<string>): (Range | string)[] {
	const number = numberOf(line, lines);
	if (number !== undefined) return [{ first: number, last: number }];
	const sentence = /\[ibid\] .*|Nothing was written: .*[^.]/.exec(line)?.[0];
	if (sentence === undefined || LEGENDS.some((legend) => legend.test(sentence))) return [];
	const [, folded] = /^\[ibid\] lines (\d+-\d+) folded$/.exec(sentence) ?? [];
	if (folded !== undefined) return [`[${folded}]`];
	const noted = [...sentence.matchAll(/(?:^\[ibid\]|;) lines? (\d+)(?:-(\d+))? (?:as|=) /g)].map(([, first, last]) => {
		return { first: Number(first), last: Number(last ?? first) };
	});
	const isKnown = ({ first, last }: Range): boolean => lines.slice(first - 1, last).every((each) => known.has(each));
	return noted.length > 0
		? noted.map((range) => (isKnown(range) ? range : `${wordsFor(range)} never seen`))
		: [sentence];
}

/** What stands above an outline, and above lines with other numbers than the host's. */
const LEGENDS = [/^\[ibid\] Bodies of functions are folded: /, /^\[ibid\] "1\\t" before a line is short for /];

/** The number of a line of the file in a result: the one that is printed before it must be its own. */
function numberOf(line: string, lines: readonly string[]): number | undefined {
	const { text, printed } = plainLine(line);
	const number = lines.indexOf(text) + 1;
	if (number === 0) return undefined;
	return printed === undefined || printed === number ? number : Number.NaN;
}

/** A line without the number that a tool prints before it. */
function plainLine(line: string): { readonly text: string; readonly printed: number | undefined } {
	const [, printed, text = line] = /^ *(\d+)(?:: |→|\t|:|\|)(.*)$/.exec(line) ?? [];
	return { text, printed: printed === undefined ? undefined : Number(printed) };
}

function wordsFor({ first, last }: Range): string {
	return first === last ? String(first) : `${first}-${last}`;
}
