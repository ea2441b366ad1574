import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import { type RunFiles, startedBy } from "../under-run.ts";
import { CALLS_TOOLS } from "./calls.ts";
import type { Played } from "./compare.ts";
import type { Wiring } from "./live.ts";
import { requestIn, startCodexModel, type Turn } from "./model.ts";
import { codexEnvironment, configurationOf, logsIn, PROGRAM } from "./run.ts";

/** A prompt, and whether the previous prompt is taken back first. */
export type Prompt = { readonly text: string; readonly reverts?: boolean };

/** Plays prompts in one thread, as an editor would; the user has said that the hooks are to be trusted. */
export async function playInEditor(
	prompts: readonly Prompt[],
	replies: readonly Turn[],
	{ settings = [], hooks = { hooks: {} } }: Partial<Wiring>,
	files?: RunFiles,
): Promise<Played> {
	const [home, project] = [makeFolder("home"), makeProject()];
	const model = startCodexModel({ replies });
	const configuration = join(home, "config.toml");
	writeFileSync(configuration, configurationOf({ project, model: CALLS_TOOLS, settings }, model.url));
	writeFileSync(join(home, "hooks.json"), JSON.stringify(hooks));
	const before = await startServer(home, project);
	const listed = v.parse(HooksShape, await before.ask("hooks/list", { cwds: [project] }));
	before.end();
	const trusted = listed.data.flatMap(({ hooks }) => hooks);
	for (const { key, currentHash } of trusted)
		appendFileSync(configuration, `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`);
	const server = await startServer(home, project, files);
	const rights = { cwd: project, approvalPolicy: "never", sandbox: "danger-full-access", historyMode: "paginated" };
	const { thread } = v.parse(ThreadShape, await server.ask("thread/start", rights));
	const threadId = thread.id;
	let beforeTurnId = "";
	for (const { text, reverts = false } of prompts) {
		if (reverts) await server.ask("thread/revert", { threadId, beforeTurnId });
		const ended = server.next("turn/completed");
		const started = await server.ask("turn/start", { threadId, input: [{ type: "text", text, text_elements: [] }] });
		beforeTurnId = v.parse(TurnShape, started).turn.id;
		await ended;
	}
	server.end();
	await model.close();
	return { requests: model.asked.flatMap((asked) => requestIn(asked) ?? []), project, logs: logsIn(home) };
}

const HooksShape = v.object({
	data: v.array(v.object({ hooks: v.array(v.object({ key: v.string(), currentHash: v.string() })) })),
});
const ThreadShape = v.object({ thread: v.object({ id: v.string() }) });
const TurnShape = v.object({ turn: v.object({ id: v.string() }) });

type Server = {
	/** Sends a request; returns the result. */
	ask(method: string, params: object): Promise<unknown>;
	/** Waits for the next notification of this kind. */
	next(method: string): Promise<void>;
	end(): void;
};

async function startServer(home: string, project: string, files?: RunFiles): Promise<Server> {
	const { program, args, environment } = startedBy(files, { program: PROGRAM, args: ["app-server"] });
	const child = spawn(program, args, {
		cwd: project,
		env: { ...codexEnvironment(home), ...environment },
		stdio: ["pipe", "pipe", "ignore"],
	});
	const open = new Map<number, (line: Line) => void>();
	const told = new Map<string, () => void>();
	createInterface({ input: child.stdout }).on("line", (text) => {
		const line = v.parse(LineShape, JSON.parse(text));
		if (line.method !== undefined) told.get(line.method)?.();
		else if (line.id !== undefined) open.get(line.id)?.(line);
	});
	const send = (message: object): boolean => child.stdin.write(`${JSON.stringify(message)}\n`);
	const server: Server = {
		ask: (method, params) =>
			new Promise((resolve, reject) => {
				const id = open.size + 1;
				open.set(id, ({ result, error }) =>
					error === undefined ? resolve(result) : reject(new Error(JSON.stringify(error))),
				);
				send({ id, method, params });
			}),
		next: (method) => new Promise((resolve) => told.set(method, resolve)),
		end: () => void child.kill(),
	};
	const client = { clientInfo: { name: "test", version: "1" }, capabilities: { experimentalApi: true } };
	await server.ask("initialize", client);
	send({ method: "initialized" });
	return server;
}

type Line = v.InferOutput<typeof LineShape>;

const LineShape = v.looseObject({
	id: v.optional(v.number()),
	method: v.optional(v.string()),
	result: v.optional(v.unknown()),
	error: v.optional(v.unknown()),
});
