import { join } from "node:path";
import { type HostDefinition, pathLike } from "../definition.ts";
import { OPENCODE } from "./name.ts";

/** OpenCode. Its other release channels have their own databases next to the usual one. */
export const openCode: HostDefinition = {
	...OPENCODE,
	variable: "XDG_DATA_HOME",
	logs: (home, { XDG_DATA_HOME }) => [
		{
			folder: join(XDG_DATA_HOME || join(home, ".local", "share"), "opencode"),
			isLog: pathLike(/^opencode(-[^/]*)?\.db$/),
		},
	],
	declares: 0,
	beyond: "there are none",
	knowledge: async () => (await import("./knowledge.ts")).openCodeKnowledge,
	runner: async () => (await import("./runner.ts")).openCodeRunner,
	installer: async () => (await import("./install.ts")).opencodeInstaller,
};
