import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnvironmentVariables } from "../config/types.ts";
import { stateFolder } from "../store/state-folder.ts";

/** Where a run keeps its record. */
export type RunState = {
	readonly folder: string;
	/** Tells the guard in the agent, which is another process. */
	readonly environment: EnvironmentVariables;
	/** Removes what shall not stay. */
	readonly end: () => void;
};

/** The folder of ibid's state. If there is none yet, a temporary one: a run alone leaves nothing in a home. */
export function openRunState(home: string, environment: EnvironmentVariables): RunState {
	const folder = stateFolder(home, environment);
	if (existsSync(folder) || environment.IBID_STATE === folder) return { folder, environment: {}, end: () => {} };
	const own = mkdtempSync(join(tmpdir(), "ibid-run-"));
	return {
		folder: own,
		environment: { IBID_STATE: own },
		end: () => rmSync(own, { recursive: true, force: true }),
	};
}
