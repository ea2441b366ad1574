import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
	chmodSync,
	lstatSync,
	readdirSync,
	readFileSync,
	realpathSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { followConfig } from "../../config/load.ts";
import { SWITCHED_HOSTS } from "../../hosts.ts";
import { UserError } from "../../runtime/user-error.ts";
import { pathWords } from "../terminal/text.ts";
import { newSettingsFixture, type SettingsFixture } from "./fixture.test.ts";

let fixture: SettingsFixture;
beforeEach(() => {
	fixture = newSettingsFixture();
});
afterEach(() => fixture.tidyUp());

const COMMENT = '// Settings of ibid. "ibid config" shows them all, and where each was set.\n';

describe("ibid disable", () => {
	test("switches off for the user, and enable leaves nothing", () => {
		expect(fixture.run("disable").printed).toBe("ibid is off, in running sessions too.");
		expect(fixture.text(fixture.user)).toBe(`${COMMENT}{\n\t"enabled": false\n}\n`);
		expect(fixture.run("disable").printed).toBe("ibid is off, in running sessions too.");
		expect(fixture.run("enable").printed).toBe("ibid is on, in running sessions too.");
		expect(readdirSync(dirname(fixture.user))).toEqual([]);
	});

	test("switches off for a project, in its repository", () => {
		expect(fixture.run("disable --project").printed).toBe("ibid is off in ~/repository, in running sessions too.");
		expect(fixture.text(fixture.project)).toBe(`${COMMENT}{\n\t"enabled": false\n}\n`);
		expect(fixture.text(fixture.user)).toBeUndefined();
		expect(fixture.run("enable --project").printed).toBe("ibid is on in ~/repository, in running sessions too.");
		expect(fixture.text(fixture.project)).toBeUndefined();
	});

	test("names the home and its neighbours as people do", () => {
		expect(pathWords(fixture.home, fixture.home)).toBe("~");
		expect(pathWords(`${fixture.home}/a`, fixture.home)).toBe("~/a");
		expect(pathWords(`${fixture.home}-other/a`, fixture.home)).toBe(`${fixture.home}-other/a`);
	});

	test("takes effect in a process that runs", () => {
		const following = followConfig({ home: fixture.home, environment: {}, hosts: SWITCHED_HOSTS });
		const isEnabled = (): boolean => following.now(dirname(fixture.project)).config.enabled;
		const seen = ["config path", "disable", "enable", "disable --project", "enable --project"].map((command) => {
			fixture.run(command);
			return isEnabled();
		});
		expect(seen).toEqual([true, false, true, false, true]);
	});

	test("keeps what the user wrote, byte for byte", () => {
		const text = '{\r\n  // mine\r\n  "keepDays": 7, /* a week */\r\n}';
		fixture.write(fixture.user, text);
		chmodSync(fixture.user, 0o600);
		fixture.run("disable");
		expect(fixture.text(fixture.user)).toBe(
			'{\r\n  // mine\r\n  "keepDays": 7, /* a week */\r\n  "enabled": false,\r\n}',
		);
		expect(statSync(fixture.user).mode & 0o777).toBe(0o600);
		fixture.run("enable");
		expect(fixture.text(fixture.user)).toBe(text);
	});

	test("writes through a link, which stays one", () => {
		const real = join(fixture.home, "dotfiles/ibid.jsonc");
		fixture.write(real, "{}\n");
		fixture.write(join(dirname(fixture.user), "other"), "");
		symlinkSync(real, fixture.user);
		fixture.run("disable");
		expect(fixture.text(real)).toMatch(/"enabled": ?false/);
		expect(lstatSync(fixture.user).isSymbolicLink()).toBe(true);
		expect(readdirSync(dirname(fixture.user)).sort()).toEqual(["config.jsonc", "other"]);
		fixture.write(real, `${COMMENT}{\n\t"enabled": false\n}\n`);
		fixture.run("enable");
		expect(fixture.text(fixture.user)).toBe(`${COMMENT}{}\n`);
		expect(lstatSync(fixture.user).isSymbolicLink()).toBe(true);
	});

	test("writes through a link to a file that is not there yet", () => {
		const real = join(fixture.home, "dotfiles/ibid.jsonc");
		fixture.write(join(dirname(fixture.user), "other"), "");
		symlinkSync("../../dotfiles/ibid.jsonc", fixture.user);
		fixture.run("disable");
		expect(fixture.text(real)).toMatch(/"enabled": ?false/);
		expect(lstatSync(fixture.user).isSymbolicLink()).toBe(true);
	});

	test("names the schema beside the program, even if that is called by a link, or else in the project's package", () => {
		const schema = join(fixture.home, "package/dist/config.schema.json");
		fixture.write(schema, "{}");
		fixture.write(join(dirname(schema), "cli.js"), "");
		fixture.program = join(fixture.home, "ibid");
		symlinkSync(join(dirname(schema), "cli.js"), fixture.program);
		fixture.run("disable");
		expect(fixture.text(fixture.user)).toBe(
			`${COMMENT}{\n\t"$schema": "${pathToFileURL(realpathSync(schema)).href}",\n\t"enabled": false\n}\n`,
		);
		fixture.run("disable --project");
		expect(fixture.text(fixture.project)).not.toContain("$schema");
		fixture.run("enable --project");
		fixture.write(join(dirname(fixture.project), "node_modules/ibid/dist/config.schema.json"), "{}");
		fixture.run("disable --project");
		expect(fixture.text(fixture.project)).toBe(
			`${COMMENT}{\n\t"$schema": "./node_modules/ibid/dist/config.schema.json",\n\t"enabled": false\n}\n`,
		);
		fixture.run("enable");
		fixture.run("enable --project");
		expect([fixture.text(fixture.user), fixture.text(fixture.project)]).toEqual([undefined, undefined]);
	});

	test("says where ibid is still on", () => {
		fixture.environment = { IBID: "on" };
		expect(fixture.run("disable").printed).toBe(
			"ibid is off, but not where the environment has IBID=on, as it has here.",
		);
	});
});

describe("ibid enable", () => {
	test("says why ibid stays off", () => {
		fixture.width = 200;
		fixture.environment = { IBID: "off" };
		expect(fixture.run("enable").printed).toBe("ibid is still off here, because of the environment variable IBID.");
		fixture.environment = {};
		fixture.write(fixture.project, '{\n"enabled": false}');
		expect(fixture.run("enable").printed).toBe(
			"ibid stays off in ~/repository, since ~/repository/.ibid.jsonc:2 says so; ibid enable --project changes that.",
		);
		fixture.write(fixture.project, '{"enabled": false');
		expect(fixture.run("enable").printed).toBe(
			"ibid stays off in ~/repository, since ~/repository/.ibid.jsonc may say so; ibid config shows what is wrong with it.",
		);
		fixture.write(fixture.project, "{}");
		fixture.write(fixture.user, '{"enabled": "no"}');
		expect(fixture.run("enable --project").printed).toBe(
			"ibid stays off in ~/repository, since ~/.config/ibid/config.jsonc:1 says so; ibid enable changes that.",
		);
	});

	test("names the hosts in which ibid is off", () => {
		fixture.write(fixture.user, '{"enabled": false, "hosts": {"pi": false, "codex": false}}');
		expect(fixture.run("enable").printed).toBe("ibid is on, except in codex and pi, in running sessions too.");
	});

	test("makes no file, and removes none that says more", () => {
		fixture.run("enable --project");
		expect(fixture.text(fixture.project)).toBeUndefined();
		fixture.write(fixture.user, "{}");
		fixture.run("enable");
		expect(fixture.text(fixture.user)).toBe("{}");
		fixture.write(fixture.user, `${COMMENT}{\n\t"keepDays": 7,\n\t"enabled": false\n}\n`);
		fixture.run("enable");
		expect(fixture.text(fixture.user)).toBe(`${COMMENT}{\n\t"keepDays": 7\n}\n`);
	});
});

describe("mistakes", () => {
	test("a host is switched by its key", () => {
		expect(() => fixture.run("disable codex")).toThrow(
			new UserError("ibid disable takes no codex; to switch one agent: ibid config set hosts.codex false."),
		);
	});

	test("a broken file is left alone", () => {
		fixture.write(fixture.user, '{\n"keepDays" 7}');
		expect(() => fixture.run("disable")).toThrow(
			new UserError("~/.config/ibid/config.jsonc cannot be changed: line 2, column 12: a colon should stand here."),
		);
		expect(fixture.text(fixture.user)).toBe('{\n"keepDays" 7}');
	});

	test("a file that is not written in UTF-8 is left alone", () => {
		const bytes = Buffer.from('// caf\u00e9\n{ "keepDays": 7 }\n', "latin1");
		fixture.write(fixture.user, "");
		writeFileSync(fixture.user, bytes);
		expect(() => fixture.run("disable")).toThrow(
			new UserError("~/.config/ibid/config.jsonc cannot be changed: it is not written in UTF-8."),
		);
		expect(readFileSync(fixture.user)).toEqual(bytes);
	});

	test.skipIf(process.getuid?.() === 0)("a file that may not be written is left alone", () => {
		fixture.write(fixture.user, "{}");
		chmodSync(fixture.user, 0o400);
		expect(() => fixture.run("disable")).toThrow(
			new UserError("~/.config/ibid/config.jsonc cannot be changed: permission denied."),
		);
	});

	test("a folder in the file's place is left alone", () => {
		fixture.write(join(fixture.user, "inside"), "");
		expect(() => fixture.run("disable")).toThrow(
			new UserError("~/.config/ibid/config.jsonc cannot be changed: it is a folder."),
		);
	});
});
