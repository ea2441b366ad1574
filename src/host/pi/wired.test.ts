import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { agentFolder, wired } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-pi-"));
afterAll(() => rmSync(base, { recursive: true }));

/** A home with these settings, and a program in its data folder. */
function machineWith(settings: unknown, environment: Machine["environment"] = {}): Machine {
	const home = mkdtempSync(join(base, "home-"));
	const machine = thisMachine(home, environment, join(home, "data"));
	for (const folder of ["data/program", "older/program", "mine"]) {
		put(join(home, folder, "package.json"), `{"name": "${folder === "mine" ? "mine" : "ibid"}"}`);
		put(join(home, folder, "dist", "pi", "extension.js"), "");
	}
	const text = typeof settings === "string" ? settings : JSON.stringify(settings);
	if (settings !== undefined) put(join(agentFolder(machine), "settings.json"), text.replaceAll("$HOME", home));
	return machine;
}

function put(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

function expectWired(machine: Machine, expected: InstallStatus["kind"], folder = "data"): void {
	const now = wired(machine);
	expect(now.kind).toBe(expected);
	if (now.kind === "yes")
		expect(now.launcher).toEqual([join(machine.home, folder, "program", "dist", "pi", "extension.js")]);
}

describe("pi loads ibid", () => {
	test.each<[string, object]>([
		["by a path from its settings", { packages: ["npm:other", "../../data/program"] }],
		["by a whole path", { packages: ["$HOME/data/program"] }],
		["by a path from the home", { packages: ["~/data/program"] }],
		["as one that is filtered, but not its extension", { packages: [{ source: "../../data/program", skills: [] }] }],
	])("%s", (_, settings) => expectWired(machineWith(settings), "yes"));

	test("from a data folder of former days", () => {
		expectWired(machineWith({ packages: ["../../older/program"] }), "yes", "older");
	});

	test("by settings in a folder that it is told of", () => {
		expectWired(machineWith({ packages: ["../data/program"] }, { PI_CODING_AGENT_DIR: "~/agent" }), "yes");
	});
});

describe("pi does not know ibid", () => {
	test.each<[string, unknown]>([
		["where it has no settings", undefined],
		["if they cannot be read", `{"packages": ["../../data/program"], // mine\n}`],
		["where they name no packages", {}],
		["where packages are no list", { packages: "../../data/program" }],
		["where packages are others", { packages: ["npm:ibid-like", "../../mine", { source: "git:x/program" }, 7, null] }],
	])("%s", (_, settings) => expectWired(machineWith(settings), "no"));
});

describe("pi has half of ibid", () => {
	test.each<[string, object]>([
		["where no extension is wanted", { packages: [{ source: "../../data/program", extensions: [] }] }],
		["where ours is not", { packages: [{ source: "../../data/program", extensions: ["-dist/pi/extension.js"] }] }],
	])("%s", (_, settings) => expectWired(machineWith(settings), "half"));

	test("where a project does not want it, and only there", () => {
		const machine = machineWith({ packages: ["../../data/program"] });
		const project = join(machine.home, "project");
		const entry = { source: "../../data/program", extensions: [] };
		put(join(project, ".pi", "settings.json"), JSON.stringify({ packages: [entry] }));
		const why = `its extension is turned off in ${join(project, ".pi", "settings.json")}`;
		expect(wired(machine, project)).toEqual({ kind: "half", why });
		expect(wired(machine, machine.home).kind).toBe("yes");
		expectWired(machine, "yes");
	});

	test("but not in a project that wants it again", () => {
		const machine = machineWith({ packages: [{ source: "../../data/program", extensions: [] }] });
		const project = join(machine.home, "project");
		put(join(project, ".pi", "settings.json"), JSON.stringify({ packages: ["../../data/program"] }));
		expect(wired(machine, project).kind).toBe("yes");
		expectWired(machine, "half");
	});

	test("where the program is gone", () => {
		const machine = machineWith({ packages: ["../../data/program"] });
		rmSync(join(machine.home, "data"), { recursive: true });
		expectWired(machine, "half");
	});
});
