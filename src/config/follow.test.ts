import { afterAll, describe, expect, test } from "bun:test";
import { renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { SWITCHED_HOSTS } from "../hosts.ts";
import { configFixture, tidyUp, write } from "./config-fixture.test.ts";
import { followConfig } from "./load.ts";

afterAll(tidyUp);

describe("in a long-lived process", () => {
	test("settings are the same object until a file changes", () => {
		const { home, directory, environment } = configFixture({ user: '{"keepDays": 5}' });
		const following = followConfig({ home, environment, hosts: SWITCHED_HOSTS });
		const first = following.now(directory);
		expect(following.now(directory)).toBe(first);
		expect(following.now(dirname(directory))).toBe(first);
		write(join(home, ".config/ibid/config.jsonc"), '{"keepDays": 6, "enabled": false}');
		expect(following.now(directory).config).toMatchObject({ keepDays: 6, enabled: false });
		rmSync(join(home, ".config/ibid/config.jsonc"));
		expect(following.now(directory).config).toMatchObject({ keepDays: 30, enabled: true });
	});

	test("a file that is replaced by another of the same length is noticed", () => {
		const { home, directory, environment } = configFixture({ user: '{"keepDays": 5}' });
		const following = followConfig({ home, environment, hosts: SWITCHED_HOSTS });
		expect(following.now(directory).config.keepDays).toBe(5);
		write(join(home, "next"), '{"keepDays": 6}');
		renameSync(join(home, "next"), join(home, ".config/ibid/config.jsonc"));
		expect(following.now(directory).config.keepDays).toBe(6);
	});

	test("a file with the same length and time as before is noticed, too", () => {
		const { home, directory, environment } = configFixture({ user: '{"keepDays": 5}' });
		const file = join(home, ".config/ibid/config.jsonc");
		utimesSync(file, 1000, 1000);
		const following = followConfig({ home, environment, hosts: SWITCHED_HOSTS });
		expect(following.now(directory).config.keepDays).toBe(5);
		const { ctimeMs } = statSync(file);
		// File systems have a limited time resolution.
		while (statSync(file).ctimeMs === ctimeMs) {
			write(file, '{"keepDays": 6}');
			utimesSync(file, 1000, 1000);
		}
		expect(following.now(directory).config.keepDays).toBe(6);
	});

	test("a project's file applies as soon as it exists, and only in that project", () => {
		const { home, directory, environment } = configFixture({});
		const other = configFixture({}).directory;
		const following = followConfig({ home, environment, hosts: SWITCHED_HOSTS });
		expect(following.now(directory).config.enabled).toBe(true);
		write(join(home, "repository/.ibid.jsonc"), '{"enabled": false}');
		expect(following.now(directory).config.enabled).toBe(false);
		expect(following.now(other).config.enabled).toBe(true);
		rmSync(join(home, "repository/.ibid.jsonc"));
		expect(following.now(directory).config.enabled).toBe(true);
	});

	test("many projects cause no trouble", () => {
		const { home, directory, environment } = configFixture({ project: '{"keepDays": 1}' });
		const following = followConfig({ home, environment, hosts: SWITCHED_HOSTS });
		for (let i = 0; i < 200; i++) {
			write(join(directory, String(i), ".ibid.jsonc"), `{"gates": {"lines": ${i + 5}}}`);
			expect(following.now(join(directory, String(i))).config.gates.lines).toBe(i + 5);
		}
		expect(following.now(join(directory, "0")).config.gates.lines).toBe(5);
	});
});
