import type { HostRuntime } from "../runtime.ts";
import { newHooks } from "./hook.ts";

/** Its hooks are answered by a server that lives as long as the session, and that can offer a tool. */
export const codexRuntime: HostRuntime = {
	hooks: async ({ record, ...deps }) => newHooks(record, deps),
	async offer() {
		const { READ_NAME, READ_TOOL, readNumbered } = await import("./read-file.ts");
		return { name: READ_NAME, tool: READ_TOOL, call: readNumbered };
	},
};
