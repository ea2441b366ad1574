import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { hostHome } from "./home.ts";
import { GEMINI_CLI } from "./name.ts";

/** Gemini CLI. */
export const geminiCli: HostDefinition = {
	...GEMINI_CLI,
	variable: "GEMINI_CLI_HOME",
	logs: (home, environment) => [
		{ folder: join(hostHome({ home, environment }), ".gemini", "tmp"), isLog: pathLike(/(^|\/)chats\/.*\.jsonl?$/) },
	],
	declares: 0,
	beyond: "only `ibid run -- gemini` shortens them",
	knowledge: async () => (await import("./knowledge.ts")).geminiCliKnowledge,
	runtime: async () => (await import("./hook.ts")).geminiCliRuntime,
	runner: async () => (await import("./runner.ts")).geminiCliRunner,
	installer: async () => (await import("./install.ts")).geminiCliInstaller,
};
