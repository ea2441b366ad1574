import type { OpenCodeMessage } from "../../../src/dialect/opencode.ts";

/** A plugin that adds a property to every message of a session about traps; reading the property throws. */
export async function trap(): Promise<object> {
	return {
		"experimental.chat.messages.transform": async (_: object, { messages }: { messages: OpenCodeMessage[] }) => {
			if (!JSON.stringify(messages[0]).includes("trap")) return;
			for (const { info } of messages) Object.defineProperty(info, "trap", { enumerable: true, get: snap });
		},
	};
}

function snap(): never {
	throw new Error("The trap has snapped.");
}
