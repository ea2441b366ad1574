import { piOwn } from "../own/tools.ts";
import { piRead } from "../read/pi.ts";
import { piSearches } from "../search/tools.ts";
import { shellLens } from "../shell/shell.ts";
import type { Tools } from "../types.ts";
import { unwrapPi } from "../unwrap/pi.ts";

/** pi's tools. */
export const piTools: Tools = {
	lenses: { read: piRead, ...piOwn, ...piSearches, bash: shellLens({ command: "command", trims: false }) },
	unwrap: unwrapPi,
};
