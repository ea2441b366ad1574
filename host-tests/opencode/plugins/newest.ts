import type { OpenCodeMessage } from "../../../src/dialect/opencode.ts";
import { isResult } from "./forget.ts";

/** A plugin that marks the newest result, and no other, as the newest. */
export async function newest(): Promise<object> {
	return {
		"experimental.chat.messages.transform": async (_: object, { messages }: { messages: OpenCodeMessage[] }) => {
			const last = messages.flatMap(({ parts }) => parts).findLast(isResult);
			if (last) last.state.output += `\n\n${MARK}`;
		},
	};
}

const MARK = "<system-reminder>\nThis is the newest result.\n</system-reminder>";
