import { join } from "node:path";

/** Where ibid keeps what it has to remember: `$XDG_STATE_HOME/ibid`, or what stands in for it. */
export function stateFolder(home: string, environment: Readonly<Record<string, string | undefined>>): string {
	const { IBID_STATE, XDG_STATE_HOME, LOCALAPPDATA } = environment;
	if (IBID_STATE) return IBID_STATE;
	return join(XDG_STATE_HOME || LOCALAPPDATA || join(home, ".local", "state"), "ibid");
}
