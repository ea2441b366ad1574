import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { newTerminal } from "../terminal/terminal.ts";
import { type InstallState, installState, nextLines, nextStep } from "./next-step.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-next-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A home in which OpenCode, as far as files tell, has our plugin and others. */
function homeWith(name: string, plugins: readonly string[], isThere: boolean): string {
	const home = join(root, name);
	const plugin = join(home, "program", "dist", "opencode", "plugin.js");
	write(
		join(home, ".config", "opencode", "opencode.json"),
		JSON.stringify({ plugin: [...plugins, pathToFileURL(plugin)] }),
	);
	if (isThere) write(plugin, "");
	return home;
}

function write(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

function standingIn(home: string): Promise<InstallState> {
	// No program can be started here.
	const environment = { PATH: join(root, "nothing"), IBID_STATE: join(home, "state") };
	return installState({ ...newTerminal("", ""), home, environment });
}

describe("the state of ibid follows from files:", () => {
	test.each([
		["no host has it", () => join(root, "no-such-user"), { hosts: [], isWrong: false }],
		["a host has it", () => homeWith("fine", [], true), { hosts: ["OpenCode"], isWrong: false }],
		["its program is gone", () => homeWith("gone", [], false), { hosts: ["OpenCode"], isWrong: true }],
		[
			"it does nothing because of another plugin",
			() => homeWith("aside", ["@tarquinen/opencode-dcp"], true),
			{ hosts: ["OpenCode"], isWrong: false },
		],
	])("%s", async (_, home, expected) => {
		expect(await standingIn(home())).toEqual(expected);
	});
});

describe("what to do now:", () => {
	const wired = { hosts: ["Claude Code", "pi"], isWrong: false };
	test.each([
		["install", { hosts: [], isWrong: false }, "ibid show last", "ibid install"],
		["have it looked at", { ...wired, isWrong: true }, "ibid show last", "ibid doctor"],
		["look at an answer", wired, "ibid show last", "ibid show last"],
		["work", wired, undefined, "a session in Claude Code or pi, then ibid again"],
	])("%s", (_, standing, show, step) => {
		expect(nextStep(standing, show)).toBe(step);
	});

	test("is on a line of its own, as it is typed here", () => {
		const looks = { width: 80, bold: (text: string) => `<${text}>`, program: "npx ibid" };
		expect(nextLines("ibid install", looks)).toEqual(["<Next>            npx ibid install"]);
		expect(nextLines("a session, then ibid again", looks)).toEqual(["<Next>            a session, then ibid again"]);
	});
});
