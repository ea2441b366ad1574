import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { UserError } from "../../runtime/user-error.ts";
import { newSettingsFixture, type SettingsFixture } from "./fixture.test.ts";

let fixture: SettingsFixture;
beforeEach(() => {
	fixture = newSettingsFixture();
});
afterEach(() => fixture.tidyUp());

describe("ibid config", () => {
	test("shows the current settings and their origin", () => {
		fixture.write(fixture.user, '{\n"keepDays": 7,\n"ignore": ["*.lock"]}');
		fixture.write(fixture.project, '{\n"ignore": ["/docs/**"]}');
		fixture.environment = { IBID_NOTICE: "turn" };
		const { printed, said } = fixture.run("config");
		expect(said).toBe("");
		expect(printed.split("\n")).toEqual([
			"<key                     value    set by>",
			"enabled                 true     default",
			"hosts.claude-code       true     default",
			"hosts.codex             true     default",
			"hosts.opencode          true     default",
			"hosts.pi                true     default",
			"hosts.gemini-cli        true     default",
			"ignore                  2 globs  user:3, project:2",
			"gates.tokens            25       default",
			"gates.share             0.05     default",
			"gates.lines             5        default",
			"lean.terminal-text      false    default",
			"lean.working-directory  true     default",
			"lean.search-groups      true     default",
			"lean.path-folders       true     default",
			"lean.repeated-lines     true     default",
			"lean.sparse-numbers     false    default",
			"lean.short-gutters      true     default",
			"outline                 false    default",
			"guard                   true     default",
			"run.subscription        false    default",
			"keepDays                7        user:2",
			"notice                  turn     IBID_NOTICE",
			"",
			"<never shortened>",
			"*.lock",
			"/docs/**",
			"",
			"user     ~/.config/ibid/config.jsonc",
			"project  ~/repository/.ibid.jsonc",
		]);
	});

	test("says that nothing is ignored", () => {
		expect(fixture.run("config").printed).toMatch(/^ignore +none +default$/m);
	});

	test("fits in 40 columns", () => {
		fixture.width = 40;
		fixture.write(fixture.project, '{"ignore": ["a"], "hosts": {"claude-code": "no"}, "gats": {}}');
		fixture.environment = { IBID_HOSTS_GEMINI_CLI: "maybe", IBID_IGNORE: "b,c,d,e,f,g,h,i,j,k" };
		const { printed, said } = fixture.run("config");
		expect(printed).toContain("hosts.gemini-cli\n  value false\n  set by IBID_HOSTS");
		expect(printed).toEndWith(
			"\nuser     ~/.config/ibid/config.jsonc\n         (none)\nproject  ~/repository/.ibid.jsonc",
		);
		const tooWide = [...printed.replaceAll(/[<>]/g, "").split("\n"), ...said.split("\n")].filter(
			(line) => line.length > 40,
		);
		expect(tooWide).toEqual([]);
	});

	test("prints JSON with every value, where it was set, and what does not count", () => {
		fixture.write(fixture.user, '{"keepDays": 7, "notise": "turn"}');
		const { printed, said } = fixture.run("config --json");
		expect(said).toBe("");
		expect(JSON.parse(printed)).toMatchObject({
			schema: 1,
			config: { enabled: true, hosts: { pi: true }, keepDays: 7, notice: "off" },
			origins: { keepDays: [{ kind: "user", file: fixture.user, line: 1 }], notice: [] },
			user: fixture.user,
			root: `${fixture.home}/repository`,
			warnings: ["~/.config/ibid/config.jsonc:1: there is no key notise. Did you mean notice?"],
		});
	});

	test.each([
		['{"enabld": false}', "there is no key enabld. Did you mean enabled?"],
		['{"gates": {"token": 1}}', "there is no key gates.token. Did you mean gates.tokens?"],
		['{"tokens": 1}', "there is no key tokens. There is a key tokens in gates."],
		['{"gates.lines": 1}', "there is no key gates.lines. There is a key lines in gates."],
		['{"frobnicate": 1}', "there is no key frobnicate."],
		['{"keepDays": 0}', "keepDays cannot be 0; it can be a whole number from 1 to 3650."],
		['{"enabled": "off"}', 'enabled cannot be "off"; it can be true or false. It counts as false.'],
		['{"gates": 7}', "gates cannot be 7; it can be an object in braces."],
		[
			'{"ignore": "*.md"}',
			'ignore cannot be "*.md"; it can be a list of globs such as "*.lock" or "/docs/**", none of which begins with "!".',
		],
		[`{"notice": "${"x".repeat(99)}"}`, `notice cannot be "${"x".repeat(39)}…; it can be off, session, or turn.`],
	])("warns of %s", (text, words) => {
		fixture.width = 999;
		fixture.write(fixture.user, text);
		expect(fixture.run("config").said).toBe(`ibid: ~/.config/ibid/config.jsonc:1: ${words}`);
	});

	test.each([
		['{"gates": {"tokens": 1}}', ":1: gates.tokens is ignored here: a project's file can only restrict ibid."],
		['{"notice": "turn"}', ":1: notice is ignored here: a project's file cannot set it."],
		['{\n"ignore" []}', ", line 2, column 10: a colon should stand here. Nothing in it counts."],
		[
			'{"enabled": false',
			", line 1, column 18: a comma or } should stand here. Nothing in it counts, and ibid is off, since it may say so.",
		],
	])("warns of a project with %s", (text, words) => {
		fixture.width = 999;
		fixture.write(fixture.project, text);
		expect(fixture.run("config").said).toBe(`ibid: ~/repository/.ibid.jsonc${words}`);
	});

	test("warns of a file that cannot be read", () => {
		fixture.width = 999;
		fixture.write(`${fixture.project}/inside`, "");
		expect(fixture.run("config").said).toBe(
			"ibid: ~/repository/.ibid.jsonc cannot be read (it is not a file), so ibid is off.",
		);
	});

	test("lets no project steer the terminal", () => {
		const bad = "\\u001b[2J\\u009b\\u202e";
		fixture.write(fixture.project, `{"a${bad}": 1, "ignore": ["b${bad}"], "gates": {"lines": "c${bad}"}}`);
		const { printed, said } = fixture.run("config");
		expect(printed).toContain("b\\u001b[2J\\u009b\\u202e");
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
		expect(`${printed}${said}`.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
	});
});

describe("ibid config path", () => {
	test("prints the user's file, be it there or not", () => {
		expect(fixture.run("config path").printed).toBe(fixture.user);
		fixture.environment = { XDG_CONFIG_HOME: "/elsewhere" };
		expect(fixture.run("config path").printed).toBe("/elsewhere/ibid/config.jsonc");
		expect(fixture.text(fixture.user)).toBeUndefined();
	});
});

describe("ibid config set", () => {
	test("sets values in the user's file, and says what they are", () => {
		const said = ["keepDays 7", "gates.share 0.2", "gates.lines 9", "ignore *.lock,/docs/**", "hosts.pi off"].map(
			(words) => fixture.run(`config set ${words}`).printed,
		);
		expect(said).toEqual([
			"keepDays is 7 now.",
			"gates.share is 0.2 now.",
			"gates.lines is 9 now.",
			'ignore is ["*.lock","/docs/**"] now.',
			"hosts.pi is false now.",
		]);
		expect(JSON.parse(fixture.run("config --json").printed)).toMatchObject({
			config: {
				keepDays: 7,
				gates: { share: 0.2, lines: 9, tokens: 25 },
				ignore: ["*.lock", "/docs/**"],
				hosts: { pi: false, codex: true },
			},
			warnings: [],
		});
	});

	test.each([
		["the copy that hosts start", [".local/state/ibid/program/dist", "package/dist"]],
		["the script", ["package/dist"]],
		["a script beside the executable", ["dist"]],
	])("names the schema that came with %s", (_, folders) => {
		for (const folder of folders) fixture.write(`${fixture.home}/${folder}/config.schema.json`, "{}");
		fixture.program = `${fixture.home}/package/${folders.includes("dist") ? "" : "dist/"}cli`;
		fixture.write(fixture.program, "");
		fixture.run("config set keepDays 7");
		const schema = pathToFileURL(`${realpathSync(fixture.home)}/${folders[0]}/config.schema.json`).href;
		expect(fixture.text(fixture.user)).toContain(`\t"$schema": "${schema}",\n`);
	});

	test("says if something else holds here", () => {
		fixture.write(fixture.project, '{"ignore": ["*.md"]}');
		fixture.environment = { IBID_KEEP_DAYS: "9" };
		expect(fixture.run("config set keepDays 7").printed).toBe("keepDays is 7 now. Here it is 9, by IBID_KEEP_DAYS.");
		fixture.width = 999;
		expect(fixture.run("config set ignore a").printed).toBe(
			'ignore is ["a"] now. Here it is ["a","*.md"], by ~/.config/ibid/config.jsonc:4 and ~/repository/.ibid.jsonc:1.',
		);
	});

	test.each([
		["set", "ibid config set takes a key and a value, such as keepDays 7."],
		["set keepDays", "ibid config set takes a key and a value, such as keepDays 7."],
		["set keepDays 7 8", "ibid config set takes a key and a value, such as keepDays 7."],
		["set keepDay 7", "There is no key keepDay. Did you mean keepDays?"],
		["set gates 7", "There is no key gates. ibid config shows them all."],
		["set keepDays soon", "keepDays cannot be soon; it can be a whole number from 1 to 3650."],
		["set enabled maybe", "enabled cannot be maybe; it can be true or false."],
		["set keepDays 7 --json", "--json only works with ibid config alone."],
		["path --json", "--json only works with ibid config alone."],
		["path there", "ibid config path takes no arguments."],
		["pth", "ibid config has no pth. Did you mean path?"],
		["frobnicate", "ibid config has no frobnicate. See ibid help config."],
	])("ibid config %s is a mistake, and writes nothing", (words, sentence) => {
		expect(() => fixture.run(`config ${words}`)).toThrow(new UserError(sentence));
		expect(fixture.text(fixture.user)).toBeUndefined();
	});
});
