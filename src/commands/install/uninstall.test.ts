import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { newPaint } from "../terminal/terminal.ts";
import { uninstall } from "./uninstall.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-uninstall-"));
afterAll(() => rmSync(base, { recursive: true }));

type Files = Readonly<Record<string, string>>;

/** A home with these files, and folders whose names end with a slash, and what becomes of it when ibid leaves. */
async function leaving(files: Files, flags: readonly string[] = [], ...rest: readonly string[]) {
	return await leavingFrom(mkdtempSync(join(base, "home-")), files, flags, ...rest);
}

async function leavingFrom(home: string, files: Files, flags: readonly string[] = [], ...rest: readonly string[]) {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(name.endsWith("/") ? join(home, name) : dirname(join(home, name)), { recursive: true });
		if (!name.endsWith("/")) writeFileSync(join(home, name), text);
	}
	const lines: string[] = [];
	const args = {
		positionals: rest,
		flag: (name: string) => flags.includes(name),
		text: () => undefined,
		texts: () => [],
	};
	const code = await uninstall(
		{ ...args, number: () => undefined },
		{
			...newPaint(false),
			print: (more) => lines.push(...more),
			say: (line) => lines.push(line),
			progress: () => {},
			width: 200,
			home,
			environment: { PATH: "", IBID_STATE: join(home, "kept") },
			program: "npx ibid",
			processors: 1,
			now: new Date(0),
			worker: [],
			interrupt: new AbortController().signal,
		},
	);
	return { home, code, lines };
}

const PROGRAM: Files = {
	"kept/program/package.json": '{"name":"ibid"}',
	"kept/program/dist/cli.js": "x".repeat(5000),
	"kept/program.new/package.json": '{"name":"ibid"}',
	"kept/program.old/": "",
	"kept/plugins/codex/a": "",
	"kept/plugins/claude-code.new/a": "",
	"kept/installed/": "",
};
const RECORD: Files = {
	"kept/answers/s.1.jsonl": "x".repeat(1500),
	"kept/forgotten": "",
	"kept/page.html": "",
	"kept/page.html.77.new": "half",
};

test("the record is kept unless it is not wanted, and its size is that of the record", async () => {
	const { home, code, lines } = await leaving({ ...PROGRAM, ...RECORD });
	expect([code, lines.at(-1)]).toEqual([
		0,
		"ibid's record is kept in ~/kept (2 KB); to delete it: npx ibid uninstall --purge",
	]);
	expect(readdirSync(join(home, "kept")).sort()).toEqual(Object.keys(RECORD).map((path) => path.split("/")[1] ?? ""));
	const purged = await leaving({ ...PROGRAM, ...RECORD }, ["purge"]);
	expect([purged.code, purged.lines.at(-1)]).toEqual([0, "Nothing of ibid is left on this machine."]);
	expect(readdirSync(purged.home)).toEqual([]);
});

test("a folder that the user chose keeps everything that is not ibid's", async () => {
	const { home, lines } = await leaving({ ...PROGRAM, ...RECORD, "kept/thesis.txt": "mine" }, ["purge"]);
	expect(lines.at(-1)).toBe("Nothing of ibid is left on this machine.");
	expect(readdirSync(join(home, "kept"))).toEqual(["thesis.txt"]);
});

test("so it does where that is called as ibid's things are", async () => {
	const theirs: Files = {
		"kept/answers/1.txt": "mine",
		"kept/installed/fonts.txt": "mine",
		"kept/plugins/mine.js": "mine",
		"kept/program.old/package.json": '{"name":"thesis"}',
		"kept/program/thesis.txt": "mine",
	};
	const { home, code } = await leaving(theirs, ["purge"]);
	expect(code).toBe(0);
	for (const [name, text] of Object.entries(theirs)) expect(readFileSync(join(home, name), "utf8")).toBe(text);
});

test.each([
	["elsewhere", "~/elsewhere"],
	["else where", '"HOME/else where"'],
])("another folder from which a host started ibid is named: %s", async (name, typed) => {
	const home = mkdtempSync(join(base, "home-"));
	const plugin = pathToFileURL(join(home, name, "program/dist/opencode/plugin.js")).href;
	const files = {
		".config/opencode/opencode.json": JSON.stringify({ plugin: [plugin] }),
		[`${name}/program/package.json`]: '{"name":"ibid"}',
		[`${name}/program/dist/opencode/plugin.js`]: "",
	};
	const { lines } = await leavingFrom(home, files);
	expect(lines.slice(-1)).toEqual([
		`Another copy of ibid is in ~/${name}; to remove it: IBID_STATE=${typed.replace("HOME", home)} npx ibid uninstall`,
	]);
	expect(existsSync(join(home, name, "program"))).toBe(true);
});

test("so it is where the host would not start it now", async () => {
	const home = mkdtempSync(join(base, "home-"));
	const { lines } = await leavingFrom(home, {
		".codex/config.toml": `[marketplaces.ibid]\nsource = "${home}/elsewhere/plugins/codex"\n`,
		"elsewhere/program/package.json": '{"name":"ibid"}',
	});
	expect(lines.at(-1)).toStartWith("Another copy of ibid is in ~/elsewhere; ");
});

test("a file in the folder's place is left alone", async () => {
	const { home, code } = await leaving({ kept: "mine" }, ["purge"]);
	expect([code, readFileSync(join(home, "kept"), "utf8")]).toEqual([0, "mine"]);
});

test("settings of the user's stay, and that is said", async () => {
	const { home, lines } = await leaving({ ".config/ibid/config.jsonc": "{}" }, ["purge"]);
	expect(lines.at(-1)).toBe(
		"Nothing of ibid is left on this machine but your settings in ~/.config/ibid/config.jsonc.",
	);
	expect(existsSync(join(home, ".config/ibid/config.jsonc"))).toBe(true);
});

test("an empty folder for settings goes, also where the record stays", async () => {
	const { home } = await leaving({ ...RECORD, ".config/ibid/": "" });
	expect(existsSync(join(home, ".config", "ibid"))).toBe(false);
});

test("as long as a host has it nothing is taken away, nor called all that is recorded", async () => {
	const files = { ...PROGRAM, ...RECORD, ".gemini/extensions/ibid/launcher.json": "{}" };
	const { home, lines } = await leaving(files, [], "opencode");
	expect(lines).toEqual(["ibid is not installed in any of these agents."]);
	expect(existsSync(join(home, "kept/program/dist/cli.js"))).toBe(true);
});

test("a host that cannot be read is reported, and ibid is removed from the others", async () => {
	const plugin = pathToFileURL("/kept/program/dist/opencode/plugin.js").href;
	const opencode = { ".config/opencode/opencode.json": JSON.stringify({ plugin: [plugin] }) };
	const { home, code, lines } = await leaving({
		...PROGRAM,
		...opencode,
		".codex/plugins/cache/ibid/ibid": "no folder",
	});
	expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^✗ Codex: ENOTDIR: /)]);
	expect(lines).toContain("✓ OpenCode: ibid removed");
	expect(readFileSync(join(home, ".config/opencode/opencode.json"), "utf8")).not.toContain("plugin.js");
	expect(existsSync(join(home, "kept/program/dist/cli.js"))).toBe(true);
});
