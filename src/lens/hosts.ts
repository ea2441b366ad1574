import { claudeCodeTools } from "./tables/claude-code.ts";
import { openCodeTools } from "./tables/opencode.ts";
import type { Host, Tools } from "./types.ts";

/** The tools of a host. Where no version is told, the one current when this was written. */
export function toolsOf(host: Host, version = "999"): Tools {
	switch (host) {
		case "claude-code":
			return claudeCodeTools(version);
		default:
			return openCodeTools();
	}
}
