import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ALL_KEYS, SWITCHED_HOSTS } from "../hosts.ts";
import { configFixture, kindsOf, load, tidyUp, write } from "./config-fixture.test.ts";
import { followConfig, isOn, loadConfig } from "./load.ts";
import type { Settings } from "./types.ts";

afterAll(tidyUp);

describe("settings", () => {
	test("are the defaults if no source sets anything", () => {
		const { config, values, origins, warnings } = load({});
		expect(config).toEqual({
			enabled: true,
			hosts: { "claude-code": true, codex: true, opencode: true, pi: true, "gemini-cli": true },
			ignore: [],
			gates: { tokens: 25, share: 0.05, lines: 5 },
			lean: {
				"terminal-text": false,
				"working-directory": true,
				"search-groups": true,
				"path-folders": true,
				"repeated-lines": true,
				"sparse-numbers": false,
				"short-gutters": true,
			},
			outline: false,
			guard: true,
			run: { subscription: false },
			keepDays: 30,
		});
		expect(values.get("notice")).toBe("off");
		expect([...origins]).toEqual(ALL_KEYS.map(({ name }) => [name, []]));
		expect(warnings).toEqual([]);
	});

	test("are off once the program is gone, and on if its path is unknown", () => {
		const where = configFixture({});
		const program = join(where.home, "program.js");
		write(program, "");
		const [known, unknown] = [program, join(where.home, "other.js")].map((file) =>
			followConfig({ ...where, hosts: SWITCHED_HOSTS }, file),
		);
		const areOn = (): unknown[] => [known, unknown].map((each) => each?.now(where.directory).config.enabled);
		expect(areOn()).toEqual([true, true]);
		rmSync(program);
		expect(areOn()).toEqual([false, true]);
	});

	test("in the environment override those of a project, and these override the user's", () => {
		const user = '{"gates": {"tokens": 50, "lines": 6, "share": 0.2}}';
		const project = '{"gates": {"tokens": 60, "lines": 7}}';
		const { config, origins } = load({ user, project, environment: { IBID_GATES_TOKENS: "45" } });
		expect(config.gates).toEqual({ tokens: 45, lines: 7, share: 0.2 });
		const kinds = ["gates.tokens", "gates.lines", "gates.share", "notice"].map((name) =>
			origins.get(name)?.map(({ kind }) => kind),
		);
		expect(kinds).toEqual([["environment"], ["project"], ["user"], []]);
	});

	test("have an origin with file and line", () => {
		const where = configFixture({ user: '// mine\n{\n\t"keepDays": 7,\n\t"hosts": {\n\t\t"pi": false,\n\t},\n}' });
		const { origins, config } = loadConfig({ ...where, hosts: SWITCHED_HOSTS });
		const file = join(where.home, ".config/ibid/config.jsonc");
		expect(origins.get("keepDays")).toEqual([{ kind: "user", file, line: 3 }]);
		expect(origins.get("hosts.pi")).toEqual([{ kind: "user", file, line: 5 }]);
		expect([isOn(config, "pi"), isOn(config, "codex")]).toEqual([false, true]);
	});

	test("of the user are in XDG_CONFIG_HOME, if that is an absolute path", () => {
		const elsewhere = join(configFixture({}).home, "elsewhere");
		write(join(elsewhere, "ibid/config.jsonc"), '{"keepDays": 3}');
		const user = '{"keepDays": 4}';
		expect(load({ user, environment: { XDG_CONFIG_HOME: elsewhere } }).config.keepDays).toBe(3);
		expect(load({ user, environment: { APPDATA: elsewhere } }).config.keepDays).toBe(3);
		expect(load({ user, environment: { XDG_CONFIG_HOME: "." } }).config.keepDays).toBe(4);
		expect(load({ user, environment: { XDG_CONFIG_HOME: "" } }).config.keepDays).toBe(4);
	});

	test("that make no sense cause a warning, and the next weaker source counts", () => {
		const user = '{"keepDays": 7, "notice": "loud", "gates": {"share": 2, "token": 9}, "keepDay": 1, "gates.lines": 9}';
		const settings = load({ user, environment: { IBID_KEEP_DAYS: "soon" } });
		expect(settings.config).toMatchObject({ keepDays: 7, gates: { share: 0.05, tokens: 25, lines: 5 } });
		expect(settings.values.get("notice")).toBe("off");
		expect(settings.warnings.map(({ origin, ...warning }) => ({ ...warning, by: origin.kind }))).toMatchObject([
			{ kind: "unknown", key: "gates.token", known: ["gates.tokens", "gates.share", "gates.lines"], by: "user" },
			{ kind: "unknown", key: "keepDay", by: "user" },
			{ kind: "unknown", key: "gates.lines", by: "user" },
			{ kind: "wrong", key: "gates.share", value: 2, can: "a number from 0 to 1", by: "user" },
			{ kind: "wrong", key: "keepDays", value: "soon", can: "a whole number from 1 to 3650", by: "environment" },
			{ kind: "wrong", key: "notice", value: "loud", can: "off, session, or turn", by: "user" },
		]);
	});

	test("that occur twice have the last value", () => {
		expect(load({ user: '{"keepDays": 1, "keepDays": 2}' }).config.keepDays).toBe(2);
	});

	test("may be in an empty file, in one with only comments, or in one with a schema", () => {
		for (const user of ["", " \n", "\ufeff// later\n/* or never */", "{}", '{"$schema": "./x.json"}'])
			expect(load({ user })).toMatchObject({ config: { enabled: true }, warnings: [] });
	});
});

describe("variables", () => {
	test.each([
		["off", false],
		["0", false],
		["False", false],
		["no", false],
		[" off ", false],
		["on", true],
		["1", true],
		["YES", true],
		["", true],
	])("IBID=%s: %p", (IBID, enabled) => {
		expect(load({ environment: { IBID } })).toMatchObject({ config: { enabled }, warnings: [] });
	});

	test("exist for every key", () => {
		const variables = ALL_KEYS.map(({ variable }) => variable);
		expect(variables).toEqual([
			"IBID",
			"IBID_HOSTS_CLAUDE_CODE",
			"IBID_HOSTS_CODEX",
			"IBID_HOSTS_OPENCODE",
			"IBID_HOSTS_PI",
			"IBID_HOSTS_GEMINI_CLI",
			"IBID_IGNORE",
			"IBID_GATES_TOKENS",
			"IBID_GATES_SHARE",
			"IBID_GATES_LINES",
			"IBID_LEAN_TERMINAL_TEXT",
			"IBID_LEAN_WORKING_DIRECTORY",
			"IBID_LEAN_SEARCH_GROUPS",
			"IBID_LEAN_PATH_FOLDERS",
			"IBID_LEAN_REPEATED_LINES",
			"IBID_LEAN_SPARSE_NUMBERS",
			"IBID_LEAN_SHORT_GUTTERS",
			"IBID_OUTLINE",
			"IBID_GUARD",
			"IBID_RUN_SUBSCRIPTION",
			"IBID_KEEP_DAYS",
			"IBID_NOTICE",
		]);
	});

	test("switch on again what files have switched off", () => {
		const off = '{"enabled": false}';
		expect(load({ user: off, project: off, environment: { IBID: "on" } }).config.enabled).toBe(true);
	});
});

describe("a project", () => {
	test.each([
		[
			"switches off",
			"{}",
			'{"enabled": false, "hosts": {"codex": false}}',
			{ enabled: false, hosts: { codex: false } },
		],
		["makes gates stricter", "{}", '{"gates": {"lines": 9, "share": 0.1}}', { gates: { lines: 9, share: 0.1 } }],
	])("%s", (_, user, project, expected) => {
		expect(load({ user, project })).toMatchObject({ config: expected, warnings: [] });
	});

	test("that sets a value which applies anyway has set nothing", () => {
		const { origins, warnings } = load({ user: '{"keepDays": 7}', project: '{"enabled": true, "keepDays": 7}' });
		expect([origins.get("enabled"), origins.get("keepDays")]).toMatchObject([[], [{ kind: "user" }]]);
		expect(warnings).toEqual([]);
	});

	test("adds to the ignored files, and so does the environment", () => {
		const settings = load({
			user: '{"ignore": ["*.a", "*.b"]}',
			project: '{"ignore": ["*.b", "/c"]}',
			environment: { IBID_IGNORE: "*.d, e/" },
		});
		expect(settings.config.ignore).toEqual(["*.a", "*.b", "/c", "*.d", "e/"]);
		expect(settings.origins.get("ignore")?.map(({ kind }) => kind)).toEqual(["user", "project", "environment"]);
		expect(settings.isIgnored(join(settings.root, "c"))).toBe(true);
		expect(settings.isIgnored(join(settings.root, "deep/c"))).toBe(false);
	});

	test.each([
		['{"enabled": false}', '{"enabled": true}', { enabled: false }, ["wider"]],
		['{"hosts": {"pi": false}}', '{"hosts": {"pi": true}}', { hosts: { pi: false } }, ["wider"]],
		["{}", '{"gates": {"tokens": 24}}', { gates: { tokens: 25 } }, ["wider"]],
		['{"gates": {"tokens": 80}}', '{"gates": {"tokens": 60}}', { gates: { tokens: 80 } }, ["wider"]],
		["{}", '{"guard": false}', { guard: true }, ["not for projects"]],
		["{}", '{"keepDays": 99}', { keepDays: 30 }, ["not for projects"]],
		["{}", '{"notice": "turn"}', {}, ["not for projects"]],
		['{"ignore": ["*.a"]}', '{"ignore": ["!*.a"]}', { ignore: ["*.a"] }, ["wrong"]],
		["{}", '{"__proto__": {"enabled": false}}', { enabled: true }, ["unknown"]],
	])("does not undo %s with %s", (user, project, expected, kinds) => {
		const settings = load({ user, project });
		expect(settings.config).toMatchObject(expected);
		expect(settings.values.get("notice")).toBe("off");
		expect(kindsOf(settings)).toEqual(kinds);
	});

	test("has the nearest file up to the repository, and none above it", () => {
		const { home, directory, environment } = configFixture({ project: '{"gates": {"lines": 8}}' });
		const at = (folder: string): Settings =>
			loadConfig({ home, environment, hosts: SWITCHED_HOSTS, directory: folder });
		expect([at(directory).config.gates.lines, at(directory).root]).toEqual([8, join(home, "repository")]);
		write(join(directory, ".ibid.jsonc"), '{"gates": {"lines": 7}}');
		expect([at(directory).config.gates.lines, at(directory).root]).toEqual([7, directory]);
		rmSync(join(directory, ".ibid.jsonc"));
		rmSync(join(home, "repository/.ibid.jsonc"));
		write(join(home, ".ibid.jsonc"), '{"gates": {"lines": 6}}');
		expect([at(directory).config.gates.lines, at(directory).root]).toEqual([5, join(home, "repository")]);
		mkdirSync(join(home, "loose/deep"), { recursive: true });
		expect(at(join(home, "loose/deep")).config.gates.lines).toBe(6);
		write(join(dirname(home), ".ibid.jsonc"), '{"gates": {"lines": 9}}');
		rmSync(join(home, ".ibid.jsonc"));
		const loose = at(join(home, "loose/deep"));
		expect([loose.config.gates.lines, loose.root]).toEqual([5, join(home, "loose/deep")]);
		rmSync(join(dirname(home), ".ibid.jsonc"));
	});
});
