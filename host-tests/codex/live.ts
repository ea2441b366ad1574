import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { RUN_VARIABLE } from "../../src/config/under-run.ts";
import { readLines } from "../../src/store/record.ts";
import type { RecordLine } from "../../src/store/record-lines.ts";
import { makeFolder } from "../folders.ts";
import type { Exchange } from "../rebuild.ts";
import { type Request, resultsIn } from "./model.ts";
import type { Session } from "./run.ts";

/** A way to install ibid in Codex: the settings in its home directory, and the folder of ibid's state. */
export type Wiring = Pick<Session, "settings" | "hooks" | "trusting"> & {
	readonly state: string;
	/** Installs something in a fresh home; gives what its configuration says then. */
	readonly install?: (home: string) => Promise<readonly string[]>;
};

/** A program with its arguments. */
export type Program = { readonly command: string; readonly args: readonly string[] };

/** The hooks of the plugin in the user's own file of hooks, and the server that they call. */
export function byHooks(program: Program = ibid(), more: readonly string[] = []): Wiring {
	const state = makeFolder("state");
	// Codex gives servers only the variables that they ask for.
	const variables = [`env = { IBID_STATE = "${state}" }`, `env_vars = ["${RUN_VARIABLE}"]`];
	return { settings: serverNamed("ibid", program, [...variables, ...more]), hooks, state };
}

/** The same server without the hooks. */
export function withoutHooks(wiring: Wiring): Wiring {
	return { ...wiring, hooks: { hooks: {} } };
}

/** The plugin in this repository. */
export const PLUGIN: string = join(import.meta.dirname, "..", "..", "plugins", "codex");

const hooks: unknown = JSON.parse(readFileSync(join(PLUGIN, "hooks", "hooks.json"), "utf8"));

/** ibid's sources, run by a Bun that ignores the files in the project. */
export function ibid(...more: readonly string[]): Program {
	return byBun(join(import.meta.dirname, "..", "..", "src", "cli.ts"), "serve", "codex", ...more);
}

/** A program for Bun. */
export function byBun(...args: readonly string[]): Program {
	return { command: process.execPath, args: ["--config=/dev/null", "--no-env-file", ...args] };
}

/** An MCP server as the configuration describes it. */
export function serverNamed(name: string, { command, args }: Program, more: readonly string[] = []): string[] {
	return [`[mcp_servers.${name}]`, `command = "${command}"`, `args = ${JSON.stringify(args)}`, ...more];
}

/** A setting that lets the model call every tool of a server directly. */
export const DIRECT: readonly string[] = ['omit_tools_from = ["code_mode", "deferred"]'];

/** The calls in a request and their results there, in the order of the calls. */
export function exchangesIn(request: Request, directory: string): Exchange[] {
	const texts = new Map(resultsIn(request).map(({ id, text }) => [id, text]));
	let [turn, isReplying] = [0, false];
	return request.input.flatMap((item): Exchange[] => {
		if (!v.is(CallShape, item)) {
			isReplying = false;
			return [];
		}
		if (!isReplying) turn++;
		isReplying = true;
		const { call_id: id, name, namespace } = item;
		const text = texts.get(id);
		if (text === undefined) return [];
		const tool = namespace ? `${namespace}__${name}` : name;
		const input = "arguments" in item ? item.arguments : { input: item.input };
		return [{ turn, call: { id, tool, input: v.parse(InputShape, input), directory }, text }];
	});
}

const NAMED = { call_id: v.string(), name: v.string(), namespace: v.nullish(v.string()) };
const CallShape = v.union([
	v.looseObject({ type: v.literal("function_call"), ...NAMED, arguments: v.string() }),
	v.looseObject({ type: v.literal("custom_tool_call"), ...NAMED, input: v.string() }),
]);
const Input = v.record(v.string(), v.unknown());
const InputShape = v.union([Input, v.pipe(v.string(), v.parseJson(), Input)]);

/** All that ibid has recorded. */
export function recordedIn(state: string): RecordLine[] {
	const place = join(state, "answers");
	const sessions = new Set(namesIn(place).map((name) => name.split(".")[0] ?? ""));
	return [...sessions].flatMap((session) => readLines(place, session));
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
