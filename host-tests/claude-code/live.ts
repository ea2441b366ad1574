import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { readLines } from "../../src/store/record.ts";
import { makeFolder } from "../folders.ts";
import type { Exchange } from "../rebuild.ts";
import { type Request, resultsIn } from "./model.ts";

/** A way to install ibid in Claude Code: arguments for the host, and the folder of its state. */
export type Wiring = { readonly args: readonly string[]; readonly state: string };

/** A program with its arguments. */
export type Program = { readonly command: string; readonly args: readonly string[] };

/** The plugin as it would be installed, except for the program that it starts. */
export function byPlugin(program: Program = ibid("serve")): Wiring {
	const [folder, state] = [makeFolder("plugin"), makeFolder("state")];
	cpSync(join(ROOT, "plugins", "claude-code"), folder, { recursive: true });
	const server = { ...program, env: { IBID_STATE: state } };
	writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { ibid: server } }));
	return { args: ["--plugin-dir", folder], state };
}

/** A hook in the user's settings that starts a program for each call. */
export function bySettings({ command, args }: Program = ibid("hook")): Wiring {
	const [folder, state] = [makeFolder("plugin"), makeFolder("state")];
	const file = join(folder, "settings.json");
	const words = [`IBID_STATE=${state}`, command, ...args].join(" ");
	const hooks = [{ type: "command", command: words, timeout: 2 }];
	writeFileSync(file, JSON.stringify({ hooks: { PostToolUse: [{ matcher: "Read|Bash", hooks }] } }));
	return { args: ["--settings", file], state };
}

/** ibid's sources, run by a Bun that ignores the files in the project. */
function ibid(verb: "serve" | "hook"): Program {
	const args = ["--config=/dev/null", "--no-env-file", join(ROOT, "src", "cli.ts"), verb, "claude-code"];
	return { command: process.execPath, args };
}

const ROOT = join(import.meta.dirname, "..", "..");

/** The calls in a request and their results there, in the order of the calls. */
export function exchangesIn(request: Request, directory: string): Exchange[] {
	const texts = new Map(resultsIn(request).map(({ id, text }) => [id, text]));
	return request.messages.flatMap((message, turn) => {
		const blocks = v.is(ReplyShape, message) ? message.content : [];
		return blocks.flatMap((block): Exchange[] => {
			const text = v.is(CallShape, block) ? texts.get(block.id) : undefined;
			if (!v.is(CallShape, block) || text === undefined) return [];
			const { id, name: tool, input } = block;
			return [{ turn, call: { id, tool, input, directory }, ...withoutReminders(text) }];
		});
	});
}

/**
 * For some models the host writes its reminders after a result, and then trims the result; no tool here prints a
 * reminder.
 */
export function withoutReminders(text: string): { text: string; isTrimmed: boolean } {
	const end = text.search(/\n\n<system-reminder>\n.*<\/system-reminder>$/s);
	return { text: end < 0 ? text : text.slice(0, end), isTrimmed: end >= 0 };
}

const ReplyShape = v.looseObject({ role: v.literal("assistant"), content: v.array(v.unknown()) });
const CallShape = v.looseObject({
	type: v.literal("tool_use"),
	id: v.string(),
	name: v.string(),
	input: v.record(v.string(), v.unknown()),
});

/** The calls whose results ibid has shortened, according to its record. */
export function shortenedIn(state: string, sessions: readonly string[]): Set<string> {
	const lines = sessions.flatMap((session) => readLines(join(state, "answers"), session));
	return new Set(lines.flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? [line.call] : [])));
}
