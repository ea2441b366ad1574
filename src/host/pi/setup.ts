import { spawn } from "node:child_process";
import { join } from "node:path";
import * as v from "valibot";
import { streamLines } from "../../wire/mcp-server.ts";
import { readIf } from "../../wire/system-error.ts";
import type { RunSituation } from "../runner.ts";
import { agentFolder } from "./wired.ts";

/** How pi would reach its models, in its own words. */
export type PiSetup = {
	readonly models: readonly PiModel[];
	/** The provider of the model that it would begin with. */
	readonly provider: string | undefined;
	/** Providers with a login in place of a key. */
	readonly logins: ReadonlySet<string>;
	/** The proxy in its settings. */
	readonly proxy: string | undefined;
};

/** A model that the user can use: its address, and the API that it speaks. */
export type PiModel = { readonly provider: string; readonly api: string; readonly baseUrl: string };

/** Asks pi what it would do with what was typed. Fails if it does not answer. */
export async function askSetup(situation: RunSituation): Promise<PiSetup> {
	const [listed, state] = await ask(situation, ["get_available_models", "get_state"]);
	const { models } = v.parse(ModelsShape, listed);
	const { model } = v.parse(StateShape, state);
	const folder = agentFolder(situation);
	const logins = v.safeParse(LoginsShape, readIf(join(folder, "auth.json")));
	const settings = v.safeParse(SettingsShape, readIf(join(folder, "settings.json")));
	const entries = Object.entries(logins.success ? logins.output : {});
	return {
		models,
		provider: model?.provider,
		logins: new Set(entries.flatMap(([id, { type }]) => (type === "oauth" ? [id] : []))),
		proxy: settings.success ? settings.output.httpProxy?.trim() : undefined,
	};
}

const ModelShape: v.GenericSchema<unknown, PiModel> = v.object({
	provider: v.string(),
	api: v.string(),
	baseUrl: v.optional(v.string(), ""),
});
const ModelsShape = v.object({ models: v.array(ModelShape) });
const StateShape = v.object({ model: v.nullish(v.object({ provider: v.string() })) });
const LoginsShape = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.object({ type: v.string() })));
const SettingsShape = v.pipe(v.string(), v.parseJson(), v.object({ httpProxy: v.optional(v.string()) }));

/** Starts pi without a session, has it answer these questions and ends it. */
async function ask(
	{ program, args, environment, directory }: RunSituation,
	questions: readonly string[],
	milliseconds = 60_000,
): Promise<unknown[]> {
	const said = ["--mode", "rpc", "--no-session", ...aboutModels(args)];
	const child = spawn(program, said, {
		cwd: directory,
		env: { ...environment, ...QUIET },
		stdio: ["pipe", "pipe", "ignore"],
	});
	const timer = setTimeout(() => child.kill(), milliseconds);
	const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
	const failed = new Promise<never>((_, reject) => child.once("error", reject));
	// A program that has ended does not read its input; that is reported below.
	child.stdin.on("error", () => {});
	child.stdin.write(questions.map((type) => `${JSON.stringify({ id: type, type })}\n`).join(""));
	const answers = new Map<string, unknown>();
	const listen = async (): Promise<void> => {
		for await (const line of streamLines(child.stdout)) {
			const answer = v.safeParse(AnswerShape, line);
			if (answer.success) answers.set(answer.output.id, answer.output.data);
			if (answers.size === questions.length) return;
		}
		throw new Error(`it ended with ${(await closed) ?? "a signal"}`);
	};
	try {
		await Promise.race([listen(), failed]);
		return questions.map((type) => answers.get(type));
	} finally {
		clearTimeout(timer);
		child.kill();
		if (child.pid !== undefined) await closed;
	}
}

const QUIET = { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0" };

const AnswerShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ type: v.literal("response"), id: v.string(), success: v.literal(true), data: v.unknown() }),
);

/** What was typed of models, and of extensions, which may bring models. */
function aboutModels(args: readonly string[]): string[] {
	const end = args.indexOf("--");
	return args.slice(0, end < 0 ? args.length : end).flatMap((word, at) => {
		if (VALUED.has(word)) return args.slice(at, at + 2);
		return ALONE.has(word) ? [word] : [];
	});
}

const VALUED: ReadonlySet<string> = new Set(["--provider", "--model", "--models", "--api-key", "-e", "--extension"]);
const ALONE: ReadonlySet<string> = new Set(["-ne", "--no-extensions", "-a", "--approve", "-na", "--no-approve"]);
