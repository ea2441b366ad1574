import { copyOf, eventsOf, isSame, newIncrementalFold } from "../conversation/fold.ts";
import type { Entry, RecordedResult } from "../conversation/types.ts";
import { fold } from "../core/fold.ts";
import { isSensitive, type Policy } from "../core/policy.ts";
import type { Range, Subject } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import type { Dialect } from "../dialect/types.ts";
import { deliverLean, kindOfAnswer, type LeanAnswer } from "../lean/deliver.ts";
import type { LeanPolicy } from "../lean/types.ts";
import { lookAtCall, lookAtText, nameToKeep } from "../lens/look.ts";
import { hasNotes, type ResultKind } from "../lens/result-text.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { newsOfFolds, withheldIn, withWords } from "./folds.ts";
import { isNamedIn, type Prompts } from "./prompts.ts";

/** The messages of a request, without the lines that the model already has in front of it. */
export type Shortened<Message> = {
	readonly messages: readonly Message[];
	/** The outcome for the results in each message. */
	readonly answers: readonly (readonly TransformedResult[])[];
	/** The lines that outlines in it withhold, by the names of files. */
	readonly withheld: WithheldByFile;
	/** A grammar was not loaded yet: once it is, the messages come out otherwise. */
	readonly isPending: boolean;
};

/** Lines of files that a model has not been shown, by the names of the files. */
export type WithheldByFile = ReadonlyMap<string, readonly Range[]>;

/** How to read messages, with which tools they were made, and what pays. */
export type TransformTerms<Message> = {
	readonly dialect: Dialect<Message>;
	readonly tools: Tools;
	readonly policy: Policy;
	/** The policies of lean text that apply; none if absent. */
	readonly lean?: readonly LeanPolicy[];
	/** How files are folded when they are first shown; they are not if absent. */
	readonly findFolds?: FoldFinder | undefined;
	/** Says what the model must hear of a call that was not guarded; nothing is said if absent. */
	readonly tellCopy?: TellCopy;
};

/**
 * The sentence for the model if a call has put one of our notes into a file; `sent` gives the answers before it. It must
 * depend on nothing else.
 */
export type TellCopy = (
	tools: Tools,
	call: ToolCall,
	result: string,
	sent: () => Iterable<LeanAnswer>,
) => string | undefined;

/** What was sent for a result. */
export type TransformedResult = {
	/** The id of the result in its message. */
	readonly id: string;
	readonly call: ToolCall;
	/** What it is about, in words that may be recorded; undefined if it may hold secrets. */
	readonly subject: string | undefined;
	readonly brought: ResultKind;
	readonly original: string;
	readonly answer: LeanAnswer;
	/** What stands below it: the call has put a note into a file, or folded lines are elsewhere now. */
	readonly told?: string;
	readonly hasCopied?: true;
	/** Of the lines that outlines had withheld: how many folds the result has shown, and whether the call has changed some. */
	readonly opened?: number;
	readonly isBlindEdit?: true;
};

/**
 * Shortens the messages of one request after another. How it changes a message depends only on that message and those
 * before it; what it remembers of the last request only saves time.
 */
export function newTransform<Message>(
	terms: TransformTerms<Message>,
): (messages: readonly Message[]) => Shortened<Message> {
	const { dialect } = terms;
	const fold = newIncrementalFold<ParsedMessage, MessageStep>({
		reuse,
		next: (before, parsed) => next(before?.context ?? emptyContext(), parsed, terms),
		lists: 1,
	});
	return (messages) => {
		const steps = fold(messages.map((message) => ({ message, entries: once(() => dialect.parse(message)) })));
		// Later plugins may write to the messages that they get, so these are the host's own objects, or new ones.
		const shortened = messages.map((message, index) => {
			const { texts } = steps[index]!;
			return texts.size === 0 ? message : dialect.rewrite(message, texts);
		});
		const answers = steps.map((step) => step.answers);
		const withheld = withheldIn(steps.at(-1)?.context.window ?? emptyWindow());
		return { messages: shortened, answers, withheld, isPending: steps.some((step) => step.isPending) };
	};
}

/** A message, and its entries, which are parsed when they are first needed. */
type ParsedMessage = { readonly message: unknown; readonly entries: () => readonly Entry[] | undefined };

function once<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/** A copy of a message, its entries, the outcome for its results, and the model's context after it. */
type MessageStep = {
	readonly message: unknown;
	readonly entries: readonly Entry[] | undefined;
	readonly texts: ReadonlyMap<string, string>;
	readonly answers: readonly TransformedResult[];
	readonly isPending: boolean;
	readonly context: RequestContext;
};

/** What a model has in front of it after some messages. */
type RequestContext = {
	readonly window: Window;
	/**
	 * The calls of the last turn, by the host's ids, each with an id that no other call has; undefined if two calls
	 * have the same id, so that a result could belong to either.
	 */
	readonly calls: ReadonlyMap<string, ToolCall | undefined>;
	readonly count: number;
	/** What was shortened, the last one first. */
	readonly shortened: Shortenings;
	readonly prompts: Prompts;
};

type Shortenings = { readonly answer: LeanAnswer; readonly before: Shortenings } | undefined;

function* answersIn(shortened: Shortenings): Generator<LeanAnswer> {
	for (let at = shortened; at; at = at.before) yield at.answer;
}

function emptyContext(): RequestContext {
	return { window: emptyWindow(), calls: new Map(), count: 0, shortened: undefined, prompts: undefined };
}

/** The step of the last request, if the message still says the same. Hosts add much to a message that no model sees. */
function reuse(step: MessageStep, { message, entries }: ParsedMessage): MessageStep | undefined {
	// Now the grammar may be there.
	if (step.isPending) return undefined;
	if (isSame(step.message, message)) return step;
	return isSame(step.entries, entries()) ? { ...step, message: copyOf(message) } : undefined;
}

function next(before: RequestContext, parsed: ParsedMessage, terms: AnswerTerms): MessageStep {
	const entries = parsed.entries();
	const { context, answers } = entries ? pass(before, entries, terms) : { context: forget(before), answers: [] };
	const changed = answers.filter(({ answer, told }) => answer.form !== "whole" || told !== undefined);
	const texts = new Map(changed.map(({ id, answer, told }) => [id, told ? `${answer.text}\n\n${told}` : answer.text]));
	const isPending = answers.some(({ answer }) => answer.isPending);
	return { message: copyOf(parsed.message), entries, texts, answers, isPending, context };
}

type AnswerTerms = Pick<TransformTerms<unknown>, "tools" | "policy" | "lean" | "tellCopy" | "findFolds">;

/** A message that cannot be read may have said anything. */
function forget({ window, ...context }: RequestContext): RequestContext {
	return { ...context, window: fold(window, { kind: "reset" }), calls: new Map() };
}

/** The context after the entries of a message, and the outcome for its results. */
function pass(
	before: RequestContext,
	entries: readonly Entry[],
	{ tools, policy, lean = [], tellCopy, findFolds }: AnswerTerms,
): { readonly context: RequestContext; readonly answers: readonly TransformedResult[] } {
	const answers: TransformedResult[] = [];
	let context = before;
	for (const entry of entries) {
		if (entry.kind !== "result") {
			context = addEntry(context, entry, tools);
			continue;
		}
		const call = context.calls.get(entry.id);
		if (!call) continue;
		const { id, text, plain } = entry;
		// A note that came with the request is a hook's, or only looks like one: we do not know which lines it stands for.
		const outcome = plain && !hasNotes(text) ? entry.outcome : "cut";
		const seen = { text, outcome, view: lookAtText(tools, call, text, outcome) };
		const { window: before, shortened, prompts } = context;
		const outline = findFolds && { findFolds, isNamed: (path: string) => isNamedIn(prompts, path) };
		const delivered = deliverLean(before, tools, call, seen, { policy, lean, ...(outline && { outline }) });
		const brought = kindOfAnswer(lookAtCall(tools, call), delivered.answer);
		const copy =
			tellCopy && hasRun(entry, tools, call) ? tellCopy(tools, call, text, () => answersIn(shortened)) : undefined;
		const news = newsOfFolds(before, delivered.window, lookAtCall(tools, call), plain);
		const told = [copy, news.told].filter((words) => words !== undefined).join("\n\n");
		const answer = withWords(delivered.answer, news.told);
		const subject = subjectOf(call, tools);
		const { opened, isBlindEdit } = news;
		answers.push({
			...{ id, call, subject, brought, original: text, answer },
			...(told !== "" && { told }),
			...(copy !== undefined && { hasCopied: true as const }),
			...(opened > 0 && { opened }),
			...(isBlindEdit && { isBlindEdit }),
		});
		const window = copy === undefined ? news.window : askAgain(news.window, tools, call);
		context = { ...context, shortened: answer.form === "whole" ? shortened : { answer, before: shortened }, window };
	}
	return { context, answers };
}

function hasRun({ text, plain, outcome }: RecordedResult, tools: Tools, { tool }: ToolCall): boolean {
	return plain && outcome !== "failed" && tools.unwrap(text.split("\n"), tool).outcome !== "failed";
}

/** The next views of the files that a call is about are sent in full. */
function askAgain(window: Window, tools: Tools, call: ToolCall): Window {
	const files = lookAtCall(tools, call).subjects.filter(({ kind }) => kind === "file");
	return files.reduce((next, subject) => fold(next, { kind: "ask", place: { subject } }), window);
}

function subjectOf(call: ToolCall, tools: Tools): string | undefined {
	const { subjects } = lookAtCall(tools, call);
	return subjects.some(isSensitive) ? undefined : nameToKeep(subjects[0]);
}

/** Hosts may reuse an id, so each call gets its own. */
function addEntry(context: RequestContext, entry: Exclude<Entry, { kind: "result" }>, tools: Tools): RequestContext {
	const isCall = entry.kind === "call" || entry.kind === "shown";
	const count = context.count + (isCall ? 1 : 0);
	if (entry.kind === "prompt") return { ...context, prompts: { text: entry.text, before: context.prompts } };
	const own = isCall ? { ...entry, call: { ...entry.call, id: String(count) } } : entry;
	const window = eventsOf(own, { tools: () => tools }).reduce(fold, context.window);
	if (own.kind === "turn") return { ...context, window, calls: new Map(), count };
	if (entry.kind !== "call" || own.kind !== "call") return { ...context, window, count };
	return noteCall({ ...context, window, count }, entry.call.id, own.call, tools);
}

function noteCall(context: RequestContext, id: string, call: ToolCall, tools: Tools): RequestContext {
	const isRepeated = context.calls.has(id);
	const calls = new Map(context.calls).set(id, isRepeated ? undefined : call);
	if (!isRepeated) return { ...context, calls };
	const both = [call, context.calls.get(id)].flatMap((each) => (each ? lookAtCall(tools, each).subjects : []));
	return { ...context, calls, window: both.reduce(hide, context.window) };
}

function hide(window: Window, subject: Subject): Window {
	return fold(window, { kind: "hide", place: { subject } });
}
