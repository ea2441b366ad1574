import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { makeProject } from "../project.ts";
import { AGAIN, compareScene, each, expectNotes, expectUntouched, sessionsOf, troublesIn } from "./bad-day.ts";
import { compare } from "./compare.ts";
import { enlarge } from "./large-log.ts";
import { byPlugin, type Program } from "./live.ts";
import { runClaudeCode, type Version } from "./run.ts";
import { type Played, type Scene, says, toolsIn } from "./scenes.ts";
import { byShell, SERVER } from "./server.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

describe("a log that", () => {
	const goBetween = join(import.meta.dirname, "go-between.ts");
	const spoiltBy = (spoil: string, copy: string): Program => {
		return { command: process.execPath, args: [...SERVER.slice(1, 3), goBetween, spoil, copy, ...SERVER] };
	};
	const newCopy = (): string => join(makeFolder("state"), "log.jsonl");

	test.each(
		each([
			["is a folder", /EISDIR/],
			["ends in the middle of a line", /unreachable/],
			["has unknown kinds of lines", /unreachable/],
			["has unknown kinds of blocks", /fresh/],
		] as const),
	)(
		"in Claude Code %s %s changes nothing",
		async (version, spoil, trouble) => {
			const copy = newCopy();
			const wiring = byPlugin(spoiltBy(spoil, copy));
			const compared = await compareScene(AGAIN, version, wiring);
			expectUntouched(compared);
			expect(existsSync(copy)).toBe(true);
			expect(troublesIn(wiring, sessionsOf(compared)).join("\n")).toMatch(trouble);
		},
		TIME,
	);

	test.each(each([["has lost half a line"], ["is of an unknown version"]] as const))(
		"in Claude Code %s %s proves no more than what is left of it",
		async (version, spoil) => {
			expectNotes(await compareScene(AGAIN, version, byPlugin(spoiltBy(spoil, newCopy()))));
		},
		TIME,
	);

	test.each(each([[]]))(
		"Claude Code %s does not write changes nothing",
		async (version) => {
			const [wiring, session] = [byPlugin(), crypto.randomUUID()];
			expectUntouched(await compareScene(unwritten(session), version, wiring));
			expect(troublesIn(wiring, [session]).join("\n")).toMatch(/unreachable/);
		},
		TIME,
	);
});

/** A session of which the host keeps nothing. */
function unwritten(session: string): Scene {
	const args = ["--session-id", session, "--no-session-persistence"];
	return (tools) => AGAIN(tools).map((run) => ({ ...run, args }));
}

describe("a log of 100 MB", () => {
	test.each(each([[]]))(
		"in Claude Code %s is read from where it matters, in little memory",
		async (version) => {
			const folder = makeFolder("state");
			const [file, peak] = [join(folder, "process"), join(folder, "peak")];
			const program = byShell(`echo $$ > ${file}; exec ${SERVER.join(" ")}`);
			const look = `grep VmHWM /proc/$(cat ${file} 2>&1)/status > ${peak} 2>/dev/null; true`;
			const compared = await compare((args) => playLarge(version, args, look), version, byPlugin(program));
			expectNotes(compared);
			const megabytes = Number(/\d+/.exec(readFileSync(peak, "utf8"))?.[0]) / 1024;
			expect(megabytes).toBeLessThan(300);
		},
		TIME,
	);
});

/** A session whose log has grown very large since it was left. */
async function playLarge(version: Version, args: readonly string[], look: string): Promise<Played> {
	const [home, project] = [makeFolder("home"), makeProject()];
	const { read, bash } = toolsIn(project);
	const before = await runClaudeCode({
		...{ home, project, version, args },
		prompts: ["Read the duration parser."],
		replies: [says("Here it is.", read("src/duration.ts")), says("It reads durations.")],
	});
	for (const log of before.logs) enlarge(log, LARGE);
	const after = await runClaudeCode({
		...{ home, project, version, args: ["--continue", ...args] },
		prompts: ["And what did it look like?"],
		replies: [
			says("I read it again.", bash("cat src/duration.ts")),
			says("The clock too.", read("src/clock.ts")),
			says("Its first half.", bash("head -n 40 src/clock.ts")),
			says("How large have you become?", bash(look)),
			says("It looks as it did."),
		],
	});
	return { project, requests: [...before.requests, ...after.requests], logs: after.logs };
}

const LARGE = 100_000_000;
