import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf, programOf, run } from "../program.ts";
import { type RunFiles, startedBy } from "../under-run.ts";
import { type Request, requestIn, type Script, startGemini } from "./model.ts";

/** A throw-away home, the project that the host works on, and what more it is told by its environment. */
export type Place = {
	readonly home: string;
	readonly project: string;
	readonly environment?: Readonly<Record<string, string>>;
	/** Starts it with `ibid run`, which keeps its state in a folder and records requests in a file. */
	readonly underRun?: RunFiles;
};

/** A run of Gemini CLI: what the user says and what the model does. */
export type Session = Script &
	Place & {
		readonly prompt: string;
		readonly args?: readonly string[];
		/** What it may do without being allowed to; everything unless told otherwise. */
		readonly approval?: "default" | "plan" | "yolo";
		/** How it is to end if not well. */
		readonly code?: number;
	};

/** What came of a run: every request for a reply, and the logs in its home, those of subagents last. */
export type Outcome = { readonly requests: readonly Request[]; readonly logs: readonly string[] };

/** Runs the real Gemini CLI without a screen, against a scripted model. */
export async function runGeminiCli(session: Session): Promise<Outcome> {
	const { home, project, prompt, args = [], approval = "yolo", code = 0 } = session;
	const model = startGemini(session);
	const more = ["--approval-mode", approval, "--prompt", prompt, "--output-format", "json", ...args];
	const started = startedBy(session.underRun, { program: START, args: [...ARGUMENTS, ...more] });
	const ended = await run(started.program, started.args, {
		folder: project,
		environment: { ...environmentFor(home, model.url), ...session.environment, ...started.environment },
	});
	await model.close();
	if (ended.code !== code) throw new Error(`Gemini CLI ended with ${ended.code}: ${ended.errors}${ended.output}`);
	return { requests: model.asked.flatMap((asked) => requestIn(asked) ?? []), logs: logsIn(home) };
}

/** Writes the settings of a home: those that the host needs to keep to itself, and more. */
export function writeSettings(home: string, settings: Readonly<Record<string, unknown>> = {}): void {
	const quiet = {
		security: { auth: { selectedType: "gemini-api-key" } },
		privacy: { usageStatisticsEnabled: false },
		general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
	};
	mkdirSync(join(home, ".gemini"), { recursive: true });
	writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify({ ...quiet, ...settings }));
}

/** The logs in a home, those of subagents last. */
export function logsIn(home: string): string[] {
	const folder = join(home, ".gemini", "tmp");
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
	const logs = names.filter((name) => /[\\/]chats[\\/].*\.jsonl$/.test(name)).sort((a, b) => depthOf(a) - depthOf(b));
	return logs.map((name) => join(folder, name));
}

/** The host itself; it runs on Node. */
export const PROGRAM: string = programOf("@google", "gemini-cli", "bundle", "gemini.js");

/** The same by the name under which people start it. */
export const START: string = programOf(".bin", "gemini");

/** How it is always started. */
export const ARGUMENTS: readonly string[] = ["--model", "gemini-2.5-pro"];

/** What the host needs from its environment. */
export function environmentFor(home: string, url: string): Record<string, string> {
	return {
		...environmentOf(home),
		GEMINI_API_KEY: "none",
		GOOGLE_GEMINI_BASE_URL: url,
		GEMINI_CLI_TRUST_WORKSPACE: "true",
		GEMINI_CLI_NO_RELAUNCH: "true",
		GEMINI_TELEMETRY_ENABLED: "false",
	};
}

function depthOf(path: string): number {
	return path.split(/[\\/]/).length;
}
