import { isOn, preferredTerms } from "../../config/load.ts";
import type { Settings } from "../../config/types.ts";
import { isRecord } from "../../dialect/foreign.ts";
import { askFor, type OpenCodeMessage, openCodeDialect } from "../../dialect/opencode.ts";
import { refuseWrite } from "../../guard/refuse-blind-write.ts";
import { type Guarded, newShownRequests } from "../../guard/refuse-copy.ts";
import { openCodeTools } from "../../lens/tools/opencode.ts";
import { everyRequestLimits } from "../../limits/limits.ts";
import { answerLineFor } from "../../store/answer-line.ts";
import { type AnswerRecord, writeIfPossible } from "../../store/record.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { newSessions, type Outliner, whenReady } from "../../transform/sessions.ts";
import { OPENCODE } from "./name.ts";
import { rivalIn } from "./rivals.ts";

/** The plugin interface of OpenCode 1.18, as far as we use it. */
export type OpenCodeHooks = {
	config(config: Config): Promise<void>;
	"command.execute.before"(command: OpenCodeCommand, output: { parts: unknown[] }): Promise<void>;
	/** A tool is about to be called. If this throws, it is not called, and the model gets the error message. */
	"tool.execute.before"(call: OpenCodeToolCall, output: { args: unknown }): Promise<void>;
	"experimental.session.compacting"(input: { sessionID: string }): Promise<void>;
	"experimental.chat.messages.transform"(input: object, output: { messages: OpenCodeMessage[] }): Promise<void>;
};

/** The host's merged settings; a project can hide the user's plugins in `plugin`, but they still run. */
export type Config = { plugin?: unknown; plugin_origins?: unknown; command?: Record<string, unknown> };

/** A command of the user's. */
export type OpenCodeCommand = { readonly command: string; readonly sessionID: string; readonly arguments: string };

/** A call that is about to be made. */
export type OpenCodeToolCall = { readonly tool: string; readonly sessionID: string; readonly callID: string };

/** A clock, the user's settings in the project, and what finds the lines that may be folded. */
export type OpenCodeRuntime = {
	readonly now: () => number;
	readonly settings: () => Settings;
	readonly outliner?: Outliner;
};

/** Shortens every request. If anything fails, the request is sent as the host built it. */
export function newHooks(directory: string, record: AnswerRecord, runtime: OpenCodeRuntime): OpenCodeHooks {
	const { now, settings, outliner } = runtime;
	const way = { tools: openCodeTools, limits: everyRequestLimits, outliner };
	const sessions = newSessions(way, openCodeDialect(directory), (terms) => preferredTerms(terms, settings()));
	const compacting = new Set<string>();
	const shown = newShownRequests();
	let isAside = false;
	return {
		config: guarded((config: Config) => {
			const rival = rivalIn(config.plugin) ?? rivalIn(config.plugin_origins);
			isAside = rival !== undefined;
			if (rival)
				write({ kind: "aside", schema: 1, time: now(), host: HOST, session: "", why: `${rival} is installed` });
			config.command = { ...config.command, [REFRESH]: { description: DESCRIPTION, template: TEMPLATE } };
		}),
		"command.execute.before": guarded(({ command, arguments: words }: OpenCodeCommand, { parts }) => {
			const ask = command === REFRESH ? refreshIn(words) : undefined;
			if (ask !== undefined) parts.push({ type: "text", text: ask, ignored: true });
		}),
		"tool.execute.before": async (called, { args }) => {
			if (isAside) return;
			guardCall(called, args, { directory, record, now, settings, ...shown.guarding(called.sessionID) });
		},
		// A request for a summary must contain everything.
		"experimental.session.compacting": guarded(({ sessionID }: { sessionID: string }) => {
			compacting.add(sessionID);
		}),
		"experimental.chat.messages.transform": guarded(async (_: object, { messages }) => {
			const id = isAside || !isOn(settings().config, HOST) ? undefined : sessionOf(messages);
			if (id !== undefined && !compacting.delete(id)) await shorten(messages, id);
		}),
	};

	async function shorten(messages: OpenCodeMessage[], session: string): Promise<void> {
		const time = now();
		const request = await whenReady(sessions(session), messages, outliner);
		const { messages: shortened, fresh } = request;
		shown.show(session, request);
		const when = { time, host: HOST, version: "", session, agent: "", milliseconds: now() - time, waited: 0 };
		for (const each of fresh) write(answerLineFor(each, when));
		for (const [index, message] of shortened.entries()) messages[index] = message;
	}

	/** If the record cannot be written, only figures are lost: the decision depends on the messages alone. */
	function write(line: RecordLine): void {
		writeIfPossible(record, line);
	}

	function guarded<A extends unknown[]>(hook: (...args: A) => void | Promise<void>): (...args: A) => Promise<void> {
		return async (...args) => {
			try {
				await hook(...args);
			} catch (error) {
				write({ kind: "failure", schema: 1, time: now(), host: HOST, session: "", what: errorWords(error) });
			}
		};
	}
}

/** The hook that guards writes, for requests that something else shortens and records. */
export function newGuard(
	directory: string,
	record: AnswerRecord,
	runtime: OpenCodeRuntime,
): Pick<OpenCodeHooks, "tool.execute.before"> {
	return {
		"tool.execute.before": async (called, { args }) => guardCall(called, args, { directory, record, ...runtime }),
	};
}

type CallGuard = OpenCodeRuntime & Pick<Guarded, "record" | "isShown" | "foldsOf"> & { readonly directory: string };

/** Throws if a call would write a note into a file. */
function guardCall(
	{ tool, sessionID: session, callID: id }: OpenCodeToolCall,
	input: unknown,
	{ directory, settings, ...around }: CallGuard,
): void {
	const { config } = settings();
	if (!config.guard || !isOn(config, HOST) || !isRecord(input)) return;
	const guarded = { host: HOST, session, agent: "", tools: openCodeTools, ...around };
	const reason = refuseWrite({ id, tool, input, directory }, guarded);
	if (reason !== undefined) throw new Error(`${reason}.`);
}

function errorWords(error: unknown): string {
	return error instanceof Error ? String(error) : typeof error;
}

const HOST = OPENCODE.name;
const REFRESH = "ibid-refresh";
const DESCRIPTION = "Have the model read a file again, in full";
const TEMPLATE = "Read $1 again; it comes in full.";

/** The words that a session keeps for `PATH [A-B]`; undefined if they name no file. */
function refreshIn(words: string): string | undefined {
	const [, path, first, last] = /^\s*(\S.*?)(?:\s+(\d+)-(\d+))?\s*$/.exec(words) ?? [];
	if (path === undefined) return undefined;
	return askFor(path, first === undefined ? undefined : { first: Number(first), last: Number(last) });
}

/** The session of these messages; undefined if there are several, or if the messages do not say. */
function sessionOf(messages: readonly OpenCodeMessage[]): string | undefined {
	const ids = new Set(messages.map(({ info }) => ("sessionID" in info ? info.sessionID : undefined)));
	const [id] = ids;
	return ids.size === 1 && typeof id === "string" ? id : undefined;
}
