import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { says, shell } from "./calls.ts";
import { type Compared, compare, expectProved, type LiveScene, shortenedIn, textsOf } from "./compare.ts";
import { byHooks, ibid, type Program, recordedIn, type Wiring } from "./live.ts";
import { session } from "./live-scenes.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

/** A file that is shown again and again. */
const AGAIN: LiveScene = [
	session(
		says("Once.", shell("cat src/duration.ts")),
		says("Twice.", shell("nl -ba src/duration.ts")),
		says("The clock.", shell("cat src/clock.ts")),
		says("The clock again.", shell("nl -ba src/clock.ts")),
		says("I know them."),
	),
];
const NOTES = ["nl -ba src/duration.ts", "nl -ba src/clock.ts"];

const { command, args } = ibid();
const IBID = [command, ...args].join(" ");

function byShell(script: string): Program {
	return { command: "sh", args: ["-c", script] };
}

/** Every result is what it is without ibid. */
function expectUntouched({ plain, live }: Compared): void {
	expect(textsOf(live)).toEqual(textsOf(plain));
	expect(textsOf(live).size).toBe(4);
}

describe("Codex's model gets what it would have got", () => {
	const sick: readonly (readonly [string, Program])[] = [
		["does not start", { command: "/nowhere/ibid", args: [] }],
		["ends at once", { command: "false", args: [] }],
		["says nothing but what it hears", { command: "cat", args: [] }],
		["cannot write its record", byShell(`IBID_STATE=/proc/ibid exec ${IBID}`)],
	];

	test.each(sick)(
		"if the server %s",
		async (_, program) => expectUntouched(await compare(AGAIN, byHooks(program, ["startup_timeout_sec = 2"]))),
		TIME,
	);

	test.each([
		["words", 's/"text":"{.*}"/"text":"no JSON"/'],
		["an answer of another shape", 's/reason\\\\":.*/reason\\\\":17}"}]}}/'],
		["an error", 's/"result":{"content".*/"error":{"code":-1,"message":"ibid is ill"}}/'],
		["half a line", "/reason/s/^\\(.\\{99\\}\\).*/\\1/"],
	])(
		"if the server answers a hook with %s",
		async (_, change) => {
			const wiring = byHooks(byShell(`${IBID} | sed -u '${change}'`));
			expectUntouched(await compare(AGAIN, wiring));
			const forms = recordedIn(wiring.state).flatMap((line) => (line.kind === "answer" ? line.form : []));
			expect(forms.filter((form) => form !== "whole")).not.toEqual([]);
		},
		TIME,
	);

	test(
		"if the user has not trusted the hooks",
		async () => {
			const wiring = { ...byHooks(), trusting: false };
			expectUntouched(await compare(AGAIN, wiring));
			expect(recordedIn(wiring.state)).toEqual([]);
		},
		TIME,
	);
});

describe("a server in Codex", () => {
	test(
		"that hangs for a while misses one call, and answers the next by what is in the context then",
		async () => {
			const compared = await compare(AGAIN, byHooks(byShell(`${DEAF_FOR_A_WHILE} | ${IBID}`)));
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual(["nl -ba src/clock.ts"]);
		},
		TIME,
	);

	test(
		"that takes a while to start makes Codex wait, or does no harm",
		async () => expectProved(await compare(AGAIN, byHooks(byShell(`sleep 2; exec ${IBID}`)))),
		TIME,
	);

	test(
		"that is killed in the middle of a session does no harm",
		async () => {
			const file = join(makeFolder("state"), "process");
			const wiring = byHooks(byShell(`echo $$ > ${file}; exec ${IBID}`));
			const compared = await compare(killed(file), wiring);
			expect(existsSync(file)).toBe(true);
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual(["nl -ba src/duration.ts"]);
		},
		TIME,
	);

	test(
		"that is started again for every session knows what it shortened before",
		async () => {
			const wiring: Wiring = byHooks();
			const compared = await compare([...AGAIN, { ...AGAIN[0]!, resume: true }], wiring);
			expectProved(compared);
			expect(shortenedIn(compared).slice(0, 2)).toEqual(NOTES);
		},
		TIME,
	);
});

/** In the middle of a session the model kills the process whose number is in a file. */
function killed(file: string): LiveScene {
	return [
		session(
			says("Once.", shell("cat src/duration.ts")),
			says("Twice.", shell("nl -ba src/duration.ts")),
			says("The end.", shell(`test ! -e ${file} || kill -s KILL $(cat ${file})`)),
			says("The clock.", shell("cat src/clock.ts")),
			says("Again.", shell("nl -ba src/clock.ts")),
			says("I know them."),
		),
	];
}

/** Passes lines on, but hangs for longer than the host waits when it gets a certain result. */
const DEAF_FOR_A_WHILE =
	'while IFS= read -r line; do case $line in *PostToolUse*"nl -ba src/d"*) sleep 3 ;; esac; printf "%s\\n" "$line"; done';
