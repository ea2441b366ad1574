import { askLens } from "../other.ts";
import { openCodeOwn } from "../own/tools.ts";
import { openCodeRead } from "../read/opencode.ts";
import { openCodeSearches } from "../search/tools.ts";
import { shellLens } from "../shell/shell.ts";
import type { Tools } from "../types.ts";
import { unwrapOpenCode } from "../unwrap/opencode.ts";

/** OpenCode's tools. */
export const openCodeTools: Tools = {
	lenses: {
		read: openCodeRead,
		...openCodeOwn,
		...openCodeSearches,
		bash: shellLens({ command: "command", directory: "workdir", trims: false }),
		webfetch: askLens,
		websearch: askLens,
		codesearch: askLens,
		todoread: askLens,
	},
	unwrap: unwrapOpenCode,
};
