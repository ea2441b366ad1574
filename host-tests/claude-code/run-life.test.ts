import { afterAll, describe, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { arrivedIn, type ComparedRun, compareRun, expectProvedRun } from "./compare-run.ts";
import { LIVES, nameOf } from "./lives.ts";

const TIME = 120_000;
afterAll(removeFolders, TIME);

const GONE_ON = [
	"Read src/clock.ts: whole",
	"Read src/duration.ts 1-50: whole",
	"Read src/duration.ts: note",
	"Read src/counter.ts: whole",
	"cat src/clock.ts: note",
	"sed -n '51,109p' src/duration.ts: note",
];

/** What comes otherwise than with hooks: each request is shortened anew, and shows nothing of where a command runs. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
	"if the host sums up in the middle of a turn, what it keeps is whole, and only that is quoted": [
		"Read src/counter.ts: whole",
		"cat src/clock.ts: whole",
		"cat src/counter.ts: whole",
		"cat -n src/counter.ts: whole",
		"cat src/clock.ts: whole",
	],
	"a fork has what its session had, but no record of its notes": GONE_ON,
	"on another machine a session has what it had, but no record of its notes": GONE_ON,
	"files of one name in two worktrees are two files": [
		"Read src/clock.ts: whole",
		"cat ../../../src/clock.ts: note",
		"cat src/clock.ts: whole",
		"cat ../../../src/clock.ts: whole",
	],
	"what is rewound or summed up on the screen is not quoted": [
		"Read src/clock.ts: whole",
		"Read src/counter.ts: whole",
		"Read src/counter.ts: whole",
		"cat src/clock.ts: note",
		"Read src/clock.ts: note",
		"cat src/counter.ts: note",
	],
};

/** Nothing is guessed, so the same comes in each run. */
describe("under ibid run, in Claude Code", () => {
	test.each(Object.entries(LIVES))(
		"%s",
		async (name, { live, comes }) => {
			const compared = await compareRun((run) => live({ version: "2.1.325", args: [], elsewhere: [], run }));
			expectProvedRun(compared);
			expect(formsIn(compared)).toEqual([...(OTHERWISE[name] ?? comes)]);
		},
		TIME,
	);
});

function formsIn({ live, originals }: ComparedRun): string[] {
	return arrivedIn({ live, originals }).flatMap(({ exchange: { call, text }, original }) => {
		const name = nameOf(call, live.project);
		return /^(?:Read|cat|sed) /.test(name) ? [`${name}: ${text === original ? "whole" : "note"}`] : [];
	});
}
