import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { programOf, run } from "../program.ts";
import type { Asked } from "../scripted-model.ts";
import { environmentIn, furnish } from "./home.ts";
import { type Request, requestIn, type Script, startChat } from "./model.ts";

/** A server of OpenCode over a project, with every tool allowed and a scripted model behind it. */
export type OpenCode = {
	/** Where all sessions are kept. */
	readonly database: string;
	/** All requests to the model, including those for the host itself. */
	readonly asked: readonly Asked[];
	/** Begins a session and returns its id. */
	readonly begin: () => Promise<string>;
	/** One prompt, with or without a file of the project, answered by the script; returns every request for a reply. */
	readonly prompt: (session: string, text: string, script: Script, attached?: string) => Promise<Request[]>;
	/** A command of the user with its arguments, answered by the script. */
	readonly command: (session: string, name: string, words: string, script: Script) => Promise<Request[]>;
	/** Forks this session, and returns the id of the new one. */
	readonly fork: (session: string) => Promise<string>;
	/** Waits until the host has emptied old results of a session, which it does after its answer. */
	readonly emptied: (session: string) => Promise<void>;
	/** Compacts a session. */
	readonly compact: (session: string) => Promise<void>;
	/** Takes back the last prompt, and everything after it. */
	readonly revert: (session: string) => Promise<void>;
	/** The sessions of the sub-agents that a session started. */
	readonly agents: (session: string) => Promise<string[]>;
	/** The session as the host exports it. */
	readonly export: (session: string) => Promise<string>;
	readonly close: () => Promise<void>;
};

/** Starts the real OpenCode in a home directory. Starting takes seconds, so use one server for many tests. */
export async function startOpenCode(home: string, project: string, settings: object = {}): Promise<OpenCode> {
	const model = startChat();
	furnish(home, model.url, settings);
	const start = { folder: project, environment: environmentIn(home) };
	const server = spawn(PROGRAM, ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
		cwd: project,
		env: start.environment,
		stdio: ["ignore", "pipe", "ignore"],
	});
	const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));
	const address = await addressIn(server.stdout);
	const ask = (path: string, body?: object): Promise<unknown> => askServer(address + path, body);
	const requestsFor = async (script: Script, path: string, body: object): Promise<Request[]> => {
		const before = model.asked.length;
		model.play(script);
		await ask(path, body);
		return model.asked.slice(before).flatMap((asked) => requestIn(asked) ?? []);
	};
	return {
		asked: model.asked,
		database: join(home, "data", "opencode", "opencode.db"),
		begin: async () => v.parse(SessionShape, await ask("/session", {})).id,
		prompt: (session, text, script, attached) => {
			const parts = [{ type: "text", text }, ...(attached === undefined ? [] : [fileIn(project, attached)])];
			return requestsFor(script, `/session/${session}/message`, { parts });
		},
		command: (session, command, words, script) =>
			requestsFor(script, `/session/${session}/command`, { command, arguments: words }),
		fork: async (session) => v.parse(SessionShape, await ask(`/session/${session}/fork`, {})).id,
		emptied: async (session) => {
			for (
				let waited = 0;
				!JSON.stringify(await ask(`/session/${session}/message`)).includes(EMPTIED);
				waited += GLANCE
			) {
				if (waited > PATIENCE) throw new Error("OpenCode has emptied nothing.");
				await Bun.sleep(GLANCE);
			}
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

/** A field among the times of a result that was emptied. */
const EMPTIED = '"compacted":';
const GLANCE = 50;
const PATIENCE = 30_000;

/** The real OpenCode. */
export const PROGRAM: string = programOf("opencode-ai", "bin", "opencode.exe");

const SessionShape = v.object({ id: v.string() });
const MessagesShape = v.array(v.object({ info: v.object({ id: v.string(), role: v.string() }) }));

/** What the server answers; a body is sent as a POST. */
async function askServer(url: string, body: object | undefined): Promise<unknown> {
	const headers = { "content-type": "application/json" };
	const answer = await fetch(url, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
	if (!answer.ok) throw new Error(`OpenCode: ${url}: ${answer.status} ${await answer.text()}`);
	return answer.json();
}

function fileIn(project: string, name: string): object {
	return { type: "file", mime: "text/plain", filename: name, url: pathToFileURL(join(project, name)).href };
}

/** The server prints its address once it listens. */
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
