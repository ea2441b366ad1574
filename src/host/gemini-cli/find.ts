import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FoundHost, Machine, MachineSurroundings } from "../../install/types.ts";
import { hostHome } from "./home.ts";

/** Gemini CLI on a machine. */
export async function find(machine: Machine): Promise<FoundHost | undefined> {
	const program = machine.find("gemini");
	if (program === undefined) return undefined;
	// In the user's home the question alone leaves files behind, and is not answered where settings are broken.
	const home = newFolder([tmpdir(), machine.data, machine.home]);
	try {
		const around = { folder: home, environment: { ...QUIET, GEMINI_CLI_HOME: home } };
		const { output } = await machine.run(program, ["--version"], around);
		const [version] = /\d+\.\d+\.\d+\S*/.exec(output) ?? [];
		return version === undefined ? undefined : { program, version };
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}

/** A new folder in the first of these in which one can be made: the one for what is passing may be gone. */
function newFolder([parent = "", ...more]: readonly string[]): string {
	try {
		return mkdtempSync(join(parent, "ibid-gemini-"));
	} catch (error) {
		if (more.length > 0) return newFolder(more);
		throw error;
	}
}

/**
 * How the host is run to change or tell something of the user's: in the home, so that no project has a say, and for this one
 * run trusted with it. Else it would ask, or, where it may not ask, trust the folder for good.
 */
export function aroundHost(machine: Machine): MachineSurroundings {
	return { folder: hostHome(machine), environment: { ...QUIET, GEMINI_CLI_TRUST_WORKSPACE: "true" } };
}

/** One process instead of two, and words without colours. */
const QUIET = { GEMINI_CLI_NO_RELAUNCH: "true", NO_COLOR: "1", FORCE_COLOR: undefined };
