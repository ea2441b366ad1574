import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { Other } from "../../install/types.ts";
import { others } from "./others.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-others-"));
afterAll(() => rmSync(base, { recursive: true }));

/** The tools that are seen in a home with these files. */
function seenIn(files: Readonly<Record<string, object | string>>): Other[] {
	const home = mkdtempSync(join(base, "home-"));
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), typeof content === "string" ? content : JSON.stringify(content));
	}
	const machine = thisMachine(home, {}, join(home, "data"));
	return others(machine, join(home, "project")).map((other) => ({
		...other,
		where: other.where.slice(home.length + 1),
	}));
}

const hooks = (command: string, event = "BeforeTool"): object => ({ hooks: { [event]: [{ hooks: [{ command }] }] } });

describe("Gemini CLI has other tools", () => {
	test.each<[string, Record<string, object | string>, string[]]>([
		["by no file at all", {}, []],
		["by a hook", { ".gemini/settings.json": hooks("/x/rtk-hook-gemini.sh") }, ["rtk .gemini/settings.json"]],
		[
			"by a hook of a project",
			{ "project/.gemini/settings.json": hooks("rtk hook gemini") },
			["rtk project/.gemini/settings.json"],
		],
		["by a server", { ".gemini/settings.json": { mcpServers: { drip: {} } } }, ["DRIP .gemini/settings.json"]],
		[
			"by an extension",
			{ ".gemini/extensions/context-mode/gemini-extension.json": "{}" },
			["context-mode .gemini/extensions/context-mode"],
		],
		[
			"by a hook of an extension",
			{ ".gemini/extensions/mine/hooks/hooks.json": hooks("rtk hook gemini") },
			["rtk .gemini/extensions/mine/hooks/hooks.json"],
		],
		["but not by what nobody understands", { ".gemini/settings.json": "{" }, []],
	])("%s", (_, files, expected) => {
		expect(seenIn(files).map(({ name, where }) => `${name} ${where}`)).toEqual(expected);
	});

	test("and one that speaks after tools makes ibid stand aside", () => {
		const late = seenIn({ ".gemini/settings.json": hooks("context-mode hook gemini-cli aftertool", "AfterTool") });
		expect(late).toMatchObject([{ name: "context-mode", means: expect.stringContaining("leaves them as they are") }]);
		const early = seenIn({ ".gemini/settings.json": hooks("context-mode hook gemini-cli beforetool") });
		expect(early).toMatchObject([{ name: "context-mode", means: expect.stringContaining("works on what comes in") }]);
	});
});
