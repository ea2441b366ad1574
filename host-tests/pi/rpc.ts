import type { ChildProcessWithoutNullStreams } from "node:child_process";
import * as v from "valibot";

/** A line that pi says to its client: an answer, or something that has happened. */
export type Said = { readonly type: string; readonly [field: string]: unknown };

/** The other end of a pi in RPC mode. */
export type Client = {
	readonly said: readonly Said[];
	/** Asks for something, and waits for the answer. */
	readonly ask: (wanted: object) => Promise<unknown>;
	/** Waits for something that is not said yet. */
	readonly hear: (isWanted: (said: Said) => boolean) => Promise<Said>;
	readonly close: () => Promise<void>;
};

/** Listens to a process that speaks one JSON object per line. */
export function listen(child: ChildProcessWithoutNullStreams): Client {
	const said: Said[] = [];
	const waiting = new Set<Waiting>();
	let [rest, errors, count] = ["", "", 0];
	child.stdin.on("error", () => {});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		errors += text;
	});
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			const each = v.parse(SaidShape, line);
			said.push(each);
			for (const one of waiting) if (one.isWanted(each)) one.done(each);
		}
	});
	const ended = new Promise<void>((resolve) => {
		child.on("close", () => {
			for (const one of waiting) one.failed(new Error(`pi has ended: ${errors.slice(-2000)}`));
			resolve();
		});
	});
	const hear = (isWanted: Waiting["isWanted"]): Promise<Said> => {
		return new Promise((resolve, reject) => {
			const stop = (): void => {
				clearTimeout(timer);
				waiting.delete(one);
			};
			const failed = (error: Error): void => {
				stop();
				reject(error);
			};
			const done = (each: Said): void => {
				stop();
				resolve(each);
			};
			const one = { isWanted, done, failed };
			const timer = setTimeout(() => failed(new Error(`pi does not answer: ${errors.slice(-2000)}`)), PATIENCE);
			waiting.add(one);
		});
	};
	return {
		said,
		hear,
		ask: async (wanted) => {
			const id = `${++count}`;
			const answer = hear((each) => each.type === "response" && each.id === id);
			child.stdin.write(`${JSON.stringify({ id, ...wanted })}\n`);
			const { success, data, error } = await answer;
			if (success !== true) throw new Error(`pi refuses ${JSON.stringify(wanted)}: ${error}`);
			return data;
		},
		close: async () => {
			child.stdin.end();
			await ended;
		},
	};
}

type Waiting = {
	readonly isWanted: (said: Said) => boolean;
	readonly done: (said: Said) => void;
	readonly failed: (error: Error) => void;
};

const PATIENCE = 60_000;

const SaidShape = v.pipe(v.string(), v.parseJson(), v.looseObject({ type: v.string() }));
