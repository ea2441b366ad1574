import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "../../scripts/build-exe.ts";
import { makeFolder } from "../folders.ts";
import { benchGaps } from "./bench-gaps.ts";
import { benchMemory } from "./bench-memory.ts";

/** Measures what ibid adds to the time of a call in Claude Code, and how large its server becomes. */
export async function bench(): Promise<void> {
	console.log(`Bun ${Bun.version}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
	const executable = join(makeFolder("plugin"), "ibid");
	buildExecutable(executable);
	await benchGaps(executable);
	await benchMemory(executable);
}
