import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { thisMachine } from "../../src/install/machine.ts";
import type { Machine } from "../../src/install/types.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { examine, ibidDoes } from "../install-commands.ts";
import { makePackage, treeOf } from "../install-place.ts";
import { environmentFor, programFor } from "./run.ts";

let root = "";
beforeAll(async () => {
	root = await makePackage();
}, 60_000);
afterAll(removeFolders, 60_000);

const OWN = `{ "theme": "dark" }\n`;

/** What can be seen of an ibid that comes or goes, in the order in which it happens. */
type Moment = (machine: Machine) => boolean;
const isCopied: Moment = ({ data }) => existsSync(data);
const isWritten: Moment = ({ data }) => existsSync(journalIn(data));
const isTold: Moment = ({ home }) => readFileSync(settingsIn(home), "utf8").includes("program");
const isLeaving: Moment = ({ data }) => !readFileSync(journalIn(data), "utf8").includes(`"isDone":true`);
const isForgotten: Moment = ({ home }) => !readFileSync(settingsIn(home), "utf8").includes("program");

test.each([
	["begins to copy itself", isCopied],
	["has written down what there was", isWritten],
	["stands in the settings", isTold],
])(
	"an ibid that is killed when it %s is repaired by the next command",
	async (_, isNow) => {
		for (const next of ["install", "uninstall"]) {
			const { machine, before } = await killedWhen(isNow, ["install", "--yes"]);
			if (next === "install") {
				ibidDoes(root, { machine }, "install", "--yes");
				expect(examine(root, { machine }, "pi")).toEqual({ wired: "yes", stale: undefined, code: 0 });
			}
			ibidDoes(root, { machine }, "uninstall");
			expect(treeIn(machine)).toEqual(before);
			expect(existsSync(machine.data)).toBe(false);
		}
	},
	120_000,
);

test.each([
	["begins to leave", isLeaving],
	["is out of the settings", isForgotten],
])(
	"an ibid that is killed when it %s is removed by the next command",
	async (_, isNow) => {
		const { machine, before } = await killedWhen(isNow, ["uninstall"], ["install", "--yes"]);
		ibidDoes(root, { machine }, "uninstall");
		expect(treeIn(machine)).toEqual(before);
		expect(existsSync(machine.data)).toBe(false);
	},
	120_000,
);

function makeMachine(): Machine {
	const [home, bin] = [makeFolder("home"), join(makeFolder("plugin"), "bin")];
	mkdirSync(join(home, ".pi", "agent"), { recursive: true });
	writeFileSync(settingsIn(home), OWN);
	mkdirSync(bin);
	writeFileSync(join(bin, "pi"), `#!/bin/sh\nexec ${programFor("1.5.0").join(" ")} "$@"\n`, { mode: 0o755 });
	const environment = { ...environmentFor({ home }), PATH: `${bin}:/usr/bin:/bin` };
	return thisMachine(home, environment, join(home, ".local", "state", "ibid"));
}

function settingsIn(home: string): string {
	return join(home, ".pi", "agent", "settings.json");
}

function journalIn(data: string): string {
	return join(data, "installed", "pi.json");
}

/** The home without folders that ibid and pi make for themselves. */
function treeIn({ home }: Machine): Map<string, string> {
	return treeOf(home, (path) =>
		/^(\.local|\.pi\/agent\/(auth|models-store)\.json|\.pi\/agent\/settings\.json\.lock)$/.test(path),
	);
}

type Scene = { readonly machine: Machine; readonly before: Map<string, string> };

/**
 * A machine on which a command was killed, with all that it had started, as soon as something could be seen, and what
 * stood there before ibid came. A command that was done before it could be killed is tried again on another.
 */
async function killedWhen(isNow: Moment, args: readonly string[], first: readonly string[] = []): Promise<Scene> {
	for (let tries = 0; tries < 10; tries++) {
		const machine = makeMachine();
		const before = treeIn(machine);
		if (first.length > 0) ibidDoes(root, { machine }, ...first);
		if (await isKilled(isNow, machine, args)) return { machine, before };
	}
	throw new Error(`ibid ${args.join(" ")} was always done before it could be killed.`);
}

async function isKilled(isNow: Moment, machine: Machine, args: readonly string[]): Promise<boolean> {
	const [program = "", ...words] = [Bun.which("node"), join(root, "dist", "cli.js"), ...args].map(String);
	const options = { cwd: machine.home, env: machine.environment, detached: true, stdio: "ignore" } as const;
	const child = spawn(program, words, options);
	const ended = once(child, "exit");
	while (child.exitCode === null && !isSeen(isNow, machine)) await Bun.sleep(0);
	if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
	const [, signal] = await ended;
	return signal === "SIGKILL";
}

/** What is just being replaced is not there. */
function isSeen(isNow: Moment, machine: Machine): boolean {
	try {
		return isNow(machine);
	} catch {
		return false;
	}
}
