import { expect, test } from "bun:test";
import { code, type Desk, numbered, openDesk, plain } from "../../sim/desk.ts";
import { seeded } from "../../sim/random.ts";
import type { Answer } from "./types.ts";

const LINES = code(60);

type Look = (desk: Desk, from: number, to: number) => Answer;

const run =
	(command: (from: number, to: number) => string): Look =>
	(desk, from, to) =>
		desk.ask("Bash", { command: command(from, to) }, plain(LINES.slice(from, to)));

const VIEWS: readonly Look[] = [
	(desk, from, to) => {
		const range = { file_path: "a.ts", offset: from + 1, limit: to - from };
		return desk.ask("Read", range, numbered(LINES.slice(from, to), from + 1));
	},
	run((from, to) => `sed -n '${from + 1},${to}p' a.ts`),
	run((from, to) => `head -n ${to} a.ts | tail -n +${from + 1}`),
];

/** How often in a row a line of an unchanged file is left out at most, if it is looked at in random ways and ranges. */
function longestRow(seed: number): number {
	const random = seeded(seed);
	const desk = openDesk();
	const rows = LINES.map(() => 0);
	let longest = 0;
	for (let step = 0; step < 40; step++) {
		const from = random.int(0, 50);
		const to = Math.min(LINES.length, from + random.int(1, random.chance(0.3) ? 4 : 60));
		const { text } = random.pick(VIEWS)(desk, from, to);
		for (let line = from; line < to; line++) rows[line] = text.includes(LINES[line]!) ? 0 : rows[line]! + 1;
		longest = Math.max(longest, ...rows);
	}
	return longest;
}

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

test("leaves no line of a file out more than twice in a row, whatever ranges the model asks for", () => {
	expect(seeds.filter((seed) => longestRow(seed) > 2)).toEqual([]);
});

test("shortens a file after each own edit, however often its other lines were left out before", () => {
	const desk = openDesk();
	let now = LINES;
	desk.ask("Read", { file_path: "a.ts" }, numbered(now));
	const forms = [5, 25, 45, 15].map((line) => {
		const edit = { file_path: "a.ts", old_string: now[line]!, new_string: `// changed line ${line}` };
		desk.ask("Edit", edit, "edited");
		now = now.with(line, edit.new_string);
		return desk.ask("Read", { file_path: "a.ts" }, numbered(now)).text.length < 1000;
	});
	expect(forms).toEqual([true, true, true, true]);
});
