import { spawn } from "node:child_process";
import { streamLines } from "./lines.ts";

/** A program that answers requests: one line of JSON each, on standard input and output. */
export type StartedProgram = {
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
