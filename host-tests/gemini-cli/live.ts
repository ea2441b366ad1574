import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { byBun, type Program } from "../codex/live.ts";
import { makeFolder } from "../folders.ts";
import type { Exchange } from "../rebuild.ts";
import type { Request } from "./model.ts";

/** A way to put ibid into Gemini CLI: what the user's settings say of it, what the host is told, and ibid's state. */
export type Wiring = {
	readonly state: string;
	readonly hooks?: Readonly<Record<string, unknown>>;
	readonly servers?: Servers;
	readonly environment?: Readonly<Record<string, string>>;
	/** Whether a server is to be there before the model says anything. */
	readonly isServed?: boolean;
	/** Installs something in a fresh home. */
	readonly install?: (home: string) => Promise<void>;
};

/** Servers of tools as they stand in settings, by their names. */
export type Servers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The hooks of the extension in the user's own settings, and the server that gives texts in the place of others. */
export function byTailCall(command: string = IBID, server: Program = ibid("serve", "gemini")): Wiring {
	const state = makeFolder("state");
	const servers = { ibid: { ...server, env: { IBID_STATE: state }, trust: true } };
	return { state, hooks: hooksOf(command), servers, environment: { IBID_STATE: state }, isServed: true };
}

/** The same where texts are given in the shape of errors, for which no server is needed. */
export function asErrors(): Wiring {
	return { ...withoutServer(), hooks: hooksOf(`${IBID} --as-errors`) };
}

/** The hooks alone. */
export function withoutServer(): Wiring {
	return { ...byTailCall(), servers: {}, isServed: false };
}

/** ibid's sources, run by a Bun that does not care for what lies in the project. */
export function ibid(...args: readonly string[]): Program {
	return byBun(join(import.meta.dirname, "..", "..", "src", "cli.ts"), ...args);
}

/** The extension in this repository. */
export const EXTENSION: string = join(import.meta.dirname, "..", "..", "plugins", "gemini-cli");

/** A program as it is typed. */
export function typed({ command, args }: Program): string {
	return [command, ...args].join(" ");
}

/** What answers hooks. */
export const IBID: string = typed(ibid("hook", "gemini"));

/** The hooks of the extension, with another command in the place of its own. */
export function hooksOf(command: string): Record<string, unknown> {
	return v.parse(HooksShape, JSON.parse(hooksFileOf(command))).hooks;
}

/** The extension's file of hooks, with another command in the place of its own. */
export function hooksFileOf(command: string): string {
	const file = readFileSync(join(EXTENSION, "hooks", "hooks.json"), "utf8");
	return file.replaceAll(/(?<="command": ?)"ibid hook gemini"/g, () => JSON.stringify(command));
}

const HooksShape = v.object({ hooks: v.record(v.string(), v.unknown()) });

/** The calls in a request and the texts that stand there as their results; what a resumed session has twice counts once. */
export function exchangesIn({ contents }: Request, directory: string): Exchange[] {
	const answers = answersIn(contents.flatMap(({ parts }) => parts));
	return contents.flatMap(({ parts }, turn) => {
		const made = parts.flatMap((part) => (v.is(CallShape, part) ? [part.functionCall] : []));
		// The calls of a subagent have no ids; what answers them comes next, in their order.
		const next = [...answersIn(contents[turn + 1]?.parts ?? []).keys()];
		return made.flatMap(({ id: given, name, args }, place): Exchange[] => {
			const id = given ?? next[place] ?? "";
			const answer = answers.get(id);
			return answer ? [{ turn, call: { id, tool: name, input: args, directory }, ...answer }] : [];
		});
	});
}

type Answer = Required<Pick<Exchange, "text" | "outcome">>;

function answersIn(parts: readonly unknown[]): Map<string, Answer> {
	const answers = new Map<string, Answer>();
	for (const part of parts) {
		if (!v.is(AnswerShape, part)) continue;
		const { id, response } = part.functionResponse;
		const answer = answerIn(response);
		const earlier = answers.get(id);
		if (earlier && earlier.text !== answer.text) throw new Error(`${id} has two answers.`);
		answers.set(id, answer);
	}
	return answers;
}

function answerIn(response: { output: string } | { error: string }): Answer {
	if ("error" in response) return { text: response.error, outcome: "failed" };
	return { text: response.output, outcome: "done" };
}

const CallShape = v.looseObject({
	functionCall: v.looseObject({
		id: v.optional(v.string()),
		name: v.string(),
		args: v.record(v.string(), v.unknown()),
	}),
});

const AnswerShape = v.looseObject({
	functionResponse: v.looseObject({
		id: v.string(),
		response: v.union([v.strictObject({ output: v.string() }), v.strictObject({ error: v.string() })]),
	}),
});
