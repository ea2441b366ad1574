import type { Random } from "./random.ts";
import { changeLines, name, shuffle, uniqueLines } from "./texts.ts";
import { cat, run, type Step } from "./tools.ts";

/** Steps that are in a window before a hard one arrives. */
export type Case = { readonly name: string; readonly earlier: readonly Step[]; readonly arriving: Step };

/** Pairs of similar texts that are hard to compare, each as a file and as the output of a command. */
export function hardTexts(random: Random): Case[] {
	return pairs(random).flatMap(([what, before, after]) => [
		{ name: `${what}: cat`, earlier: [cat("data.txt", before)], arriving: cat("data.txt", after) },
		{ name: `${what}: output`, earlier: [run("make", before)], arriving: run("make", after) },
	]);
}

const MANY = 50_000;

function pairs(random: Random): [what: string, before: string[], after: string[]][] {
	const draw = (lines: readonly string[]) => Array.from({ length: MANY }, () => random.pick(lines));
	const repeat = (line: string, count = MANY) => new Array<string>(count).fill(line);
	const turns = (count: number) => Array.from({ length: count }, (_, index) => GREEK[index % 2]!);
	const unique = uniqueLines(random, MANY);
	const long = Array.from({ length: 4 }, () => Array.from({ length: 80_000 }, () => name(random)).join(" "));
	const sameStart = unique.slice(0, 20_000).map((line) => `at the beginning of all lines stands this: ${line}`);
	const equal = repeat("one line like all the others");
	return [
		["50,000 equal lines, one changed", equal, changeLines(random, equal, 1)],
		["50,000 equal lines, one more", equal, [...equal, equal[0]!]],
		["4 lines of 1 MB, one changed", long, changeLines(random, long, 1)],
		["three long symbols at random", draw(GREEK), draw(GREEK)],
		["three short symbols at random", draw(["a", "b", "c"]), draw(["a", "b", "c"])],
		["50,000 unique lines shuffled", unique, shuffle(random, unique)],
		["every 10th of 50,000 changed", unique, changeLines(random, unique, MANY / 10)],
		["50,000 blank lines, one more", repeat(""), repeat("", MANY + 1)],
		["20,000 with one beginning", sameStart, changeLines(random, sameStart, 200)],
		["two lines in turn, one less", turns(MANY), turns(MANY).slice(1)],
	];
}

const GREEK = ["alpha beta gamma", "delta epsilon zeta", "eta theta iota"];
