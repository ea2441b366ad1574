import { isAbsolute, join } from "node:path";

/** Where ibid keeps what it has to remember: `$XDG_STATE_HOME/ibid`, or what stands in for it. */
export function stateFolder(home: string, environment: Readonly<Record<string, string | undefined>>): string {
	const { IBID_STATE, XDG_STATE_HOME, LOCALAPPDATA } = environment;
	// What is not absolute would be another folder wherever a host works.
	if (IBID_STATE && isAbsolute(IBID_STATE)) return IBID_STATE;
	const usual = [XDG_STATE_HOME, LOCALAPPDATA].find((path) => path && isAbsolute(path));
	return join(usual ?? join(home, ".local", "state"), "ibid");
}
