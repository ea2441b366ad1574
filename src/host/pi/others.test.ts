import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import { others } from "./others.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-others-"));
afterAll(() => rmSync(base, { recursive: true }));

/** The tools that are seen in a home with these files, each with the file that shows it. */
function seenIn(files: Readonly<Record<string, object | string>>): string[] {
	const home = mkdtempSync(join(base, "home-"));
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), typeof content === "string" ? content : JSON.stringify(content));
	}
	const machine = thisMachine(home, {}, join(home, "data"));
	return others(machine, join(home, "project")).map(({ name, where }) => `${name} ${where.slice(home.length + 1)}`);
}

const USER = ".pi/agent/settings.json";

describe("pi has other tools", () => {
	test.each<[string, Record<string, object | string>, string[]]>([
		["by no file at all", {}, []],
		["by a package", { [USER]: { packages: ["npm:pi-readcache"] } }, [`pi-readcache ${USER}`]],
		[
			"by a package of which parts are wanted",
			{ [USER]: { packages: [{ source: "git:github.com/x/pi-readcache@v1", skills: [] }] } },
			[`pi-readcache ${USER}`],
		],
		[
			"by a package of a project",
			{ "project/.pi/settings.json": { packages: ["npm:context-mode"] } },
			["context-mode project/.pi/settings.json"],
		],
		["by an extension in a list", { [USER]: { extensions: ["~/src/pi-readcache"] } }, [`pi-readcache ${USER}`]],
		["by a file in a folder", { ".pi/agent/extensions/rtk.ts": "" }, ["rtk .pi/agent/extensions/rtk.ts"]],
		[
			"by a server",
			{ ".pi/agent/mcp.json": { mcpServers: { "context-mode": {} } } },
			["context-mode .pi/agent/mcp.json"],
		],
		[
			"but not by a package whose extensions nobody wants",
			{ [USER]: { packages: [{ source: "npm:pi-readcache", extensions: [] }] } },
			[],
		],
		["but not by what nobody understands", { [USER]: "{", ".pi/agent/mcp.json": "7" }, []],
	])("%s", (_, files, expected) => expect(seenIn(files)).toEqual(expected));
});
