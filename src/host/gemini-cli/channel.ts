import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { insideOf, isWrappable, wrapped } from "../../lens/tools/gemini-cli-wrapping.ts";
import type { ToolCall } from "../../lens/types.ts";
import { readIf } from "../../wire/system-error.ts";
import type { HookAnswer } from "../hook-handler.ts";

/** A way to replace a result. */
export type Channel = {
	/** The text that the model will see; undefined if this way would change it. */
	readonly arriving: (text: string) => string | undefined;
	readonly answer: (text: string) => HookAnswer;
};

/**
 * The host calls a tool of our own server and takes its text as the result. Without that tool both texts would be lost,
 * so this is used only if our server has said that it is running.
 */
export const tailCall: Channel = {
	arriving: (text) => (isWrappable(insideOf(text)) ? wrapped(insideOf(text)) : undefined),
	answer: (text) => {
		const tailToolCallRequest = { name: `mcp_${SERVER}_${TOOL.name}`, args: { text: insideOf(text) } };
		return { hookSpecificOutput: { hookEventName: "AfterTool", tailToolCallRequest } };
	},
};

/** Refuses the result, with a reason that the model sees instead, as an error. */
export const refusal: Channel = {
	arriving: (text) => text,
	answer: (text) => ({ decision: "deny", reason: text }),
};

/** The name of our server in the host's settings. */
export const SERVER = "ibid";

/** The only tool of our server, as described to the model, which should not call it. */
export const TOOL = {
	name: "text",
	description: "Internal. Do not call.",
	inputSchema: { type: "object", properties: { text: { type: "string" } } },
	annotations: { readOnlyHint: true },
};

/** Running servers, by the process of the host that started each. */
export type Servers = {
	/** Notes that this process serves a host; returns a function that removes the note. */
	announce(host: number, server: number): () => void;
	has(host: number): boolean;
};

/** The servers noted in a folder. */
export function openServers(folder: string, isAlive: (process: number) => boolean): Servers {
	const fileOf = (host: number): string => join(folder, String(host));
	return {
		announce(host, server) {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			writeFileSync(fileOf(host), String(server), { mode: 0o600 });
			return () => rmSync(fileOf(host), { force: true });
		},
		has(host) {
			const server = Number(readIf(fileOf(host)));
			return Number.isInteger(server) && server > 0 && isAlive(server);
		},
	};
}

/** A result as the lens reads it: what ibid sent, without what the host put around it. */
export function understoodFrom({ tool }: Pick<ToolCall, "tool">, arrived: string): string {
	return tool === "run_shell_command" ? arrived : insideOf(arrived);
}
