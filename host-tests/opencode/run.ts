import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { environmentOf, programOf, run } from "../program.ts";
import { type Request, requestIn, type Script, startChat } from "./model.ts";

/** A server of OpenCode over a project, with every tool allowed and a scripted model behind it. */
export type OpenCode = {
	/** Where all sessions are kept. */
	readonly database: string;
	/** Begins a session and gives its id. */
	readonly begin: () => Promise<string>;
	/** One prompt, with a file of the project or without, answered by the script; gives every request for a reply. */
	readonly prompt: (session: string, text: string, script: Script, attached?: string) => Promise<Request[]>;
	/** Sums a session up. */
	readonly compact: (session: string) => Promise<void>;
	/** Takes the last prompt back, and all that came of it. */
	readonly revert: (session: string) => Promise<void>;
	/** The sessions of the subagents that a session has sent. */
	readonly agents: (session: string) => Promise<string[]>;
	/** The session as the host exports it. */
	readonly export: (session: string) => Promise<string>;
	readonly close: () => Promise<void>;
};

/** Starts the real OpenCode in a home. Start-up takes seconds, so use one server for much. */
export async function startOpenCode(home: string, project: string, settings: object = {}): Promise<OpenCode> {
	const model = startChat();
	mkdirSync(join(home, "config", "opencode"), { recursive: true });
	writeFileSync(join(home, "config", "opencode", "opencode.json"), JSON.stringify(settingsOf(model.url, settings)));
	const start = { folder: project, environment: environmentFor(home) };
	const server = spawn(PROGRAM, ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
		cwd: project,
		env: start.environment,
		stdio: ["ignore", "pipe", "ignore"],
	});
	const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));
	const address = await addressIn(server.stdout);
	const ask = (path: string, body?: object): Promise<unknown> => askServer(address + path, body);
	return {
		database: join(home, "data", "opencode", "opencode.db"),
		begin: async () => v.parse(SessionShape, await ask("/session", {})).id,
		prompt: async (session, text, script, attached) => {
			const before = model.asked.length;
			model.play(script);
			const parts = [{ type: "text", text }, ...(attached === undefined ? [] : [fileIn(project, attached)])];
			await ask(`/session/${session}/message`, { parts });
			return model.asked.slice(before).flatMap((asked) => requestIn(asked) ?? []);
		},
		compact: async (session) => {
			await ask(`/session/${session}/summarize`, { providerID: "scripted", modelID: "scripted" });
		},
		revert: async (session) => {
			const messages = v.parse(MessagesShape, await ask(`/session/${session}/message`));
			const last = messages.findLast(({ info }) => info.role === "user");
			await ask(`/session/${session}/revert`, { messageID: last?.info.id });
		},
		agents: async (session) => {
			const sessions = v.parse(v.array(SessionShape), await ask(`/session/${session}/children`));
			return sessions.map(({ id }) => id);
		},
		export: async (session) => (await run(PROGRAM, ["export", session], start)).output,
		close: async () => {
			server.kill();
			await ended;
			await model.close();
		},
	};
}

const PROGRAM = programOf("opencode-ai", "bin", "opencode.exe");

const SessionShape = v.object({ id: v.string() });
const MessagesShape = v.array(v.object({ info: v.object({ id: v.string(), role: v.string() }) }));

/** What the server answers; it is told something where there is a body. */
async function askServer(url: string, body: object | undefined): Promise<unknown> {
	const headers = { "content-type": "application/json" };
	const answer = await fetch(url, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
	if (!answer.ok) throw new Error(`OpenCode: ${url}: ${answer.status} ${await answer.text()}`);
	return answer.json();
}

function fileIn(project: string, name: string): object {
	return { type: "file", mime: "text/plain", filename: name, url: pathToFileURL(join(project, name)).href };
}

function settingsOf(url: string, more: object): object {
	const model = { name: "Scripted", tool_call: true, limit: { context: 200_000, output: 8_000 } };
	const options = { baseURL: `${url}/v1`, apiKey: "none", includeUsage: true };
	const provider = { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models: { scripted: model } };
	return {
		autoupdate: false,
		share: "disabled",
		lsp: false,
		formatter: false,
		permission: { "*": "allow" },
		model: "scripted/scripted",
		small_model: "scripted/scripted",
		provider: { scripted: provider },
		...more,
	};
}

function environmentFor(home: string): Record<string, string> {
	return {
		...environmentOf(home),
		XDG_CONFIG_HOME: join(home, "config"),
		XDG_DATA_HOME: join(home, "data"),
		XDG_STATE_HOME: join(home, "state"),
		XDG_CACHE_HOME: join(home, "cache"),
		OPENCODE_DISABLE_AUTOUPDATE: "1",
		OPENCODE_DISABLE_MODELS_FETCH: "1",
		OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
		OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
		OPENCODE_DISABLE_SHARE: "1",
		OPENCODE_DISABLE_CLAUDE_CODE: "1",
	};
}

/** The server says where it listens, once it does. */
async function addressIn(output: Readable): Promise<string> {
	let said = "";
	output.setEncoding("utf8");
	return new Promise((resolve, reject) => {
		output.on("data", (text: string) => {
			said += text;
			const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
			if (address !== undefined) resolve(address);
		});
		output.on("close", () => reject(new Error(`OpenCode ended before it listened: ${said}`)));
	});
}
