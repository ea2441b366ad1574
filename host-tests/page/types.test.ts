import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

test("the types of these tests, which need packages installed here, are sound", () => {
	const compiler = join(ROOT, "node_modules", ".bin", "tsc");
	const { stdout, status } = spawnSync(compiler, ["--noEmit", "-p", import.meta.dirname], { encoding: "utf8" });
	expect([stdout, status]).toEqual(["", 0]);
}, 120_000);
