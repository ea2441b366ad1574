import { afterAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePackages } from "./packages.ts";

const base = mkdtempSync(join(tmpdir(), "ibid packages-"));
afterAll(() => rmSync(base, { recursive: true }));

test("the published packages work from an empty folder, with the executable if there is one", () => {
	const [program = "", executable = ""] = makePackages(join(base, "packages"));
	expect(planOf(installed("with", program, executable))).toContain("the executable for this machine");
	expect(planOf(installed("without", program))).toContain("the program for Node");
}, 120_000);

/** A folder in which these packages are installed without a download. */
function installed(name: string, ...tarballs: readonly string[]): string {
	const folder = join(base, name);
	mkdirSync(folder);
	writeFileSync(join(folder, "package.json"), "{}");
	// The package of another machine is optional, so npm continues without it.
	execFileSync("npm", ["install", "--offline", "--cache", join(base, "cache"), ...tarballs], { cwd: folder });
	return folder;
}

/** What `ibid install` says it would do, for a user who has pi. */
function planOf(folder: string): string {
	const [bin, home] = [join(folder, "bin"), join(folder, "home")];
	for (const each of [bin, home]) mkdirSync(each);
	writeFileSync(join(bin, "pi"), "#!/bin/sh\necho 0.73.1\n");
	chmodSync(join(bin, "pi"), 0o755);
	const env = { HOME: home, PATH: `${bin}:${process.env.PATH}` };
	const ibid = join(folder, "node_modules", ".bin", "ibid");
	return execFileSync(ibid, ["install", "--dry-run"], { env, encoding: "utf8" }).replaceAll(/\s+/g, " ");
}
