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
import { followConfig } from "../config/load.ts";
import { pathWords } from "./config-words.ts";
import { Mistake } from "./mistake.ts";
import { type Desk, newDesk } from "./settings-desk.test.ts";

let desk: Desk;
beforeEach(() => {
	desk = newDesk();
});
afterEach(() => desk.tidyUp());

const COMMENT = '// What ibid is to do. "ibid config" shows what holds, and who says so.\n';

describe("ibid disable", () => {
	test("switches off for the user, and enable leaves nothing behind", () => {
		expect(desk.run("disable").printed).toBe("ibid is off, in running sessions too.");
		expect(desk.text(desk.user)).toBe(`${COMMENT}{\n\t"enabled": false\n}\n`);
		expect(desk.run("disable").printed).toBe("ibid is off, in running sessions too.");
		expect(desk.run("enable").printed).toBe("ibid is on, in running sessions too.");
		expect(readdirSync(dirname(desk.user))).toEqual([]);
	});

	test("switches off for a project, in its repository", () => {
		expect(desk.run("disable --project").printed).toBe("ibid is off in ~/repository, in running sessions too.");
		expect(desk.text(desk.project)).toBe(`${COMMENT}{\n\t"enabled": false\n}\n`);
		expect(desk.text(desk.user)).toBeUndefined();
		expect(desk.run("enable --project").printed).toBe("ibid is on in ~/repository, in running sessions too.");
		expect(desk.text(desk.project)).toBeUndefined();
	});

	test("names the home and its neighbours as people do", () => {
		expect(pathWords(desk.home, desk.home)).toBe("~");
		expect(pathWords(`${desk.home}/a`, desk.home)).toBe("~/a");
		expect(pathWords(`${desk.home}-other/a`, desk.home)).toBe(`${desk.home}-other/a`);
	});

	test("takes effect in a process that runs", () => {
		const following = followConfig({ home: desk.home, environment: {} });
		const isEnabled = (): boolean => following.now(dirname(desk.project)).config.enabled;
		const seen = ["config path", "disable", "enable", "disable --project", "enable --project"].map((command) => {
			desk.run(command);
			return isEnabled();
		});
		expect(seen).toEqual([true, false, true, false, true]);
	});

	test("keeps what the user wrote, byte for byte", () => {
		const text = '{\r\n  // mine\r\n  "keepDays": 7, /* a week */\r\n}';
		desk.write(desk.user, text);
		chmodSync(desk.user, 0o600);
		desk.run("disable");
		expect(desk.text(desk.user)).toBe('{\r\n  // mine\r\n  "keepDays": 7, /* a week */\r\n  "enabled": false,\r\n}');
		expect(statSync(desk.user).mode & 0o777).toBe(0o600);
		desk.run("enable");
		expect(desk.text(desk.user)).toBe(text);
	});

	test("writes through a link, which stays one", () => {
		const real = join(desk.home, "dotfiles/ibid.jsonc");
		desk.write(real, "{}\n");
		desk.write(join(dirname(desk.user), "other"), "");
		symlinkSync(real, desk.user);
		desk.run("disable");
		expect(desk.text(real)).toMatch(/"enabled": ?false/);
		expect(lstatSync(desk.user).isSymbolicLink()).toBe(true);
		expect(readdirSync(dirname(desk.user)).sort()).toEqual(["config.jsonc", "other"]);
		desk.write(real, `${COMMENT}{\n\t"enabled": false\n}\n`);
		desk.run("enable");
		expect(desk.text(desk.user)).toBe(`${COMMENT}{}\n`);
		expect(lstatSync(desk.user).isSymbolicLink()).toBe(true);
	});

	test("writes through a link to a file that is not there yet", () => {
		const real = join(desk.home, "dotfiles/ibid.jsonc");
		desk.write(join(dirname(desk.user), "other"), "");
		symlinkSync("../../dotfiles/ibid.jsonc", desk.user);
		desk.run("disable");
		expect(desk.text(real)).toMatch(/"enabled": ?false/);
		expect(lstatSync(desk.user).isSymbolicLink()).toBe(true);
	});

	test("names the schema beside the program, even if that is called by a link, or else in the project's package", () => {
		const schema = join(desk.home, "package/dist/config.schema.json");
		desk.write(schema, "{}");
		desk.write(join(dirname(schema), "cli.js"), "");
		desk.program = join(desk.home, "ibid");
		symlinkSync(join(dirname(schema), "cli.js"), desk.program);
		desk.run("disable");
		expect(desk.text(desk.user)).toBe(
			`${COMMENT}{\n\t"$schema": "${pathToFileURL(realpathSync(schema)).href}",\n\t"enabled": false\n}\n`,
		);
		desk.run("disable --project");
		expect(desk.text(desk.project)).not.toContain("$schema");
		desk.run("enable --project");
		desk.write(join(dirname(desk.project), "node_modules/ibid/dist/config.schema.json"), "{}");
		desk.run("disable --project");
		expect(desk.text(desk.project)).toBe(
			`${COMMENT}{\n\t"$schema": "./node_modules/ibid/dist/config.schema.json",\n\t"enabled": false\n}\n`,
		);
		desk.run("enable");
		desk.run("enable --project");
		expect([desk.text(desk.user), desk.text(desk.project)]).toEqual([undefined, undefined]);
	});

	test("says where ibid is on all the same", () => {
		desk.environment = { IBID: "on" };
		expect(desk.run("disable").printed).toBe("ibid is off, but not where the environment has IBID=on, as it has here.");
	});
});

describe("ibid enable", () => {
	test("says why ibid stays off", () => {
		desk.width = 200;
		desk.environment = { IBID: "off" };
		expect(desk.run("enable").printed).toBe(
			"ibid stays off here, since the environment says so: see the variable IBID.",
		);
		desk.environment = {};
		desk.write(desk.project, '{\n"enabled": false}');
		expect(desk.run("enable").printed).toBe(
			"ibid stays off in ~/repository, since ~/repository/.ibid.jsonc:2 says so; ibid enable --project changes that.",
		);
		desk.write(desk.project, '{"enabled": false');
		expect(desk.run("enable").printed).toBe(
			"ibid stays off in ~/repository, since ~/repository/.ibid.jsonc may say so; ibid config tells what is wrong with it.",
		);
		desk.write(desk.project, "{}");
		desk.write(desk.user, '{"enabled": "no"}');
		expect(desk.run("enable --project").printed).toBe(
			"ibid stays off in ~/repository, since ~/.config/ibid/config.jsonc:1 says so; ibid enable changes that.",
		);
	});

	test("names the hosts in which ibid is off", () => {
		desk.write(desk.user, '{"enabled": false, "hosts": {"pi": false, "codex": false}}');
		expect(desk.run("enable").printed).toBe("ibid is on, except in codex and pi, in running sessions too.");
	});

	test("makes no file, and removes none that says more", () => {
		desk.run("enable --project");
		expect(desk.text(desk.project)).toBeUndefined();
		desk.write(desk.user, "{}");
		desk.run("enable");
		expect(desk.text(desk.user)).toBe("{}");
		desk.write(desk.user, `${COMMENT}{\n\t"keepDays": 7,\n\t"enabled": false\n}\n`);
		desk.run("enable");
		expect(desk.text(desk.user)).toBe(`${COMMENT}{\n\t"keepDays": 7\n}\n`);
	});
});

describe("mistakes", () => {
	test("a host is switched by its key", () => {
		expect(() => desk.run("disable codex")).toThrow(
			new Mistake("ibid disable takes no codex; hosts are switched by ibid config set hosts.codex false."),
		);
	});

	test("a broken file is left alone", () => {
		desk.write(desk.user, '{\n"keepDays" 7}');
		expect(() => desk.run("disable")).toThrow(
			new Mistake("~/.config/ibid/config.jsonc cannot be changed: line 2, column 12: a colon should stand here."),
		);
		expect(desk.text(desk.user)).toBe('{\n"keepDays" 7}');
	});

	test("a file that is not written in UTF-8 is left alone", () => {
		const bytes = Buffer.from('// caf\u00e9\n{ "keepDays": 7 }\n', "latin1");
		desk.write(desk.user, "");
		writeFileSync(desk.user, bytes);
		expect(() => desk.run("disable")).toThrow(
			new Mistake("~/.config/ibid/config.jsonc cannot be changed: it is not written in UTF-8."),
		);
		expect(readFileSync(desk.user)).toEqual(bytes);
	});

	test.skipIf(process.getuid?.() === 0)("a file that may not be written is left alone", () => {
		desk.write(desk.user, "{}");
		chmodSync(desk.user, 0o400);
		expect(() => desk.run("disable")).toThrow(
			new Mistake("~/.config/ibid/config.jsonc cannot be changed: permission denied."),
		);
	});

	test("a folder in the file's place is left alone", () => {
		desk.write(join(desk.user, "inside"), "");
		expect(() => desk.run("disable")).toThrow(
			new Mistake("~/.config/ibid/config.jsonc cannot be changed: it is a folder."),
		);
	});
});
