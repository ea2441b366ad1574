import { claudeCodeNearCompactionIn } from "../../limits/claude-code.ts";
import type { HostRuntime } from "../runtime.ts";
import { newHooks } from "./hook.ts";
import { noticeKey } from "./keys.ts";
import { newNotices } from "./notice.ts";

/** Its hooks are answered by a server that lives as long as the session. */
export const claudeCodeRuntime: HostRuntime = {
	async hooks({ state, environment, record, settings, ...deps }) {
		const notices = newNotices(state, (directory) => settings(directory).setting(noticeKey));
		return newHooks(record, { ...deps, nearCompaction: claudeCodeNearCompactionIn(environment) }, notices);
	},
};
