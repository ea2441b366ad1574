import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { makeFolder } from "../folders.ts";
import type { Step } from "./bench-session.ts";
import type { Program } from "./live.ts";

/** A server of hooks, called as Claude Code calls it, one call after another. */
export type RunningServer = {
	/** A tool has ended: what replaces its result, if anything. */
	answer(log: string, id: string, step: Step): Promise<unknown>;
	/** This is what the model gets. */
	tell(log: string, id: string, step: Step, text: string): Promise<void>;
	/** Megabytes resident now, and at most so far. */
	memory(): { now: number; most: number };
	end(): Promise<void>;
};

/** The session of all hooks. */
export const SESSION = "5e551011-0000-4000-8000-000000000000";

/** Starts a server with a state of its own. */
export function startServer({ command, args }: Program): RunningServer {
	const environment = { ...process.env, ...ENVIRONMENT, IBID_STATE: makeFolder("state") };
	const child = spawn(command, args, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
	let requests = 0;
	const ask = async (event: object): Promise<unknown> => {
		const common = { session_id: SESSION, cwd: "/home/you/project", agent_id: "" };
		const params = { name: "hook", arguments: { ...common, ...event } };
		child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++requests, method: "tools/call", params })}\n`);
		const answer = v.parse(AnswerShape, JSON.parse((await lines.next()).value ?? "null"));
		return JSON.parse(answer.result.content[0].text);
	};
	return {
		async answer(transcript_path, tool_use_id, { tool: tool_name, input, response }) {
			const [tool_input, tool_response] = [JSON.stringify(input), JSON.stringify(response)];
			const call = { tool_name, tool_input, tool_use_id, tool_response };
			const answer = await ask({ hook_event_name: "PostToolUse", transcript_path, ...call });
			return v.is(ReplacementShape, answer) ? answer.hookSpecificOutput.updatedToolOutput : undefined;
		},
		async tell(transcript_path, tool_use_id, { tool: tool_name, input: tool_input }, text) {
			const tool_calls = JSON.stringify([{ tool_name, tool_input, tool_use_id, tool_response: text }]);
			await ask({ hook_event_name: "PostToolBatch", transcript_path, tool_calls });
		},
		memory: () => memoryOf(child.pid),
		end() {
			child.stdin.end();
			return ended;
		},
	};
}

/** The plugin asks the engine to collect garbage early. */
const ENVIRONMENT = v.parse(
	v.pipe(
		v.string(),
		v.parseJson(),
		v.object({ mcpServers: v.object({ ibid: v.object({ env: v.record(v.string(), v.string()) }) }) }),
	),
	readFileSync(join(import.meta.dirname, "..", "..", "plugins", "claude-code", ".mcp.json"), "utf8"),
).mcpServers.ibid.env;

const AnswerShape = v.object({ result: v.object({ content: v.tuple([v.object({ text: v.string() })]) }) });
const ReplacementShape = v.looseObject({ hookSpecificOutput: v.looseObject({ updatedToolOutput: v.looseObject({}) }) });

/** Megabytes of a process that are resident now, and at most so far. */
function memoryOf(process: number | undefined): { now: number; most: number } {
	const status = readFileSync(`/proc/${process}/status`, "utf8");
	const of = (field: string): number => Number(new RegExp(`${field}:\\s*(\\d+)`).exec(status)?.[1]) / 1024;
	return { now: of("VmRSS"), most: of("VmHWM") };
}
