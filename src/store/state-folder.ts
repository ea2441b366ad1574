import { isAbsolute, join } from "node:path";

/** Where ibid keeps its state: `$XDG_STATE_HOME/ibid`, or the default folder. */
export function stateFolder(home: string, environment: Readonly<Record<string, string | undefined>>): string {
	const { IBID_STATE, XDG_STATE_HOME, LOCALAPPDATA } = environment;
	// A relative path would be a different folder in every working directory.
	if (IBID_STATE && isAbsolute(IBID_STATE)) return IBID_STATE;
	const usual = [XDG_STATE_HOME, LOCALAPPDATA].find((path) => path && isAbsolute(path));
	return join(usual ?? join(home, ".local", "state"), "ibid");
}
