import { afterAll, describe, expect, test } from "bun:test";
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Journal } from "../../install/journal.ts";
import { VERSION } from "../../runtime/program.ts";
import type { Arguments } from "../command-line/parse.ts";
import { newPaint, type Terminal } from "../terminal/terminal.ts";
import { doctor, LEAST_NODE } from "./doctor.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "ibid-doctor-")));
afterAll(() => rmSync(base, { recursive: true }));

/** Files of a home by their paths from there, in which $HOME stands for it. */
type Files = Readonly<Record<string, object | string>>;

const PROGRAM = ".local/state/ibid/program";
const CLI = `${PROGRAM}/dist/cli.js`;

/** OpenCode with ibid in it, as if it had been installed. */
const OPENCODE: Files = {
	".config/opencode/opencode.json": { plugin: [pathToFileURL(`/HOME/${PROGRAM}/dist/opencode/plugin.js`).href] },
	[`${PROGRAM}/dist/opencode/plugin.js`]: "",
	[CLI]: "",
	".local/state/ibid/installed/opencode.json": journal(),
};

function journal(change: Partial<Journal> = {}): Journal {
	const launcher = { program: "$HOME/bin/node", args: [`$HOME/${CLI}`], kind: "script" } as const;
	const nothing = { before: {}, rights: {}, folders: [], after: [], changed: [] };
	return { schema: 1, version: VERSION, launcher, isDone: true, ...nothing, ...change };
}

type Examined = {
	readonly home: string;
	readonly code: number;
	readonly lines: readonly string[];
	readonly said: readonly string[];
};

/** What the doctor says of a home with these files, with a host and a Node that tell their versions. */
async function examined(
	files: Files,
	width = 80,
	flags: readonly string[] = [],
	script = "nowhere/dist/cli.js",
	spoil: (home: string) => void = () => {},
): Promise<Examined> {
	const home = mkdtempSync(join(base, "home-"));
	put(home, { "bin/opencode": "#!/bin/sh\necho 1.18.33\n", "bin/node": "#!/bin/sh\necho v20.20.2\n", ...files });
	spoil(home);
	const [lines, said]: [string[], string[]] = [[], []];
	const terminal: Terminal = {
		...newPaint(false),
		print: (more) => lines.push(...more.flatMap((each) => each.split("\n"))),
		say: (line) => void said.push(line),
		progress: () => {},
		width,
		home,
		environment: { PATH: `${join(home, "bin")}`, HOME: home },
		program: "npx ibid",
		processors: 1,
		now: new Date(NOW),
		worker: [],
		interrupt: new AbortController().signal,
	};
	const code = await doctor(argumentsOf(flags), terminal, script);
	return { home, code, lines: lines.map((line) => line.replaceAll(home, "HOME")), said };
}

const NOW = Date.UTC(2026, 0, 31, 12);

function put(home: string, files: Files): void {
	for (const [name, content] of Object.entries(files)) {
		const text = typeof content === "string" ? content : JSON.stringify(content);
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), text.replaceAll(/\$HOME|\/HOME/g, home), { mode: 0o755 });
	}
}

function argumentsOf(flags: readonly string[]): Arguments {
	return {
		positionals: [],
		flag: (name) => flags.includes(name),
		text: () => undefined,
		texts: () => [],
		number: () => undefined,
	};
}

describe("the guard", () => {
	const refusal = {
		kind: "refusal",
		schema: 1,
		time: NOW,
		host: "pi",
		session: "s1",
		agent: "",
		tool: "write",
		write: "w",
	};
	const record = { ".local/state/ibid/answers/s1.1.jsonl": `${JSON.stringify(refusal)}\n` };

	test("is not spoken of where it had nothing to do", async () => {
		expect((await examined({})).lines.join(" ")).not.toContain("guard");
	});

	test("has refused something, and can be switched off", async () => {
		expect((await examined(record)).lines.join(" ").replaceAll(/\s+/g, " ")).toContain(
			"The guard has refused 1 write with a note. To allow such writes: npx ibid config set guard false",
		);
		expect(JSON.parse((await examined(record, 80, ["json"])).lines.join("\n"))).toMatchObject({
			guard: true,
			refused: 1,
		});
	});

	test("is off, and can be switched on", async () => {
		const { lines } = await examined({ ".config/ibid/config.jsonc": { guard: false } });
		expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain("To prevent that: npx ibid config set guard true");
	});
});

describe("the doctor of a home", () => {
	test("in which nothing is installed says what to do", async () => {
		const { code, lines } = await examined({ "bin/pi": "#!/bin/sh\nexit 1\n" });
		expect([code, ...lines]).toEqual([
			0,
			`ibid ${VERSION}`,
			"– Claude Code       not found on your PATH",
			"– Codex             not found on your PATH",
			"– Gemini CLI        not found on your PATH",
			"– OpenCode 1.18.33  not installed: npx ibid install opencode",
			"– pi                not found: ~/bin/pi does not start, or is another program",
			"Next: npx ibid install",
		]);
	});

	test("in which it works says what hosts start", async () => {
		const { code, lines } = await examined(OPENCODE);
		expect(code).toBe(0);
		expect(lines.slice(0, 2).join(" ")).toBe(
			`ibid ${VERSION}; agents start the script in ~/${PROGRAM}, on Node   20.20.2`,
		);
		expect(lines).toContain("✓ OpenCode 1.18.33  works");
		expect(lines).not.toContain("Next: npx ibid install");
	});

	test("that has the executable says so", async () => {
		const launcher = { program: `$HOME/${PROGRAM}/bin/ibid`, args: [], kind: "executable" } as const;
		const { lines } = await examined({
			...OPENCODE,
			".local/state/ibid/installed/opencode.json": journal({ launcher }),
		});
		expect(lines[0]).toBe(`ibid ${VERSION}; agents start the executable in ~/${PROGRAM}`);
	});

	test.each<[string, Files, string]>([
		[
			"of an older version",
			{ ".local/state/ibid/installed/opencode.json": journal({ version: "0.0.1-x" }) },
			"it is version 0.0.1-x",
		],
		[
			"half installed",
			{ ".local/state/ibid/installed/opencode.json": journal({ isDone: false }) },
			"its installation is incomplete",
		],
		["unknown to everybody", { ".local/state/ibid/installed/opencode.json": "{" }, "no record of its installation"],
		[
			"from a place of former days",
			{
				".config/opencode/opencode.json": { plugin: [pathToFileURL("/HOME/old/program/dist/opencode/plugin.js").href] },
				"old/program/dist/opencode/plugin.js": "",
			},
			"it starts ~/old/program/dist/opencode/plugin.js, not the",
		],
	])("in which it is %s fails", async (_, files, words) => {
		const { code, lines } = await examined({ ...OPENCODE, ...files });
		expect(code).toBe(1);
		expect(lines.find((line) => line.includes("OpenCode"))).toStartWith(`• OpenCode 1.18.33  ${words}`);
	});

	test.each([
		["v18.20.0", true],
		["v20.15.1", true],
		["v20.16.0", false],
		["v22.1.0", false],
		["none", false],
	])("whose host starts ibid on Node %s is told so: %p", async (version, isTold) => {
		const hiding = { ".config/opencode/opencode.jsonc": { plugin: [] }, "bin/node": `#!/bin/sh\necho ${version}\n` };
		const words = (await examined({ ...OPENCODE, ...hiding }, 300)).lines.join(" ");
		expect(words.includes(`it runs on Node ${version.slice(1)}, but needs ${LEAST_NODE}`)).toBe(isTold);
	});

	test("asks for the Node that the package asks for", () => {
		expect(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).engines.node).toBe(
			`>=${LEAST_NODE}`,
		);
	});

	test("does not ask for a Node that the host does not need", async () => {
		const { code, lines } = await examined({ ...OPENCODE, "bin/node": "#!/bin/sh\necho v18.0.0\n" });
		expect([code, lines.find((line) => line.includes("OpenCode"))]).toEqual([0, "✓ OpenCode 1.18.33  works"]);
	});
});

describe("beside DCP", () => {
	const DCP: Files = {
		...OPENCODE,
		".config/opencode/opencode.json": {
			plugin: [pathToFileURL(`/HOME/${PROGRAM}/dist/opencode/plugin.js`).href, "@tarquinen/opencode-dcp@latest"],
		},
	};

	test("ibid does nothing, which is said and is no failure", async () => {
		const { code, lines } = await examined(DCP);
		expect(code).toBe(0);
		const at = lines.findIndex((line) => line.includes("OpenCode"));
		expect(lines.slice(at, at + 4)).toEqual([
			"• OpenCode 1.18.33  @tarquinen/opencode-dcp is installed, so ibid does nothing",
			"    with DCP (~/.config/opencode/opencode.json): it removes text from requests",
			"      after ibid, so ibid does nothing while it is installed",
			"– pi                not found on your PATH",
		]);
	});

	test("nothing is mended, since nothing is broken", async () => {
		const { code, lines } = await examined(DCP, 80, ["fix", "json"]);
		expect(code).toBe(0);
		expect(JSON.parse(lines.join("\n")).hosts[3]).toMatchObject({
			wired: { kind: "half", isAside: true },
			launcher: { kind: "script", node: "20.20.2" },
			others: [{ name: "DCP", where: "HOME/.config/opencode/opencode.json" }],
		});
	});

	test("a narrow screen is not too narrow", async () => {
		const { lines } = await examined(DCP, 40);
		expect(lines.filter((line) => line.length > 40)).toEqual([]);
		expect(lines).toContain("• OpenCode 1.18.33");
	});
});

test("other tools are not named where ibid is not", async () => {
	const { lines } = await examined({ ".config/opencode/opencode.json": { plugin: ["context-mode"] } });
	expect(lines.join("\n")).not.toContain("context-mode");
	const { lines: json } = await examined({ ".config/opencode/opencode.json": { plugin: ["context-mode"] } }, 80, [
		"json",
	]);
	expect(JSON.parse(json.join("\n")).hosts[3].others).toMatchObject([{ name: "context-mode" }]);
});

test("reports a host that starts ibid under another name", async () => {
	const server = (command: string, ...args: string[]): object => ({ mcpServers: { ibid: { command, args } } });
	const { code, lines } = await examined({ ...OPENCODE, ...claudeCode(server("ibid", "serve", "claude-code")) });
	expect(code).toBe(1);
	expect(lines.join(" ").replace(/\s+/g, " ")).toContain("it starts ibid serve claude-code, not the copy in");
});

/** Claude Code with ibid in it, whose plugin has this server. */
function claudeCode(server: object): Files {
	const market = "$HOME/.local/state/ibid/plugins/claude-code";
	return {
		"bin/claude": "#!/bin/sh\necho 2.1.325\n",
		".claude/settings.json": { enabledPlugins: { "ibid@ibid": true } },
		".claude/plugins/known_marketplaces.json": { ibid: { installLocation: market } },
		".claude/plugins/installed_plugins.json": { plugins: { "ibid@ibid": [] } },
		".local/state/ibid/plugins/claude-code/ibid/hooks/hooks.json": {},
		".local/state/ibid/plugins/claude-code/ibid/.mcp.json": server,
		".local/state/ibid/installed/claude-code.json": journal(),
	};
}

test("settings that cannot be parsed are named, and not reported as without ibid", async () => {
	const { code, lines } = await examined({ ...OPENCODE, ".config/opencode/opencode.json": '{\n"plugin": [\n' });
	expect([code, lines.find((line) => line.includes("OpenCode"))]).toEqual([
		1,
		"• OpenCode 1.18.33  ~/.config/opencode/opencode.json, line 3, column 1: a value",
	]);
	const { lines: alone } = await examined({ ".config/opencode/opencode.json": "{" });
	expect(alone).toContain("– OpenCode 1.18.33  not installed: npx ibid install opencode");
});

test("a host that is gone is not said to be well", async () => {
	const { code, lines } = await examined({ ...OPENCODE, "bin/opencode": "#!/bin/sh\nexit 1\n" });
	expect([code, lines.find((line) => line.includes("OpenCode"))]).toEqual([0, expect.stringMatching(/^• OpenCode /)]);
});

describe("a package that was copied", () => {
	const PACKAGE: Files = {
		"package.json": { name: "ibid", version: VERSION },
		"dist/cli.js": "",
		"dist/part-1.js": "part",
		"dist/opencode/plugin.js": "new",
		"plugins/x/y": "",
	};
	const script = (): string => {
		const root = mkdtempSync(join(base, "package-"));
		put(root, PACKAGE);
		return join(root, "dist/cli.js");
	};
	const copied = Object.fromEntries(Object.entries(PACKAGE).map(([name, text]) => [`${PROGRAM}/${name}`, text]));
	const whole: Files = { ...OPENCODE, ...copied };
	const without = (name: string): Files => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));

	test("to the end is well", async () => {
		const { code, lines } = await examined(whole, 80, [], script());
		expect([code, lines]).toEqual([0, expect.arrayContaining(["✓ OpenCode 1.18.33  works"])]);
	});

	test.each<[string, Files]>([
		["dist/part-1.js is gone", without(`${PROGRAM}/dist/part-1.js`)],
		["dist/cli.js is gone", without(CLI)],
		["plugins/x/y is gone", without(`${PROGRAM}/plugins/x/y`)],
		["dist/part-1.js was changed", { ...whole, [`${PROGRAM}/dist/part-1.js`]: "" }],
	])("and of which %s is told, and mended", async (words, files) => {
		const { code, lines } = await examined(files, 300, [], script());
		const line = `• OpenCode 1.18.33  ~/${PROGRAM}/${words}: npx ibid install opencode`;
		expect([code, lines]).toEqual([1, expect.arrayContaining([line])]);
		const mended = await examined(files, 300, ["fix"], script());
		expect([mended.code, mended.lines]).toEqual([0, expect.arrayContaining(["✓ OpenCode 1.18.33  works"])]);
		expect(readFileSync(join(mended.home, PROGRAM, "dist/part-1.js"), "utf8")).toBe("part");
	});

	test("and is older is mended with all of the newer one", async () => {
		const older = {
			...without(`${PROGRAM}/dist/part-1.js`),
			[`${PROGRAM}/package.json`]: { name: "ibid", version: "0.0.1-x" },
			[`${PROGRAM}/dist/opencode/plugin.js`]: "old",
			".local/state/ibid/installed/opencode.json": journal({ version: "0.0.1-x" }),
		};
		const { home, code, lines } = await examined(older, 80, ["fix"], script());
		expect([code, lines]).toEqual([0, expect.arrayContaining(["✓ OpenCode 1.18.33  works"])]);
		expect(readFileSync(join(home, PROGRAM, "dist/opencode/plugin.js"), "utf8")).toBe("new");
	});
});

describe("a host whose settings cannot be read", () => {
	const FOLDER: Files = { ...OPENCODE, ".pi/agent/settings.json/inside": "", "bin/pi": "#!/bin/sh\necho 0.80.10\n" };

	test.each([[[]], [["fix"]]])("is reported, and does not keep the doctor from the others: %j", async (flags) => {
		const { code, lines, said } = await examined(FOLDER, 300, flags);
		expect([code, lines]).toEqual([1, expect.arrayContaining(["✓ OpenCode 1.18.33  works"])]);
		expect(lines.at(-1)).toBe("✗ pi                EISDIR: ~/.pi/agent/settings.json is a folder");
		expect(said).toEqual([]);
	});

	test("and that is not there is no matter", async () => {
		const { code, lines } = await examined({ ...FOLDER, "bin/pi": "#!/bin/sh\nexit 1\n" });
		expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^– pi /)]);
	});

	test("is reported in JSON, too", async () => {
		const { code, lines } = await examined(FOLDER, 80, ["json"]);
		const { hosts } = JSON.parse(lines.join("\n"));
		expect([code, hosts[3].wired.kind]).toEqual([1, "yes"]);
		expect(hosts[4]).toMatchObject({ host: "pi", wired: { kind: "unknown", why: expect.stringContaining("EISDIR") } });
	});

	test("may have links that lead to each other", async () => {
		const files = { ...OPENCODE, "bin/codex": "#!/bin/sh\necho codex-cli 0.145.0\n" };
		const { code, lines } = await examined(files, 300, [], undefined, (home) => {
			mkdirSync(join(home, ".codex"));
			symlinkSync("config.toml", join(home, ".codex/config.toml"));
		});
		expect([code, lines]).toEqual([1, expect.arrayContaining(["✓ OpenCode 1.18.33  works"])]);
		expect(lines.join("\n")).toMatch(/✗ Codex +ELOOP.*~\/\.codex\/config\.toml/);
	});
});

test.each([
	[0, "last failure today: the disk is full"],
	[1, "last failure yesterday: the disk is full"],
	[5, "last failure 5 days ago: the disk is full"],
])("a failure of %i days ago is told with its reason", async (days, words) => {
	const time = NOW - days * 24 * 60 * 60 * 1000;
	const failure = { kind: "failure", schema: 1, time, host: "opencode", session: "s", what: "the disk is full" };
	const { code, lines } = await examined({
		...OPENCODE,
		".local/state/ibid/answers/s.1.jsonl": JSON.stringify(failure),
	});
	expect(code).toBe(0);
	expect(lines).toContain(`✓ OpenCode 1.18.33  works; ${words}`);
});

test("words of others do not steer the terminal", async () => {
	const failure = { kind: "failure", schema: 1, time: NOW, host: "opencode", session: "s", what: "\u001b[2Jgone" };
	const { lines } = await examined({ ...OPENCODE, ".local/state/ibid/answers/s.1.jsonl": JSON.stringify(failure) });
	expect(lines.join("\n")).not.toContain("\u001b");
});

test("what is switched off by the user is not said to work", async () => {
	const { code, lines } = await examined({ ...OPENCODE, ".config/ibid/config.jsonc": '{ "enabled": false }' });
	expect([code, lines.find((line) => line.includes("OpenCode"))]).toEqual([
		0,
		"• OpenCode 1.18.33  switched off; see npx ibid config",
	]);
});

test("looking changes nothing", async () => {
	const { home } = await examined({});
	expect(readdirSync(home)).toEqual(["bin"]);
});
