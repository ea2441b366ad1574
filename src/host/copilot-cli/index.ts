import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { COPILOT_CLI } from "./name.ts";

/** Copilot CLI; ibid has no hooks in it. */
export const copilotCli: HostDefinition = {
	...COPILOT_CLI,
	variable: "COPILOT_HOME",
	logs: (home, { COPILOT_HOME }) => [
		{
			folder: join(COPILOT_HOME || join(home, ".copilot"), "session-state"),
			isLog: pathLike(/^[^/]*(\/events)?\.jsonl$/),
		},
	],
	declares: 0,
	beyond: "only `ibid run`, with a key of your own, shortens them",
	knowledge: async () => (await import("./knowledge.ts")).copilotCliKnowledge,
	runner: async () => (await import("./runner.ts")).copilotCliRunner,
};
