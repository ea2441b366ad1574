import type { Random } from "../random.ts";

/** Files of one kind for a case: the model looks at the first one, and has also seen the others. */
const KINDS: Readonly<Record<string, (random: Random) => readonly (readonly string[])[]>> = {
	"lines that are all different": (random) => [unique(random)],
	"code with braces and blanks": (random) => [code(random)],
	"blocks that come again": (random) => [blocks(random)],
	"two copies of one file": (random) => {
		const lines = random.chance(0.5) ? unique(random) : code(random);
		return [lines, lines];
	},
};

export const FILE_KINDS: readonly string[] = Object.keys(KINDS);

export function drawFiles(kind: string, random: Random): readonly (readonly string[])[] {
	return KINDS[kind]!(random);
}

function unique(random: Random): string[] {
	const name = random.pick(["row", "step", "entry"]);
	return Array.from(
		{ length: random.int(45, 70) },
		(_, at) => `export const ${name}${at} = "some value number ${at} of the table"; // keep sorted`,
	);
}

function code(random: Random): string[] {
	const parts = Array.from({ length: random.int(6, 9) }, (_, at) => [
		`/** Adds what is left of part ${at} to the sum. */`,
		`export function part${at}(left: number, right: number): number {`,
		`\tconst sum${at} = left * ${random.int(2, 99)} + right;`,
		"\tif (sum < 0) {",
		"\t\tlog(left, right);",
		"\t}",
		`\treturn sum${at};`,
		"}",
		"",
	]);
	return parts.flat().slice(0, -1);
}

function blocks(random: Random): string[] {
	const block = Array.from({ length: 12 }, (_, at) => `  { "key": "colour ${at}", "value": ${random.int(1, 500)} },`);
	const between = (at: number): string[] => [`  { "group": ${at}, "items": "of table ${at}" },`];
	return [0, 1, 2, 3].flatMap((at) => [...between(at), ...block, ...(at % 2 ? [] : [`  // end of group ${at}`])]);
}
