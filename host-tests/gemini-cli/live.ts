import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { buildExecutable } from "../../scripts/build-exe.ts";
import type { Program } from "../codex/live.ts";
import { makeFolder } from "../folders.ts";
import type { Exchange } from "../rebuild.ts";
import type { Request } from "./model.ts";

/** A way to install ibid in Gemini CLI: the user's settings, the host's environment, and ibid's state. */
export type Wiring = {
	readonly state: string;
	readonly hooks?: Readonly<Record<string, unknown>>;
	readonly servers?: Servers;
	readonly environment?: Readonly<Record<string, string>>;
	/** Whether a server is to be there before the model says anything. */
	readonly isServed?: boolean;
	/** Installs something in a fresh home that has its settings. */
	readonly install?: (home: string) => Promise<void>;
};

/** MCP servers as settings describe them, by their names. */
export type Servers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The hooks of the extension in the user's own settings, and the server that returns replacement texts. */
export function byTailCall(command?: string, server: Program = serving()): Wiring {
	const state = makeFolder("state");
	const servers = { ibid: { ...server, env: { IBID_STATE: state }, trust: true } };
	const environment = { IBID_STATE: state, PATH: `${dirname(executable())}:${process.env.PATH}` };
	return { state, hooks: hooksOf(command), servers, environment, isServed: true, install: allowTool };
}

/** The same where another program is found by the name of ibid: a script for Bash. */
export function byScript(script: string): Wiring {
	const folder = makeFolder("plugin");
	writeFileSync(join(folder, "ibid"), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
	const wiring = byTailCall();
	return { ...wiring, environment: { ...wiring.environment, PATH: `${folder}:${process.env.PATH}` } };
}

/** The hooks alone. */
export function withoutServer(wiring: Wiring = byTailCall()): Wiring {
	return { ...wiring, servers: {}, isServed: false };
}

/** The same where texts are given in the shape of errors, for which no server is needed. */
export function asErrors(): Wiring {
	const { environment, ...wiring } = withoutServer();
	return { ...wiring, environment: { ...environment, IBID_GEMINI_AS_ERRORS: "on" } };
}

/** What ibid's server is started with. */
export function serving(): Program {
	return { command: executable(), args: ["serve", "gemini"] };
}

/** The program that users install, built again for each file of tests. */
export function executable(): string {
	if (!existsSync(built)) {
		built = join(makeFolder("plugin"), "ibid");
		buildExecutable(built);
	}
	return built;
}

let built = "";

/** Lets the user allow ibid's tool in every mode. */
export async function allowTool(home: string): Promise<void> {
	const folder = join(home, ".gemini", "policies");
	mkdirSync(folder, { recursive: true });
	copyFileSync(join(EXTENSION, "policy.toml"), join(folder, "ibid.toml"));
}

/** The extension in this repository. */
export const EXTENSION: string = join(import.meta.dirname, "..", "..", "plugins", "gemini-cli");

/** The hooks of the extension, with another command in the place of its own if one is given. */
export function hooksOf(command?: string): Record<string, unknown> {
	const file = readFileSync(join(EXTENSION, "hooks", "hooks.json"), "utf8");
	const put = (key: string, value: unknown): unknown => (key === "command" ? (command ?? value) : value);
	return v.parse(HooksShape, JSON.parse(file, put)).hooks;
}

const HooksShape = v.object({ hooks: v.record(v.string(), v.unknown()) });

/** The calls in a request and the texts that stand there as their results; what a resumed session repeats counts once. */
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
