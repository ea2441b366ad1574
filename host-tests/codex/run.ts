import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf, programOf, run } from "../program.ts";
import { type RunFiles, startedBy } from "../under-run.ts";
import { type Request, requestIn, type Script, startCodexModel } from "./model.ts";

/** A run of Codex: what the user says and what the model does. */
export type Session = Script & {
	readonly home: string;
	readonly project: string;
	readonly prompt: string;
	/** By its name Codex knows how the model works: `gpt-5.5` calls tools, newer ones write scripts that do. */
	readonly model: string;
	/** Resumes the last session in this home directory. */
	readonly resume?: boolean;
	/** Forks the first session in this home directory. */
	readonly fork?: boolean;
	/** Lines for the top of its configuration; tables go last. */
	readonly settings?: readonly string[];
	/** The content of the user's hooks file. */
	readonly hooks?: unknown;
	/** Hooks run without the user's trust, unless this is false. */
	readonly trusting?: boolean;
	readonly args?: readonly string[];
	/** Starts it with `ibid run`, which keeps its state in a folder and records requests in a file. */
	readonly underRun?: RunFiles;
	/** Uses the provider that Codex has built in, and not one of the user's own. */
	readonly builtIn?: boolean;
};

/** The outcome of a run: every request for a reply, and the logs in its home directory, oldest first. */
export type Outcome = { readonly requests: readonly Request[]; readonly logs: readonly string[] };

/** Runs the real Codex in headless mode, with a scripted model. */
export async function runCodex(session: Session): Promise<Outcome> {
	const { home, project, prompt, args = [], trusting = true } = session;
	const model = startCodexModel(session);
	writeFileSync(join(home, "config.toml"), configurationOf(session, model.url));
	if (session.hooks !== undefined) writeFileSync(join(home, "hooks.json"), JSON.stringify(session.hooks));
	const trust = trusting ? ["--dangerously-bypass-hook-trust"] : [];
	const plain = { program: PROGRAM, args: [...commandOf(session), ...ARGUMENTS, ...trust, ...args, prompt] };
	const { program, args: all, environment } = startedBy(session.underRun, plain);
	const ended = await run(program, all, {
		folder: project,
		environment: { ...codexEnvironment(home), ...environment },
	});
	await model.close();
	if (ended.code !== 0) throw new Error(`Codex ended with ${ended.code}: ${ended.errors}${ended.output.slice(-2000)}`);
	return { requests: model.asked.flatMap((asked) => requestIn(asked) ?? []), logs: logsIn(home) };
}

/** The program itself. */
export const PROGRAM: string = programOf(".bin", "codex");

/** Arguments for headless mode without questions. */
export const ARGUMENTS: readonly string[] = ["--json", "--dangerously-bypass-approvals-and-sandbox"];

/** The environment of Codex. */
export function codexEnvironment(home: string): Record<string, string> {
	return { ...environmentOf(home), CODEX_HOME: home, SCRIPTED_KEY: "none", CODEX_API_KEY: "none" };
}

function commandOf({ home, resume = false, fork = false }: Session): string[] {
	if (fork) return ["exec", "fork", threadOf(logsIn(home)[0] ?? "")];
	return resume ? ["exec", "resume", "--last"] : ["exec"];
}

/** The thread that a log belongs to, according to its file name. */
function threadOf(log: string): string {
	return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(log)?.[0] ?? "";
}

/** Its configuration for a scripted model. */
export function configurationOf(
	{ project, model, settings = [], builtIn = false }: Pick<Session, "project" | "model" | "settings" | "builtIn">,
	url: string,
): string {
	const lines = [
		`model = "${model}"`,
		builtIn ? `openai_base_url = "${url}/v1"` : 'model_provider = "scripted"',
		"check_for_update_on_startup = false",
		...settings,
		"[model_providers.scripted]",
		'name = "scripted"',
		`base_url = "${url}/v1"`,
		'wire_api = "responses"',
		'env_key = "SCRIPTED_KEY"',
		"request_max_retries = 0",
		"stream_max_retries = 0",
		"supports_websockets = false",
		"[analytics]",
		"enabled = false",
		`[projects."${project}"]`,
		'trust_level = "trusted"',
	];
	return lines.map((line) => `${line}\n`).join("");
}

/** The logs in a home, oldest first. */
export function logsIn(home: string): string[] {
	const folder = join(home, "sessions");
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	return names
		.filter((name) => name.endsWith(".jsonl"))
		.sort()
		.map((name) => join(folder, name));
}
