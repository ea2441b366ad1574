import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { CODEX } from "./name.ts";

/** Codex. */
export const codex: HostDefinition = {
	...CODEX,
	variable: "CODEX_HOME",
	logs: (home, { CODEX_HOME }) =>
		["sessions", "archived_sessions"].map((name) => ({
			folder: join(CODEX_HOME || join(home, ".codex"), name),
			isLog: pathLike(/rollout-[^/]*\.jsonl$/),
		})),
	declares: 430,
	beyond: "in code mode, results go to a script and not to the model",
	knowledge: async () => (await import("./knowledge.ts")).codexKnowledge,
	hasServer: true,
	offersRead: true,
	runner: async () => (await import("./runner.ts")).codexRunner,
	runtime: async () => (await import("./hook.ts")).codexRuntime,
	installer: async () => (await import("./install.ts")).codexInstaller,
};
