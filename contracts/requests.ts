import { seeded } from "../sim/random.ts";
import { playSession } from "../sim/session.ts";
import type { Begun, Performed, Step } from "../sim/types.ts";
import type { Asked, Line } from "./dialect.ts";

/** A conversation as a request carries it. */
export type Request = readonly Line[];

/**
 * The requests of a random session, one before each reply. `deliver` returns what was sent for the last result in a
 * conversation, because files may come to quote that.
 */
export async function playRequests(
	seed: number,
	deliver: (request: Request) => Promise<string>,
): Promise<readonly Request[]> {
	const session = playSession(seeded(seed));
	const talk = newTalk(seed);
	const requests: Request[] = [];
	let delivered = "";
	for (let next = session.next(""); !next.done; next = session.next(delivered)) {
		const step = next.value;
		if (step.kind === "turn") requests.push(talk.hear());
		talk.go(step);
		if (step.kind === "result") delivered = await deliver(talk.now());
	}
	return [...requests, talk.hear()];
}

/** A conversation under construction: what the host does to it waits until the turn is over. */
type Talk = {
	now(): Request;
	/** The conversation after everything that the host did. */
	hear(): Request;
	go(step: Step): void;
};

function newTalk(seed: number): Talk {
	const marks = new Map<number, Request>();
	let lines: Request = [{ kind: "prompt", number: 0, text: "Go on." }];
	let waiting: Step[] = [];
	let count = 0;
	const hear = (): Request => {
		for (const step of waiting) lines = acted(lines, step, ++count, seed);
		waiting = [];
		return lines;
	};
	const go = (step: Step): void => {
		switch (step.kind) {
			case "turn":
				lines = [...lines, { kind: "reply", number: ++count, directory: "/w", calls: [] }];
				return;
			case "call":
				lines = withReply(lines, (calls) => [...calls, asked(step.begun)]);
				return;
			case "result":
				lines = withReply(lines, (calls) => answered(calls, step.begun, step.performed));
				return;
			case "mark":
				marks.set(step.name, hear());
				return;
			case "go":
				hear();
				lines = marks.get(step.to) ?? lines;
				return;
			default:
				waiting.push(step);
		}
	};
	return { now: () => lines, hear, go };
}

function asked({ call: { id, tool, input }, about }: Begun): Asked {
	const [path] = about.map(({ key }) => /^file (.*)$/.exec(key)?.[1]);
	return { id, tool, input, end: { kind: "open" }, ...(path === undefined ? {} : { shows: path }) };
}

/** The last reply with other calls. */
function withReply(lines: Request, change: (calls: readonly Asked[]) => readonly Asked[]): Request {
	const last = lines.at(-1);
	return last?.kind === "reply" ? lines.with(-1, { ...last, calls: change(last.calls) }) : lines;
}

function answered(calls: readonly Asked[], { call }: Begun, { text, outcome }: Performed): readonly Asked[] {
	const at = calls.findIndex(({ id, end }) => id === call.id && end.kind === "open");
	const known = calls[at];
	return known ? calls.with(at, { ...known, end: { kind: outcome, text } }) : calls;
}

/** A conversation after an action of the host. A summary comes before what is left of the end. */
function acted(lines: Request, step: Step, number: number, seed: number): Request {
	switch (step.kind) {
		case "attached":
			return [...lines, { kind: "attached", number, path: pathOf(step.doubt.key), text: step.text }];
		case "hide":
			return [...lines, { kind: "attached", number, path: pathOf(step.doubt.key), text: undefined }];
		case "ask":
			return [...lines, { kind: "asked", number, path: pathOf(step.key) }];
		case "erase":
			return lines.map((line) => (line.kind === "reply" ? { ...line, calls: line.calls.map(erased(step.ids)) } : line));
		case "reset":
			return [{ kind: "summary", number }, ...lines.slice(lines.length - (seed % 4))];
		default:
			return lines;
	}
}

function pathOf(key: string): string {
	return key.slice("file ".length);
}

function erased(ids: readonly string[]): (asked: Asked) => Asked {
	return (asked) => {
		const { id, end } = asked;
		return ids.includes(id) && end.kind === "done" ? { ...asked, end: { kind: "erased", text: end.text } } : asked;
	};
}
