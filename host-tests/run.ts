import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostNamed } from "./host-named.ts";
import { install } from "./install.ts";

const FOLDER = import.meta.dirname;

/** Hosts need a core each: with three at once on two busy cores, tests of Gemini CLI's screen failed. */
const AT_A_TIME = 2;

type Count = { readonly passed: number; readonly failed: number };

process.exitCode = main(process.argv.slice(2));

function main(wanted: readonly string[]): number {
	const all = hostNames();
	const unknown = wanted.find((name) => hostNamed(name, all) === undefined);
	if (unknown !== undefined) {
		console.error(`There are no tests for the host "${unknown}"; there are tests for: ${all.join(", ") || "none"}.`);
		return 2;
	}
	const hosts = wanted.length > 0 ? wanted.flatMap((name) => hostNamed(name, all) ?? []) : all;
	if (hosts.length > 0 && !install()) {
		console.log("npm install failed in host-tests.\n0 passed, 1 failed");
		return 1;
	}
	// Chromium is installed before the tests, of which several at once would install it.
	if (hosts.includes("page")) spawnSync(process.execPath, [join(FOLDER, "page", "prepare.ts")], { stdio: "inherit" });
	const { passed, failed } = runHosts(hosts);
	console.log(`${passed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

function hostNames(): string[] {
	const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	const names = folders.map((entry) => entry.name).filter((name) => name !== "node_modules");
	return names.filter((name) => readdirSync(join(FOLDER, name)).some((file) => file.endsWith(".test.ts"))).sort();
}

/** Tests several files at a time; what is printed of each stands together. */
function runHosts(names: readonly string[]): Count {
	if (names.length === 0) return { passed: 0, failed: 0 };
	const folder = mkdtempSync(join(tmpdir(), "ibid-host-"));
	const report = join(folder, "report.xml");
	const args = [
		...["test", ...names.map((name) => `./${name}/`)],
		...[`--parallel=${AT_A_TIME}`, "--no-isolate", "--parallel-delay=0"],
		// Also for what comes before and after tests: a busy machine takes time to delete folders.
		...["--timeout=120000", "--reporter=junit", `--reporter-outfile=${report}`],
	];
	const { status } = spawnSync(process.execPath, args, { cwd: FOLDER, stdio: "inherit" });
	const count = existsSync(report) ? countIn(readFileSync(report, "utf8")) : { passed: 0, failed: 0 };
	rmSync(folder, { recursive: true });
	// A file that does not load fails the run but is not in the report.
	return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function countIn(report: string): Count {
	const all = /<testsuites [^>]*>/.exec(report)?.[0] ?? "";
	const [tests = 0, failed = 0, skipped = 0] = ["tests", "failures", "skipped"].map((name) =>
		Number(new RegExp(` ${name}="(\\d+)"`).exec(all)?.[1] ?? 0),
	);
	return { passed: tests - failed - skipped, failed };
}
