import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { makePackage, treeOf } from "../install-place.ts";
import { type Ended, run } from "../program.ts";
import { openScreen } from "../screen.ts";
import { environmentFor, programFor } from "./run.ts";

/** Commands as a user types them, on a machine that has pi and no other host. */
const NODE = Bun.which("node") ?? "node";
const OWN = `{ "theme": "dark" }\n`;
let cli = "";

beforeAll(async () => {
	cli = join(await makePackage(), "dist", "cli.js");
}, 60_000);
afterAll(removeFolders, 60_000);

type Home = { readonly home: string; readonly settings: string; readonly environment: Record<string, string> };

function makeHome(): Home {
	const [home, bin] = [makeFolder("home"), join(makeFolder("plugin"), "bin")];
	const settings = join(home, ".pi", "agent", "settings.json");
	mkdirSync(join(settings, ".."), { recursive: true });
	writeFileSync(settings, OWN);
	mkdirSync(bin);
	writeFileSync(join(bin, "pi"), `#!/bin/sh\nexec ${programFor("1.5.0").join(" ")} "$@"\n`, { mode: 0o755 });
	const environment = { ...environmentFor({ home }), PATH: `${bin}:/usr/bin:/bin` };
	return { home, settings, environment };
}

function ibid({ home, environment }: Home, ...args: readonly string[]): Promise<Ended> {
	return run(NODE, [cli, ...args], { folder: home, environment });
}

/** The output on one line, however wide the terminal was taken to be. */
function unwrapped(output: string): string {
	return output.replace(/\s+/g, " ");
}

test("a dry run shows each step and does nothing", async () => {
	const place = makeHome();
	const before = treeOf(place.home, () => false);
	const { code, output } = await ibid(place, "install", "--dry-run");
	expect([code, output.split("\n")[0]]).toEqual([0, "pi 1.5.0"]);
	expect(output).toContain("pi install ~/.local/state/ibid/program");
	expect(unwrapped(output)).toContain(
		"ibid changes nothing else; each agent is started once as a test and may write files of its own. Undo: ibid uninstall",
	);
	expect(treeOf(place.home, () => false)).toEqual(before);
}, 60_000);

test("ibid does nothing without a terminal, and names a missing host", async () => {
	const place = makeHome();
	const unasked = await ibid(place, "install");
	expect([unasked.code, unasked.errors]).toEqual([
		2,
		"ibid: Not a terminal. Use --yes to install without confirmation.\n",
	]);
	const missing = await ibid(place, "install", "codex", "--yes");
	expect([missing.code, missing.errors]).toEqual([2, "ibid: Codex was not found on your PATH.\n"]);
	expect(readFileSync(place.settings, "utf8")).toBe(OWN);
	expect(existsSync(join(place.home, ".local"))).toBe(false);
}, 60_000);

test("the user may look at the plan first, and say no", async () => {
	const { home, settings, environment } = makeHome();
	const screen = openScreen({ command: [NODE, cli, "install"], folder: home, environment });
	await screen.see("Proceed? [y]es / [N]o / [d]iff");
	await screen.say("d");
	await screen.see("Proceed? [y]es / [N]o / [d]iff");
	await screen.say("n");
	await screen.see("Nothing was changed.");
	await screen.close();
	expect(readFileSync(settings, "utf8")).toBe(OWN);
}, 60_000);

test.each([
	["interrupt", 130],
	["end", 0],
] as const)(
	"the key to %s is understood as an answer, and nothing is written",
	async (key, code) => {
		const { home, environment } = makeHome();
		const before = treeOf(home, () => false);
		const screen = openScreen({ command: [NODE, cli, "install"], folder: home, environment });
		await screen.see("Proceed? [y]es / [N]o / [d]iff");
		await screen.press(key);
		await screen.see("Nothing was changed.");
		expect(await screen.ended()).toBe(code);
		expect(treeOf(home, () => false)).toEqual(before);
	},
	60_000,
);

test("ibid is installed, says so after a real answer, restores every byte when it is uninstalled, and deletes its own files if asked", async () => {
	const place = makeHome();
	const come = await ibid(place, "install", "--yes");
	expect([come.code, come.errors]).toEqual([0, ""]);
	expect(come.output).toMatch(/\n✓ pi: installed and working \([\d.]+ m?s\)\n$/);
	expect(readFileSync(place.settings, "utf8")).toContain("state/ibid/program");
	const record = join(place.home, ".local", "state", "ibid", "answers");
	mkdirSync(record);
	writeFileSync(join(record, "session.jsonl"), "{}\n");
	const gone = await ibid(place, "uninstall");
	expect([gone.code, gone.errors]).toEqual([0, ""]);
	expect(gone.output).toContain("✓ pi: ibid removed\n  ~/.pi/agent/settings.json restored as it was before ibid\n");
	expect(unwrapped(gone.output)).toEndWith("kept in ~/.local/state/ibid (1 KB); to delete it: ibid uninstall --purge ");
	expect(readFileSync(place.settings, "utf8")).toBe(OWN);
	const purged = await ibid(place, "uninstall", "--purge");
	expect([purged.code, purged.output]).toEqual([
		0,
		"ibid is not installed in any of these agents.\nNothing of ibid is left on this machine.\n",
	]);
	expect(existsSync(join(place.home, ".local", "state", "ibid"))).toBe(false);
}, 60_000);

test("what the user has changed since stays, and the difference is shown", async () => {
	const place = makeHome();
	await ibid(place, "install", "pi", "--yes");
	writeFileSync(place.settings, readFileSync(place.settings, "utf8").replace('"dark"', '"light"'));
	const { output } = await ibid(place, "uninstall", "pi");
	expect(output).toContain("~/.pi/agent/settings.json was changed since; only ibid's part was removed:\n");
	expect(output).toMatch(/\n {4}-.*state\/ibid\/program/);
	expect(output).toMatch(/\nNothing of ibid is left on this machine\.\n$/);
	expect(JSON.parse(readFileSync(place.settings, "utf8"))).toEqual({ theme: "light" });
}, 60_000);

test("the doctor sees that ibid is missing, works, has failed, and is gone", async () => {
	const place = makeHome();
	const stands = async (): Promise<[number | undefined, string]> => {
		const { code, output } = await ibid(place, "doctor");
		return [code, output.split("\n").find((line) => line.includes("pi 1.5.0")) ?? ""];
	};
	expect(await stands()).toEqual([0, "– pi 1.5.0     not installed: ibid install pi"]);
	await ibid(place, "install", "--yes");
	expect(await stands()).toEqual([0, "✓ pi 1.5.0     works"]);
	const state = join(place.home, ".local", "state", "ibid");
	const failure = { kind: "failure", schema: 1, time: Date.now(), host: "pi", session: "s", what: "the disk is full" };
	mkdirSync(join(state, "answers"));
	writeFileSync(join(state, "answers", "s.1.jsonl"), `${JSON.stringify(failure)}\n`);
	expect(await stands()).toEqual([0, "✓ pi 1.5.0     works; last failure today: the disk is full"]);
	rmSync(join(state, "program", "dist"), { recursive: true });
	expect((await stands())[0]).toBe(1);
	const { hosts } = JSON.parse((await ibid(place, "doctor", "--json")).output);
	expect(hosts.at(-1)).toMatchObject({ host: "pi", version: "1.5.0", wired: { kind: "half" } });
}, 60_000);
