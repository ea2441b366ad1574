import { expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { makeFolder } from "./folders.ts";
import type { Place } from "./install-place.ts";
import type { Ended } from "./program.ts";

/** Runs a command of the ibid in a package, as the user of a machine would, and waits for it. */
export function ibid(root: string, { machine }: Pick<Place, "machine">, ...args: readonly string[]): Ended {
	const { home, environment } = machine;
	const options = { cwd: home, env: environment, encoding: "utf8", timeout: 60_000 } as const;
	const { status, stdout, stderr } = spawnSync(NODE, [join(root, "dist", "cli.js"), ...args], options);
	return { code: status ?? undefined, output: stdout, errors: stderr };
}

const NODE = Bun.which("node") ?? "node";

/** The same for a command that must succeed. */
export function ibidDoes(root: string, place: Pick<Place, "machine">, ...args: readonly string[]): void {
	const { code, errors } = ibid(root, place, ...args);
	expect([args, code, errors]).toEqual([args, 0, ""]);
}

/** What a doctor finds in a host: the state of ibid there, what is outdated, and whether something is wrong. */
export type Examined = {
	readonly wired: string;
	readonly stale: string | undefined;
	readonly code: number | undefined;
};

/** Runs the doctor of a package for a host. */
export function examine(root: string, place: Pick<Place, "machine">, host: string): Examined {
	const { code, output } = ibid(root, place, "doctor", "--json");
	const found = v.parse(ReportShape, output).hosts.find((each) => each.host === host);
	return { wired: found?.wired.kind ?? "not there", stale: found?.stale, code };
}

const ReportShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		hosts: v.array(
			v.object({ host: v.string(), wired: v.object({ kind: v.string() }), stale: v.optional(v.string()) }),
		),
	}),
);

/** The same package as an earlier published version. */
export function makeOlder(root: string): string {
	const older = join(makeFolder("plugin"), "older");
	cpSync(root, older, { recursive: true });
	const names = readdirSync(older, { recursive: true, encoding: "utf8" });
	const texts = names.filter((name) => /\.js(on)?$/.test(name)).map((name) => join(older, name));
	for (const file of texts) writeFileSync(file, readFileSync(file, "utf8").replaceAll(PRESENT, `"${OLDER}"`));
	return older;
}

/** The version of the older package. */
export const OLDER = "0.0.0-older";

const PRESENT: string = JSON.stringify(
	v.parse(
		v.object({ version: v.string() }),
		JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")),
	).version,
);

/**
 * Waits until processes that were started from a machine's data folder end; returns the command lines of those that do
 * not.
 */
export async function processesOf({ machine: { data } }: Pick<Place, "machine">): Promise<string[]> {
	for (let waited = 0; ; waited += GLANCE) {
		const lines = commandLines().filter((line) => line.includes(data));
		if (lines.length === 0 || waited > PATIENCE) return lines;
		await Bun.sleep(GLANCE);
	}
}

const GLANCE = 50;
const PATIENCE = 30_000;

/** The command lines of all processes, if the system shows them as files. */
function commandLines(): string[] {
	if (!existsSync("/proc/self/cmdline")) return [];
	return readdirSync("/proc").flatMap((name) => {
		try {
			return /^\d+$/.test(name) ? [readFileSync(join("/proc", name, "cmdline"), "utf8").replaceAll("\0", " ")] : [];
		} catch {
			// It has just ended.
			return [];
		}
	});
}
