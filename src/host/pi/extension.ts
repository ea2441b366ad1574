import { followConfig, isOn, preferredTerms } from "../../config/load.ts";
import { homeFolder } from "../../config/places.ts";
import type { Settings } from "../../config/types.ts";
import { isUnderRun } from "../../config/under-run.ts";
import { type PiMessage, piDialect } from "../../dialect/pi.ts";
import { refuseWrite } from "../../guard/refuse-blind-write.ts";
import { newShownRequests, type ShownRequests } from "../../guard/refuse-copy.ts";
import { piTools } from "../../lens/tools/pi.ts";
import { everyRequestLimits } from "../../limits/limits.ts";
import { answerLineFor } from "../../store/answer-line.ts";
import { forgetOld } from "../../store/forget.ts";
import { type AnswerRecord, openRecord, openSharedRecord, writeIfPossible } from "../../store/record.ts";
import { tokenWords } from "../../store/savings.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { lazyOutliner } from "../../symbol/lazy-outliner.ts";
import {
	newSessions,
	type Outliner,
	type RequestTransform,
	type SessionReport,
	whenReady,
} from "../../transform/sessions.ts";
import { PI } from "./name.ts";
import { REFRESH, wishesIn, wishIn, wishWords, withoutWishes, withWishes } from "./refresh.ts";

/** The extension interface of pi 0.73 and 1.5, as far as we use it. */
export type Pi = {
	on<Name extends keyof PiHandlers>(event: Name, handler: PiHandlers[Name]): unknown;
	registerCommand(name: string, command: PiCommand): void;
	appendEntry(type: string, data: unknown): void;
};

/** What we do at each event. */
export type PiHandlers = {
	context(event: Context, context: PiSurroundings): Promise<Changed>;
	context_with_system(event: Context, context: PiSurroundings): Promise<Changed>;
	tool_call(event: PiToolCall, context: PiSurroundings): PiBlock;
};

/** The messages of a request. */
export type Context = { readonly messages: readonly PiMessage[] };

/** Other messages instead; nothing to keep them. */
export type Changed = { readonly messages: readonly PiMessage[] } | undefined;

/** A call that is about to be made, by the model or by one of its scripts. */
export type PiToolCall = {
	readonly toolName: string;
	readonly toolCallId: string;
	readonly input: Readonly<Record<string, unknown>>;
};

/** Refuses a call, with the text that the model gets instead of its result; nothing if the call may run. */
export type PiBlock = { readonly block: true; readonly reason: string } | undefined;

/** Where a handler is called. */
export type PiSurroundings = {
	readonly cwd: string;
	readonly hasUI: boolean;
	readonly ui: {
		setStatus(key: string, text: string | undefined): void;
		notify(text: string, kind?: "info" | "warning"): void;
	};
	readonly sessionManager: {
		getSessionId(): string;
		getBranch(): readonly unknown[];
		/** Versions that have this also report the messages after all other extensions have changed them. */
		buildSessionProjection?: unknown;
	};
};

type PiCommand = { readonly description: string; handler(words: string, context: PiSurroundings): Promise<void> };

/** The extension as pi starts it. */
// biome-ignore lint/style/noDefaultExport: the host demands it
export default function ibid(pi: Pi): void {
	const home = homeFolder();
	if (home === undefined) return;
	const process_ = `${process.pid}-${Date.now().toString(36)}`;
	const following = followConfig({ home, environment: process.env, hosts: [PI] }, new URL(import.meta.url));
	const folder = stateFolder(home, process.env);
	forgetOld(folder, following.now(process.cwd()).config.keepDays, Date.now());
	const outliner = lazyOutliner(async () => (await import("../../symbol/built-outliner.ts")).builtOutliner());
	const runtime = { now: Date.now, settings: following.now, outliner };
	if (isUnderRun(process.env)) guardOnly(pi, openSharedRecord(folder, process_), runtime);
	else extend(pi, openRecord(folder, process_), runtime);
}

/** A clock, the user's settings for a directory, and what finds the lines that may be folded. */
export type PiRuntime = {
	readonly now: () => number;
	readonly settings: (directory: string) => Settings;
	readonly outliner?: Outliner;
};

/** Shortens every request. If anything fails, the request is sent as the host built it. */
export function extend(pi: Pi, record: AnswerRecord, runtime: PiRuntime): void {
	const { now, settings, outliner } = runtime;
	const sessions = newFolders(runtime);
	const shown = newShownRequests();
	let answers: readonly SessionReport[] | undefined;
	const shorten = async (
		{ messages }: Context,
		{ cwd, sessionManager }: PiSurroundings,
	): Promise<readonly PiMessage[]> => {
		const time = now();
		const session = sessionManager.getSessionId();
		const wished = withWishes(messages, wishesIn(sessionManager.getBranch()));
		const request = await whenReady(sessions(cwd, session), wished, outliner);
		const when = { time, host: HOST, version: "", session, agent: "", milliseconds: now() - time, waited: 0 };
		for (const told of request.fresh) writeIfPossible(record, answerLineFor(told, when));
		answers = request.answers;
		shown.show(session, request);
		return withoutWishes(request.messages);
	};
	const handle =
		(isLast: boolean) =>
		async (event: Context, context: PiSurroundings): Promise<Changed> => {
			const { sessionManager, hasUI, ui } = context;
			if (isLast !== (sessionManager.buildSessionProjection !== undefined)) return undefined;
			try {
				if (!isOn(settings(context.cwd).config, HOST)) return undefined;
				const messages = await shorten(event, context);
				if (hasUI) ui.setStatus("ibid", statusOf(answers ?? []));
				return { messages };
			} catch (error) {
				const session = sessionManager.getSessionId();
				writeIfPossible(record, { kind: "failure", schema: 1, time: now(), host: HOST, session, what: String(error) });
				return undefined;
			}
		};
	pi.on("tool_call", newGuard(record, runtime, shown));
	pi.on("context_with_system", handle(true));
	pi.on("context", handle(false));
	pi.registerCommand("ibid", {
		description: "What ibid left out of this context",
		handler: async (_, { ui }) => ui.notify(accountOf(answers), "info"),
	});
	pi.registerCommand(REFRESH, {
		description: "Send the next read of a file in full: PATH [FIRST-LAST]",
		async handler(words, { ui }) {
			const wish = wishIn(words);
			if (!wish) return ui.notify(`Name a file: /${REFRESH} PATH [FIRST-LAST]`, "warning");
			pi.appendEntry(REFRESH, wish);
			ui.notify(`The next read of ${wishWords(wish)} will be sent in full.`, "info");
		},
	});
}

/** Only guards writes, for requests that something else shortens and records. */
export function guardOnly(pi: Pi, record: AnswerRecord, runtime: PiRuntime): void {
	pi.on("tool_call", newGuard(record, runtime));
}

/** Refuses calls that would write a note into a file, or over lines that the model has not seen. */
function newGuard(record: AnswerRecord, { now, settings }: PiRuntime, shown?: ShownRequests): PiHandlers["tool_call"] {
	return ({ toolName: tool, toolCallId: id, input }, { cwd: directory, sessionManager }) => {
		const { config } = settings(directory);
		if (!config.guard || !isOn(config, HOST)) return undefined;
		const session = sessionManager.getSessionId();
		const guarded = { host: HOST, session, agent: "", tools: piTools, record, now, ...shown?.guarding(session) };
		const reason = refuseWrite({ id, tool, input, directory }, guarded);
		return reason === undefined ? undefined : { block: true, reason: `${reason}.` };
	};
}

const HOST = PI.name;

/** Sessions by their working directory and id. */
function newFolders({ settings, outliner }: PiRuntime): (folder: string, id: string) => RequestTransform<PiMessage> {
	const way = { tools: piTools, limits: everyRequestLimits, outliner };
	const folders = new Map<string, (id: string) => RequestTransform<PiMessage>>();
	return (folder, id) => {
		const sessions =
			folders.get(folder) ?? newSessions(way, piDialect(folder), (terms) => preferredTerms(terms, settings(folder)));
		folders.set(folder, sessions);
		return sessions(id);
	};
}

/** What was saved in a context, in a few words for the footer; undefined if nothing was. */
export function statusOf(answers: readonly SessionReport[]): string | undefined {
	const saved = savedIn(answers);
	return saved === 0 ? undefined : `ibid ${tokenWords(saved)}`;
}

/** The same in full: the results of the last request, how many were shortened, and which files saved most. */
export function accountOf(answers: readonly SessionReport[] | undefined): string {
	if (!answers) return "No request has been sent yet.";
	if (answers.length === 0) return "The last request had no tool results.";
	const shortened = answers.filter(({ answer }) => answer.form !== "whole");
	const askedAgain = answers.filter(({ answer }) => answer.reason === "asked again").length;
	const words = [
		`The last request had ${results(answers.length)}, about ${tokenWords(tokensIn(answers))} tokens.`,
		`${shortened.length || "None"} shortened${shortened.length === 0 ? "" : `: ${lessIn(shortened)}`}.`,
		...(askedAgain === 0 ? [] : [`${askedAgain} sent in full because the model asked again.`]),
	];
	return [words.join(" "), ...bySubject(shortened).slice(0, MOST).map(subjectLine)].join("\n");
}

const MOST = 8;

function results(count: number): string {
	return count === 1 ? "1 tool result" : `${count} tool results`;
}

function tokensIn(answers: readonly SessionReport[]): number {
	return answers.reduce((sum, { answer }) => sum + answer.after, 0);
}

function lessIn(answers: readonly SessionReport[]): string {
	return `${tokenWords(savedIn(answers))} tokens saved`;
}

function savedIn(answers: readonly SessionReport[]): number {
	return answers.reduce((sum, { answer }) => sum + answer.before - answer.after, 0);
}

function bySubject(answers: readonly SessionReport[]): [string, number][] {
	const saved = new Map<string, number>();
	for (const each of answers) saved.set(each.subject, (saved.get(each.subject) ?? 0) + savedIn([each]));
	return [...saved].sort((a, b) => b[1] - a[1]);
}

function subjectLine([subject, tokens]: [string, number]): string {
	return `${tokenWords(tokens).padStart(6)}  ${subject}`;
}
