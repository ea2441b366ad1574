import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { environmentOf, programOf, run } from "../program.ts";
import { type Started, underRun } from "../under-run.ts";
import { type Request, requestIn, type Script, startClaude } from "./model.ts";

/** A run of Claude Code: the user's prompts, one after another, and what the model does. */
export type Session = Script & {
	readonly home: string;
	readonly project: string;
	readonly prompts: readonly string[];
	readonly version?: Version;
	readonly args?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	/** If `ibid run` starts it. */
	readonly run?: RunOptions | undefined;
};

/** The folder of ibid's state, and the file to which `ibid run` adds each request. */
export type RunOptions = { readonly state: string; readonly record: string };

/** The versions that are installed. */
export type Version = "2.1.325" | "2.1.197";

/**
 * The outcome of a run: every request for a reply, and the logs in its home directory, the main one of each session
 * first.
 */
export type Outcome = { readonly requests: readonly Request[]; readonly logs: readonly string[] };

/** Runs the real Claude Code in headless mode, with a scripted model. */
export async function runClaudeCode(session: Session): Promise<Outcome> {
	const { home, project, prompts, version = "2.1.325", args = [] } = session;
	const model = startClaude(session);
	const start = startOf(version, [...ARGUMENTS, ...args], session.run);
	const ended = await run(start.program, start.args, {
		folder: project,
		environment: { ...environmentOf(home), ...settingsOf(model.url), ...session.environment, ...start.environment },
		input: prompts.map(messageOf),
		callsForNext: isResult,
	});
	await model.close();
	if (ended.code !== 0)
		throw new Error(`Claude Code ended with ${ended.code}: ${ended.errors}${ended.output.slice(-2000)}`);
	return { requests: model.asked.flatMap((asked) => requestIn(asked) ?? []), logs: logsIn(home) };
}

/** How to start it, by itself or through `ibid run`. */
export function startOf(
	version: Version,
	args: readonly string[],
	run: RunOptions | undefined,
): Started & { readonly environment: Readonly<Record<string, string>> } {
	const start = { program: PROGRAMS[version], args };
	if (!run) return { ...start, environment: {} };
	const started = underRun(start, ["--unmanaged", "--record", run.record]);
	return { ...started, environment: { IBID_STATE: run.state, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" } };
}

/** The programs themselves. */
export const PROGRAMS: Readonly<Record<Version, string>> = {
	"2.1.325": programOf("@anthropic-ai", "claude-code", "bin", "claude.exe"),
	"2.1.197": programOf("claude-code-2.1.197", "bin", "claude.exe"),
};

const STREAMS = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
const ARGUMENTS = ["-p", ...STREAMS, "--permission-mode", "bypassPermissions"];

/** The environment in which it talks to this API, and to nothing else. */
export function settingsOf(url: string): Record<string, string> {
	return {
		ANTHROPIC_BASE_URL: url,
		ANTHROPIC_API_KEY: "none",
		// Root may skip permissions only where it can do no harm.
		IS_SANDBOX: "1",
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
		DISABLE_AUTOUPDATER: "1",
	};
}

function messageOf(content: string): string {
	return JSON.stringify({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" });
}

function isResult(line: string): boolean {
	return v.is(ResultShape, JSON.parse(line));
}

const ResultShape = v.looseObject({ type: v.literal("result") });

function logsIn(home: string): string[] {
	const folder = join(home, ".claude", "projects");
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	const logs = names.filter((name) => name.endsWith(".jsonl")).sort((a, b) => depthOf(a) - depthOf(b));
	return logs.map((name) => join(folder, name));
}

function depthOf(path: string): number {
	return path.split(/[\\/]/).length;
}
