import { afterAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { compare, expectProved, expectUntouched, shortenedIn } from "./compare.ts";
import { byScript, byTailCall, executable, type Wiring } from "./live.ts";
import { AGAIN_IN_YOLO, garbling } from "./live-scenes-care.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const NOTES = ["src/clock.ts (2)", "src/duration.ts 10 90"];

/** ibid's output, changed on its way to the host; the host still started it. */
function changed(by: string): string {
	return `exec ${executable()} "$@" > >(${by})`;
}

/** ibid with the path of another log. */
function toldOf(log: string): string {
	return `exec ${executable()} "$@" < <(sed 's#"transcript_path":"[^"]*"#"transcript_path":"${log}"#')`;
}

/** A home directory in which no program has the name ibid. */
function removed(): Wiring {
	const wiring = byTailCall();
	return { ...wiring, environment: { IBID_STATE: wiring.state } };
}

/** A host that does not wait long. */
function impatient(wiring: Wiring, milliseconds = 300): Wiring {
	const hooks = JSON.parse(JSON.stringify(wiring.hooks), (key, value) => (key === "timeout" ? milliseconds : value));
	return { ...wiring, hooks };
}

describe("Gemini CLI's model gets what it would have got", () => {
	const sick: readonly (readonly [string, () => Wiring])[] = [
		["is gone", removed],
		["takes too long", () => impatient(byScript("exec sleep 30"))],
		["fails", () => byScript("exit 1")],
		["is told of a host that it does not know", () => byScript(`exec ${executable()} hook nowhere`)],
		["is killed", () => byScript("kill -s KILL $$")],
		["says nothing", () => byScript("true")],
		["says words", () => byScript("echo 'ibid is ill'")],
		["says half of what it has to say", () => byScript(changed("head -c 60"))],
		["says something else", () => byScript(changed("sed s/tailToolCallRequest/tailCall/"))],
		["cannot write its record", () => byScript(`IBID_STATE=/proc/ibid exec ${executable()} "$@"`)],
	];

	test.each(sick)(
		"if the program that answers hooks %s",
		async (_, wiring) => expectUntouched(await compare(AGAIN_IN_YOLO, wiring())),
		TIME,
	);

	test.each([
		["is not there", () => "/nowhere/session.jsonl"],
		["is a folder", () => makeFolder("state")],
		["is empty", () => fileWith("")],
		["is no log", () => fileWith("What a fine day.\n")],
		["is that of another session", () => fileWith('{"sessionId":"other","projectHash":"none","kind":"main"}\n')],
	])("if the log %s", async (_, log) => expectUntouched(await compare(AGAIN_IN_YOLO, byScript(toldOf(log())))), TIME);
});

function fileWith(text: string): string {
	const path = join(makeFolder("state"), "session.jsonl");
	writeFileSync(path, text);
	return path;
}

describe("ibid in Gemini CLI", () => {
	test(
		"reports the hooks that the host has stopped, and leaves their results alone",
		async () => {
			const log = join(makeFolder("state"), "session.jsonl");
			execFileSync("mkfifo", [log]);
			const wiring = impatient(byScript(toldOf(log)), 1500);
			expectUntouched(await compare(AGAIN_IN_YOLO, wiring));
			const environment = { ...process.env, IBID_STATE: wiring.state };
			const report = execFileSync(executable(), ["report", "--json"], { env: environment, encoding: "utf8" });
			const { failures, outOfTime, answers } = JSON.parse(report).all;
			expect({ failures, answers }).toEqual({ failures: outOfTime, answers: 0 });
			expect(outOfTime).toBeGreaterThan(0);
			expect(readdirSync(join(wiring.state, "gemini-cli", "begun"))).toEqual([]);
		},
		TIME,
	);

	test(
		"works through a program in between",
		async () => {
			const compared = await compare(AGAIN_IN_YOLO, byScript(changed("cat")));
			expectProved(compared);
			expect(shortenedIn(compared)).toEqual(NOTES);
		},
		TIME,
	);

	test(
		"sends results in full once it cannot read a line of the log",
		async () => {
			const compared = await compare(garbling("no JSON"));
			expectProved(compared, 1);
			expect(shortenedIn(compared)).toEqual(["src/clock.ts (2)"]);
		},
		TIME,
	);
});
