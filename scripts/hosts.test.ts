import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTS } from "../src/hosts.ts";
import { readTree } from "./imports.ts";

const ROOT = join(import.meta.dir, "..");

const MADE_UP = `
import { join } from "node:path";
import type { HostDefinition } from "../definition.ts";

export const madeUp: HostDefinition = {
	name: "made-up",
	title: "Made Up",
	variable: "MADE_UP_HOME",
	logs: (home) => [{ folder: join(home, "made-up"), isLog: (path) => path.endsWith(".log") }],
	declares: 0,
	beyond: "it is made up",
	async knowledge() {
		const { everyRequestLimits: limits } = await import("../../limits/limits.ts");
		const entries = [{ kind: "turn", usage: { input: 7, cacheRead: 0, cacheWrite: 0, output: 1 } }];
		const recording = { host: "made-up", session: "1", threads: [{ agent: undefined, entries }], skipped: 0 };
		const tools = { lenses: {}, unwrap: (lines) => ({ from: 0, end: lines.length, outcome: "done" }) };
		return {
			tools: () => tools,
			requestTools: tools,
			limits,
			prices: { write: 1, read: 1, output: 1 },
			reader: { read: (text) => (text.includes("made-up") ? recording : undefined), isDocument: false },
			record: { namesCalls: true, keepsOriginals: true },
		};
	},
	installer: async () => ({
		host: "made-up",
		title: "Made Up",
		program: "made-up",
		find: async () => ({ program: "/bin/made-up", version: "1" }),
		touches: () => [],
		install: () => [],
		uninstall: () => [],
		wired: () => ({ kind: "no" }),
		status: () => ({ kind: "no" }),
		others: () => [],
		tryOut: async () => undefined,
	}),
};
`;

describe("a host's name", () => {
	const names = HOSTS.map(({ name }) => name);
	const spelled = new RegExp(`["'\`](${names.join("|")})["'\`]`);

	test("is spelled only in leaves that are named after the host", () => {
		const found = [...readTree(ROOT)].flatMap(([file, source]) => {
			const isLeaf = names.some((name) => file.includes(`/${name}/`) || new RegExp(`/${name}[.-]`).test(file));
			const lines = source.split("\n").filter((line) => spelled.test(line) && !/^\s*(\*|\/\*|\/\/)/.test(line));
			return isLeaf ? [] : lines.map((line) => `${file}: ${line.trim()}`);
		});
		expect(found).toEqual([]);
	});

	test("leads to its folder from the list of hosts alone", () => {
		const folders = new RegExp(`host/(${names.join("|")})/`);
		const found = [...readTree(ROOT)].filter(([file, source]) => !file.startsWith("src/host/") && folders.test(source));
		expect(found.map(([file]) => file)).toEqual(["src/hosts.ts"]);
	});
});

describe("a made-up host that is added to the list", () => {
	const folder = mkdtempSync(join(tmpdir(), "ibid-hosts-"));
	afterAll(() => rmSync(folder, { recursive: true }));
	cpSync(join(ROOT, "src"), join(folder, "src"), { recursive: true });
	cpSync(join(ROOT, "proof"), join(folder, "proof"), { recursive: true });
	cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
	symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
	mkdirSync(join(folder, "src/host/made-up"));
	writeFileSync(join(folder, "src/host/made-up/index.ts"), MADE_UP);
	const list = readFileSync(join(folder, "src/hosts.ts"), "utf8");
	const added = list.replace(/(HOSTS: readonly HostDefinition\[\] = \[)/, "$1madeUp, ");
	writeFileSync(join(folder, "src/hosts.ts"), `import { madeUp } from "./host/made-up/index.ts";\n${added}`);
	const home = join(folder, "home");
	mkdirSync(join(home, "made-up"), { recursive: true });
	writeFileSync(join(home, "made-up/1.log"), '{"host":"made-up"}\n');

	test.each<[args: string[], said: RegExp]>([
		[["audit", "--host", "made-up"], /Made Up +1 /],
		[["audit", join(home, "made-up/1.log")], /Made Up +1 /],
		[["config"], /hosts\.made-up +true/],
		[["install", "--dry-run", "made-up"], /Made Up/],
		[["doctor"], /Made Up/],
		[["help", "environment"], /MADE_UP_HOME/],
	])("is known to ibid %p", (args, said) => {
		const { stdout, stderr } = Bun.spawnSync([process.execPath, join(folder, "src/cli.ts"), ...args], {
			env: { PATH: process.env.PATH ?? "", HOME: home },
		});
		expect(`${stdout}${stderr}`).toMatch(said);
	});
});
