import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { streamLines } from "./mcp-server.ts";

/** A program that answers requests: one line of JSON each, on standard input and output. */
type StartedProgram = {
	readonly program: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly folder: string;
};

/** A conversation with such a program. */
export type ProgramTalk = {
	/** Sends a request; returns the result. */
	readonly ask: (method: string, params: object) => Promise<unknown>;
	/** Sends a message that has no answer. */
	readonly tell: (method: string) => void;
};

/** Starts a program, talks to it and ends it. Throws if it does not start, does not answer, or takes too long. */
export async function askProgram<Learned>(
	{ program, args, environment, folder }: StartedProgram,
	talk: (with_: ProgramTalk) => Promise<Learned>,
	milliseconds = 20_000,
): Promise<Learned> {
	const child = spawn(program, args, { cwd: folder, env: { ...environment }, stdio: ["pipe", "pipe", "ignore"] });
	const open = new Map<number, (line: ProgramAnswer) => void>();
	const listen = async (): Promise<void> => {
		for await (const text of streamLines(child.stdout)) {
			const answer = answerIn(text);
			if (answer) open.get(answer.id)?.(answer);
		}
	};
	// A program with a closed output has ended; that is reported below.
	listen().catch(() => {});
	const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	const ask: ProgramTalk["ask"] = (method, params) =>
		new Promise((resolve, reject) => {
			const id = open.size + 1;
			open.set(id, ({ result, error }) =>
				error === undefined ? resolve(result) : reject(new Error(`${method} was refused: ${JSON.stringify(error)}`)),
			);
			send({ id, method, params });
		});
	// A program that has ended does not read its input; that is reported below.
	child.stdin.on("error", () => {});
	const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
	const over = new Promise<never>((_, reject) => {
		const timer = setTimeout(() => reject(new Error("it did not answer in time")), milliseconds);
		child.on("error", reject);
		child.on("close", (code) => {
			clearTimeout(timer);
			reject(new Error(`it ended with ${code ?? "a signal"}`));
		});
	});
	try {
		return await Promise.race([talk({ ask, tell: (method) => send({ method }) }), over]);
	} finally {
		child.kill();
		await closed;
	}
}

type ProgramAnswer = { readonly id: number; readonly result: unknown; readonly error: unknown };

/** The answer in a line; undefined if it does not answer a request of ours. */
function answerIn(text: string): ProgramAnswer | undefined {
	try {
		const { id, method, result, error } = JSON.parse(text);
		return typeof id === "number" && method === undefined ? { id, result, error } : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Starts a server of ours with these words, and lets its hook answer one event that `makeTrial` makes in a folder of
 * its own: a text that is already in the window. Returns what went wrong, or undefined.
 */
export async function tryServer(
	[program = "", ...args]: readonly string[],
	own: StartedProgram["environment"],
	makeTrial: (folder: string) => object,
): Promise<string | undefined> {
	const folder = mkdtempSync(join(tmpdir(), "ibid-trial-"));
	try {
		// The user's settings and the record are not part of the trial.
		const others = Object.entries(own).filter(([name]) => !name.startsWith("IBID"));
		const places = { IBID_STATE: folder, XDG_CONFIG_HOME: folder, APPDATA: folder };
		const environment = { ...Object.fromEntries(others), ...places };
		const said = JSON.stringify(await callHook({ program, args, environment, folder }, makeTrial(folder)));
		return said.includes("[ibid]") ? undefined : `A text that was sent twice was not shortened: ${said}`;
	} catch (error) {
		return `ibid's server does not work: ${error instanceof Error ? error.message : error}.`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Calls the hook of a server as a host would; returns its answer. */
function callHook(started: StartedProgram, event: object): Promise<unknown> {
	return askProgram(started, async ({ ask, tell }) => {
		await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT });
		tell("notifications/initialized");
		await ask("tools/list", {});
		const answer = v.parse(CalledShape, await ask("tools/call", { name: "hook", arguments: event }));
		return JSON.parse(answer.content[0].text);
	});
}

const CLIENT = { name: "ibid", version: "1" };
const CalledShape = v.object({ content: v.tuple([v.object({ text: v.string() })]) });
