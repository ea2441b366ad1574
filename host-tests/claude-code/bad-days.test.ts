import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { AGAIN, compareScene, each, expectHarmless, expectNotes, expectUntouched, received, TWICE } from "./bad-day.ts";
import { byPlugin, bySettings } from "./live.ts";
import type { Version } from "./run.ts";
import { type Scene, says } from "./scenes.ts";
import { byShell, SERVER } from "./server.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const NEWER: Version = "2.1.325";
const IBID = SERVER.join(" ");

describe("the model gets what it would have got", () => {
	// The newer version tells its model about a server that does not connect; no server can prevent that.
	test.each(
		each([
			["does not start", { command: "/nowhere/ibid", args: [] }],
			["ends at once", { command: "false", args: [] }],
			["says nothing but what it hears", { command: "cat", args: [] }],
			["never says anything", { command: "sleep", args: ["100"] }],
		] as const),
	)(
		"in Claude Code %s if the server %s",
		async (version, _, program) => {
			expectUntouched(await compareScene(TWICE, version, byPlugin(program)), version === NEWER);
		},
		TIME,
	);

	test.each(
		each([
			["words", 's/"text":"{.*}"/"text":"no JSON"/'],
			["an answer of another shape", 's/\\(updatedToolOutput..:\\).*\\(}}"}\\]}}\\)$/\\117\\2/'],
			["an error", 's/"result":{"content".*/"error":{"code":-32000,"message":"ibid is ill"}}/'],
			["half a line", "/updatedToolOutput/s/^\\(.\\{99\\}\\).*/\\1/"],
		] as const),
	)(
		"in Claude Code %s if the server answers a hook with %s",
		async (version, _, change) => {
			const wiring = byPlugin(byShell(`${IBID} | sed -u '${change}'`));
			const compared = await compareScene(AGAIN, version, wiring);
			expectUntouched(compared);
			expect(compared.notes).not.toEqual([]);
			expect(received(compared, wiring).notes).toEqual([]);
		},
		TIME,
	);

	test.each(
		each([
			["is not there", { command: "/nowhere/ibid", args: [] }],
			["says no JSON", { command: "echo", args: ["no", "JSON"] }],
			["says half of its JSON", { command: "echo", args: [`'{"hookSpecificOutput":{"hook'`] }],
		] as const),
	)(
		"in Claude Code %s if the program of the hook in the settings %s",
		async (version, _, program) => {
			expectUntouched(await compareScene(TWICE, version, bySettings(program)));
		},
		TIME,
	);
});

describe("a server in Claude Code", () => {
	test.each(each([[]]))(
		"%s that is killed in the middle of a session does no harm; the newer version starts it again",
		async (version) => {
			const file = join(makeFolder("state"), "process");
			const scene = killed(file);
			const compared = await compareScene(scene, version, byPlugin(byShell(`echo $$ > ${file}; exec ${IBID}`)));
			const isStartedAgain = existsSync(file);
			expect(isStartedAgain).toBe(version === NEWER);
			if (isStartedAgain) expectNotes(compared);
			else expectUntouched(compared);
		},
		TIME,
	);

	test.each(each([[]]))(
		"%s that hangs for a while misses one call, claims nothing for it, and answers the next call by what is in the context then",
		async (version) => {
			const wiring = byPlugin(byShell(`${DEAF_FOR_A_WHILE} | ${IBID}`));
			const compared = await compareScene(AGAIN, version, wiring);
			const { notes } = received(compared, wiring);
			expect(compared.notes.length).toBe(notes.length);
			expectNotes({ ...compared, notes });
		},
		TIME,
	);

	test.each(each([[]]))(
		"%s that takes four seconds to start makes only the newer version wait",
		async (version) => {
			const compared = await compareScene(AGAIN, version, byPlugin(byShell(`sleep 4; exec ${IBID}`)));
			if (version === NEWER) expectNotes(compared, true);
			else expectHarmless(compared);
		},
		TIME,
	);
});

/** In the middle of a session the model kills the process whose number is in a file. */
function killed(file: string): Scene {
	return ({ read, bash }) => [
		{
			prompts: ["Read the duration parser, then make an end of it."],
			replies: [
				says("Once.", read("src/duration.ts")),
				says("The end.", bash(`kill -s KILL $(cat ${file} 2>/dev/null) 2>/dev/null; rm -f ${file}`)),
				says("Twice.", bash("cat src/duration.ts")),
				says("A part of it.", bash("sed -n '10,60p' src/duration.ts")),
				says("I know it."),
			],
		},
	];
}

/** Passes lines on, but hangs for longer than the host waits when it gets a certain command. */
const DEAF_FOR_A_WHILE =
	'while IFS= read -r line; do case $line in *PostToolUse*"cat src/d"*) sleep 3 ;; esac; printf "%s\\n" "$line"; done';

describe("a folder of state that", () => {
	const mount = "mount -t tmpfs -o size=16k none $IBID_STATE && cat /dev/zero > $IBID_STATE/full";

	test.each(
		each([
			["cannot be written", byShell(`IBID_STATE=/proc/ibid exec ${IBID}`)],
			["is a file", byShell(`IBID_STATE=/etc/passwd exec ${IBID}`)],
			["has no room", { command: "unshare", args: ["-rm", "sh", "-c", `${mount}; exec ${IBID}`] }],
		] as const),
	)(
		"in Claude Code %s %s changes nothing",
		async (version, _, program) => {
			expectUntouched(await compareScene(AGAIN, version, byPlugin(program)));
		},
		TIME,
	);

	test.each(each([[]]))(
		"in Claude Code %s has room for one answer allows one to be shortened",
		async (version) => {
			const program = byShell(`trap "" XFSZ; ulimit -f 1; exec ${IBID}`);
			const compared = await compareScene(AGAIN, version, byPlugin(program));
			expectHarmless(compared);
			expect(compared.notes.length).toBeLessThanOrEqual(1);
		},
		TIME,
	);
});
