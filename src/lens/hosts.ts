import { claudeCodeTools } from "./tables/claude-code.ts";
import { codexTools } from "./tables/codex.ts";
import { copilotCliTools } from "./tables/copilot-cli.ts";
import { geminiCliTools } from "./tables/gemini-cli.ts";
import { openCodeTools } from "./tables/opencode.ts";
import { piTools } from "./tables/pi.ts";
import type { Host, Tools } from "./types.ts";

/** The tools of a host. Where its version is not told, those of the newest that is known. */
export function toolsOf(host: Host, version = ""): Tools {
	switch (host) {
		case "claude-code":
			return claudeCodeTools(version);
		case "codex":
			return codexTools;
		case "opencode":
			return openCodeTools;
		case "pi":
			return piTools;
		case "gemini-cli":
			return geminiCliTools;
		case "copilot-cli":
			return copilotCliTools;
	}
}
