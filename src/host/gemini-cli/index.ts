import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { hostHome } from "./home.ts";
import { asErrorsKey } from "./keys.ts";
import { GEMINI_CLI } from "./name.ts";

/** Gemini CLI. */
export const geminiCli: HostDefinition = {
	...GEMINI_CLI,
	variable: "GEMINI_CLI_HOME",
	logs: (home, environment) => [
		{ folder: join(hostHome({ home, environment }), ".gemini", "tmp"), isLog: pathLike(/(^|\/)chats\/.*\.jsonl?$/) },
	],
	keys: [asErrorsKey],
	keeps: /^(begun|calls|servers)$/,
	declares: 89,
	beyond: "ibid replaces only file reads, and only while the agent is sure to keep the lines",
	knowledge: async () => (await import("./knowledge.ts")).geminiCliKnowledge,
	runtime: async () => (await import("./hook.ts")).geminiCliRuntime,
	runner: async () => (await import("./runner.ts")).geminiCliRunner,
	installer: async () => (await import("./install.ts")).geminiCliInstaller,
};
