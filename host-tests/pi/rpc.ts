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
	const waiting = newWaiting();
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
			waiting.heard(each);
		}
	});
	const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
	void ended.then(() => waiting.failed(`pi has ended: ${errors.slice(-2000)}`));
	return {
		said,
		hear: waiting.hear,
		ask: async (wanted) => {
			const id = `${++count}`;
			const answer = waiting.hear((each) => each.type === "response" && each.id === id);
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

const SaidShape = v.pipe(v.string(), v.parseJson(), v.looseObject({ type: v.string() }));

/** Those who wait for something to be said. */
type Waiting = Pick<Client, "hear"> & {
	readonly heard: (said: Said) => void;
	readonly failed: (why: string) => void;
};

function newWaiting(): Waiting {
	const waiting = new Set<{ heard(said: Said): void; failed(error: Error): void }>();
	return {
		heard: (said) => {
			for (const one of waiting) one.heard(said);
		},
		failed: (why) => {
			for (const one of waiting) one.failed(new Error(why));
		},
		hear: async (isWanted) => {
			const { promise, resolve, reject } = Promise.withResolvers<Said>();
			const one = { heard: (said: Said) => void (isWanted(said) && resolve(said)), failed: reject };
			const timer = setTimeout(() => reject(new Error("pi does not answer.")), PATIENCE);
			waiting.add(one);
			try {
				return await promise;
			} finally {
				clearTimeout(timer);
				waiting.delete(one);
			}
		},
	};
}

const PATIENCE = 60_000;
