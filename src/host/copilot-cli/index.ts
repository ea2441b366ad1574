import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";

/** Copilot CLI; ibid only reads its logs. */
export const copilotCli: HostDefinition = {
	name: "copilot-cli",
	title: "Copilot CLI",
	variable: "COPILOT_HOME",
	logs: (home, { COPILOT_HOME }) => [
		{
			folder: join(COPILOT_HOME || join(home, ".copilot"), "session-state"),
			isLog: pathLike(/^[^/]*(\/events)?\.jsonl$/),
		},
	],
	declares: 0,
	beyond: "it has not been tried whether the host lets us replace results",
	knowledge: async () => (await import("./knowledge.ts")).copilotCliKnowledge,
};
