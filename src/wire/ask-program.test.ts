import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeTrial as claudeTrial } from "../host/claude-code/install.ts";
import { makeTrial as codexTrial } from "../host/codex/app-server.ts";
import { askProgram, tryServer } from "./ask-program.ts";

const CLI = join(import.meta.dirname, "..", "cli.ts");
const TRIALS = [
	["claude-code", claudeTrial],
	["codex", codexTrial],
] as const;

describe("a server under test", () => {
	test.each(TRIALS)("shortens a result of %s that was shown before", async (host, makeTrial) => {
		expect(await tryServer([process.execPath, CLI, "serve", host], process.env, makeTrial)).toBeUndefined();
	});

	test("does so whatever the user has set, and leaves nothing behind", async () => {
		let folder = "";
		const makeTrial = (made: string): object => {
			folder = made;
			return claudeTrial(made);
		};
		const environment = { ...process.env, IBID: "off", IBID_STATE: "/nowhere" };
		expect(await tryServer([process.execPath, CLI, "serve", "claude-code"], environment, makeTrial)).toBeUndefined();
		expect(folder).not.toBe("");
		expect(existsSync(folder)).toBe(false);
	});

	test.each([
		["another host's", [process.execPath, CLI, "serve", "codex"], "A text that was sent twice was not shortened: {}"],
		["one that ends", ["true"], "ibid's server does not work: it ended with 0."],
		["one that is not there", ["/no/such/program"], "ENOENT"],
		["one that answers another question", ["echo", "hello"], "it ended with 0"],
	])("is reported if it is %s", async (_, words, why) => {
		expect(await tryServer(words, process.env, claudeTrial)).toContain(why);
	});
});

test("does not make ibid wait if it does not answer", async () => {
	const started = { program: "cat", args: [], environment: process.env, folder: "/" };
	const asked = askProgram(started, ({ ask }) => ask("anything", {}), 50);
	await expect(asked).rejects.toThrow("it did not answer in time");
});
