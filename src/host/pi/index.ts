import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { PI } from "./name.ts";

/** pi. */
export const pi: HostDefinition = {
	...PI,
	variable: "PI_CODING_AGENT_DIR",
	logs: (home, { PI_CODING_AGENT_DIR }) => [
		{ folder: join(PI_CODING_AGENT_DIR || join(home, ".pi", "agent"), "sessions"), isLog: pathLike(/\.jsonl$/) },
	],
	declares: 0,
	beyond: "there are none",
	knowledge: async () => (await import("./knowledge.ts")).piKnowledge,
	runner: async () => (await import("./runner.ts")).piRunner,
	installer: async () => (await import("./install.ts")).piInstaller,
};
