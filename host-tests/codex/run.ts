import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf, programOf, run } from "../program.ts";
import { type Reply, type Request, requestIn, startCodexModel } from "./model.ts";

/** A run of Codex: what the user says and what the model does. */
export type Session = {
	readonly home: string;
	readonly project: string;
	readonly prompt: string;
	readonly replies: readonly Reply[];
	/** By its name Codex knows how the model works: `gpt-5.5` calls tools, newer ones write scripts that do. */
	readonly model: string;
	/** Goes on with the last session in this home. */
	readonly resume?: boolean;
	/** Lines for the top of its configuration. */
	readonly settings?: readonly string[];
	readonly args?: readonly string[];
};

/** What came of a run: every request for a reply, and the logs in its home, oldest first. */
export type Outcome = { readonly requests: readonly Request[]; readonly logs: readonly string[] };

/** Runs the real Codex without a screen, against a scripted model. */
export async function runCodex(session: Session): Promise<Outcome> {
	const { home, project, prompt, replies, resume = false, args = [] } = session;
	const model = startCodexModel(replies);
	writeFileSync(join(home, "config.toml"), configurationOf(session, model.url));
	const command = resume ? ["exec", "resume", "--last"] : ["exec"];
	const ended = await run(PROGRAM, [...command, ...ARGUMENTS, ...args, prompt], {
		folder: project,
		environment: { ...environmentOf(home), CODEX_HOME: home, SCRIPTED_KEY: "none" },
	});
	await model.close();
	if (ended.code !== 0) throw new Error(`Codex ended with ${ended.code}: ${ended.errors}${ended.output.slice(-2000)}`);
	return { requests: model.asked.flatMap((asked) => requestIn(asked) ?? []), logs: logsIn(home) };
}

const PROGRAM = programOf(".bin", "codex");

const ARGUMENTS = ["--json", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"];

function configurationOf({ project, model, settings = [] }: Session, url: string): string {
	const lines = [
		`model = "${model}"`,
		'model_provider = "scripted"',
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

function logsIn(home: string): string[] {
	const folder = join(home, "sessions");
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	return names
		.filter((name) => name.endsWith(".jsonl"))
		.sort()
		.map((name) => join(folder, name));
}
