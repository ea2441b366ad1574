import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The types of tests that need packages installed here are checked here, too, with the settings in their folder. */
export function testTypes(folder: string): void {
	test("the types of these tests, which need packages installed here, are sound", () => {
		const compiler = join(import.meta.dirname, "..", "node_modules", ".bin", "tsc");
		const { stdout, status } = spawnSync(compiler, ["--noEmit", "-p", folder], { encoding: "utf8" });
		expect([stdout, status]).toEqual(["", 0]);
	}, 120_000);
}
