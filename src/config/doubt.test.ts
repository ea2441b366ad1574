import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SWITCHED_HOSTS } from "../hosts.ts";
import { configFixture, kindsOf, load, tidyUp } from "./config-fixture.test.ts";
import { loadConfig } from "./load.ts";

afterAll(tidyUp);

describe("if settings are unclear,", () => {
	test.each([
		['{"enabled": false,, }', false],
		["{enabled: false}", false],
		['{"enabled": "yes"', false],
		['{"keepDays": 3 "enabled": // not yet\n true}', false],
		['{"enabled": true,, }', true],
		['{"keepDays": 3', true],
		["nonsense", true],
		['["enabled"]', false],
		["[]", true],
	])("a broken file %s leaves ibid on: %p", (text, enabled) => {
		for (const settings of [load({ user: text }), load({ project: text })]) {
			expect(settings.config.enabled).toBe(enabled);
			expect(settings.warnings).toMatchObject([
				{ kind: "broken", isOff: !enabled, why: expect.stringMatching(/^line \d+, column \d+: /) },
			]);
		}
	});

	test("a broken file switches off the hosts that it may have switched off, and sets nothing else", () => {
		const { config } = load({ user: '{"hosts": {"pi": false, "codex": true}, "keepDays": 7, "copilot": "api"' });
		expect(config).toMatchObject({ enabled: true, hosts: { pi: false, codex: true, opencode: true }, keepDays: 30 });
	});

	test("a broken file that only has such letters inside other words switches off nothing", () => {
		const { config } = load({ user: '{"note": "api-codex, pins, re-enabled"' });
		expect([config.enabled, ...Object.values(config.hosts)]).toEqual([true, true, true, true, true, true]);
	});

	test("a project's broken file does not switch on what the user has switched off, nor the other way round", () => {
		expect(load({ user: '{"enabled": false}', project: '{"enabled": true' }).config.enabled).toBe(false);
		expect(load({ user: '{"enabled": true', project: '{"enabled": false}' }).config.enabled).toBe(false);
		expect(load({ user: '{"enabled": true', environment: { IBID: "off" } }).config.enabled).toBe(false);
	});

	test.each(['{"enabled": "false"}', '{"enabled": null}', '{"enabled": 0}'])("%s switches off", (user) => {
		const settings = load({ user });
		expect(settings.config.enabled).toBe(false);
		expect(settings.warnings).toMatchObject([{ kind: "wrong", key: "enabled", counts: false }]);
	});

	test("a variable that makes no sense switches ibid off", () => {
		const settings = load({ environment: { IBID: "maybe", IBID_HOSTS_PI: "never" } });
		expect(settings.config).toMatchObject({ enabled: false, hosts: { pi: false } });
		expect(kindsOf(settings)).toEqual(["wrong", "wrong"]);
	});

	test("a value of hosts that is not an object switches all hosts off, with one warning", () => {
		const settings = load({ user: '{"hosts": false}' });
		expect(Object.values(settings.config.hosts)).toEqual([false, false, false, false, false]);
		expect(kindsOf(settings)).toEqual(["wrong"]);
	});

	test("a file that exists but cannot be read switches ibid off", () => {
		const where = configFixture({});
		const file = join(where.home, "repository/.ibid.jsonc");
		const spoil: readonly (() => void)[] = [
			() => mkdirSync(file),
			() => symlinkSync("/dev/zero", file),
			() => symlinkSync(file, file),
			() => writeFileSync(file, `{"keepDays": 1}${" ".repeat(65_536)}`),
			() => writeFileSync(file, '{"enabled": false}', "utf16le"),
			() => writeFileSync(file, Buffer.from([0x1f, 0x8b, 0x08])),
		];
		for (const make of spoil) {
			make();
			const settings = loadConfig({ ...where, hosts: SWITCHED_HOSTS });
			expect([settings.config.enabled, ...kindsOf(settings)]).toEqual([false, "unreadable"]);
			rmSync(file, { recursive: true });
		}
		expect(loadConfig({ ...where, hosts: SWITCHED_HOSTS }).config.enabled).toBe(true);
	});

	test.skipIf(process.getuid?.() === 0)("a file without read permission switches ibid off", () => {
		const where = configFixture({ user: "{}" });
		chmodSync(join(where.home, ".config/ibid/config.jsonc"), 0);
		expect(loadConfig({ ...where, hosts: SWITCHED_HOSTS }).config.enabled).toBe(false);
	});
});
