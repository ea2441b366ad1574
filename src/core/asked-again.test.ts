import { expect, test } from "bun:test";
import { type ConversationFixture, code, newConversation, numbered, plain } from "../../sim/conversation-fixture.ts";
import { seeded } from "../../sim/random.ts";
import type { Answer } from "./types.ts";

const LINES = code(60);

type Look = (conversation: ConversationFixture, from: number, to: number) => Answer;

const run =
	(command: (from: number, to: number) => string): Look =>
	(conversation, from, to) =>
		conversation.ask("Bash", { command: command(from, to) }, plain(LINES.slice(from, to)));

const VIEWS: readonly Look[] = [
	(conversation, from, to) => {
		const range = { file_path: "a.ts", offset: from + 1, limit: to - from };
		return conversation.ask("Read", range, numbered(LINES.slice(from, to), from + 1));
	},
	run((from, to) => `sed -n '${from + 1},${to}p' a.ts`),
	run((from, to) => `head -n ${to} a.ts | tail -n +${from + 1}`),
];

/** Lines of an unchanged file that come as a note although one left them out in the last three turns. */
function refusedAgain(seed: number): number[] {
	const random = seeded(seed);
	const conversation = newConversation();
	conversation.ask("Read", { file_path: "a.ts" }, numbered(LINES));
	const leftOutAt = LINES.map(() => Number.NEGATIVE_INFINITY);
	const refused: number[] = [];
	for (let turn = 0; turn < 40; turn++) {
		const from = random.int(0, 50);
		const to = Math.min(LINES.length, from + random.int(1, random.chance(0.3) ? 4 : 60));
		const { text } = random.pick(VIEWS)(conversation, from, to);
		for (let line = from; line < to; line++) {
			const isShown = text.includes(LINES[line]!);
			if (!isShown && turn - leftOutAt[line]! <= 3) refused.push(line);
			leftOutAt[line] = isShown ? Number.NEGATIVE_INFINITY : turn;
		}
	}
	return refused;
}

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

test("shows every line that was left out in the last three turns, whatever ranges the model asks for", () => {
	expect(seeds.flatMap(refusedAgain)).toEqual([]);
});

test("shortens a file after each own edit, however often its other lines were left out before", () => {
	const conversation = newConversation();
	let now = LINES;
	conversation.ask("Read", { file_path: "a.ts" }, numbered(now));
	const forms = [5, 25, 45, 15].map((line) => {
		const edit = { file_path: "a.ts", old_string: now[line]!, new_string: `// changed line ${line}` };
		conversation.ask("Edit", edit, "edited");
		now = now.with(line, edit.new_string);
		return conversation.ask("Read", { file_path: "a.ts" }, numbered(now)).text.length < 1000;
	});
	expect(forms).toEqual([true, true, true, true]);
});
