import type { VisibleCall } from "../../proof/calls.ts";
import { check, type Text } from "../../proof/check.ts";
import { faultInFollowing } from "../../proof/follow.ts";
import { countsValues, valueByValue } from "../../proof/json-values.ts";
import { faultInOutline } from "../../proof/outline.ts";
import { plainText } from "../../proof/unlean.ts";
import { eventsOf, foldResult } from "../conversation/fold.ts";
import type { AgentThread, Entry, RecordedResult, Recording } from "../conversation/types.ts";
import { fold } from "../core/fold.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { byWay, type HostCatalog, hostIn } from "../host/definition.ts";
import { type Content, contentOfOriginal, contentOfSent, originalFor, originalOfSent } from "../lean/content.ts";
import { lookAtText, rememberCalls } from "../lens/look.ts";
import { type ReplayedResult, replay } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";

/** Results whose shortened texts were rebuilt, and what is wrong with the others, one sentence each. */
export type Verdict = { readonly rebuilt: ReadonlySet<RecordedResult>; readonly failures: readonly string[] };

/**
 * Replays a session as ibid usually comes into its host, and proves every shortened text: it must be rebuilt from what was
 * delivered before it, pass the second check, lead a reader who follows its words to the original, not be longer than
 * the original, and be the same if the session had ended earlier.
 */
export function verifySession(recording: Recording, hosts: HostCatalog): Verdict {
	const host = byWay(hostIn(hosts, recording.host));
	const terms: ReplayTerms = {
		tools: rememberCalls(host.tools),
		limits: host.limits,
		isBestAsked: false,
	};
	const verdicts = recording.threads.map((thread) =>
		verifyThread(terms.limits.together ? resendAfterErase(thread) : thread, terms),
	);
	return {
		rebuilt: new Set(verdicts.flatMap(({ rebuilt }) => [...rebuilt])),
		failures: verdicts.flatMap(({ failures }) => failures),
	};
}

/** The same for one thread, on any terms; `answers` are what was sent. */
export function verifyThread(
	thread: AgentThread,
	terms: ReplayTerms,
	answers: readonly ReplayedResult[] = answersTo(thread, terms),
): Verdict {
	const failures: string[] = [];
	const rebuilt = new Set<RecordedResult>();
	for (const { step, fault } of judgeAnswers(thread, answers, terms)) {
		if (fault !== undefined) failures.push(`${step.call.id}: ${fault}`);
		else if (step.answer.form !== "whole" && !isBeyondProof(step, terms)) rebuilt.add(step.result);
	}
	const half = { ...thread, entries: thread.entries.slice(0, thread.entries.length >> 1) };
	const early = answersTo(half, terms);
	const unstable = early.find(({ answer }, index) => answer.text !== answers[index]?.answer.text);
	if (unstable) failures.push(`${unstable.call.id}: comes out differently if the session ends earlier`);
	return { rebuilt, failures };
}

/** What ibid would have sent for every result of a thread. */
export function answersTo(thread: AgentThread, terms: ReplayTerms): ReplayedResult[] {
	return [...replay(thread, terms)].filter((step) => step.kind === "answered");
}

/** What is wrong with each answer, for a reader who has only what was delivered before it. */
function* judgeAnswers(
	{ entries }: AgentThread,
	answers: readonly ReplayedResult[],
	terms: ReplayTerms,
): Generator<Judgement> {
	let window = emptyWindow();
	const earlier: Text[] = [];
	const calls = new Set<string>();
	const context: ContextCall[] = [];
	const waiting = answers.values();
	for (const entry of entries) {
		if (entry.kind === "call") {
			calls.add(entry.call.id);
			context.push({ ...entry.call, text: undefined, shortened: false });
			window = eventsOf(entry, terms).reduce(fold, window);
			earlier.push(...textsIn(entry.call.input));
		} else if (entry.kind === "result") {
			const step = calls.has(entry.id) ? waiting.next().value : undefined;
			if (!step) continue;
			const { text, form } = step.answer;
			const shortened = form !== "whole";
			const asked = context.findLastIndex(({ id }) => id === entry.id);
			if (asked >= 0) context.splice(asked, 1);
			const fault = (): string | undefined =>
				faultIn(step, terms, window) ?? secondCheckFault(step, earlier) ?? faultInWords(step, context);
			yield { step, fault: isBeyondProof(step, terms) ? undefined : fault() };
			context.push({ ...step.call, text, shortened });
			const result = { kind: "result", id: entry.id, ...contentOf(step, terms) } as const;
			window = foldResult(window, result, entry.isEndDoubtful);
			earlier.push(...readings(text, shortened));
		} else {
			window = eventsOf(entry, terms).reduce(fold, window);
			if (entry.kind === "reset") [earlier.length, context.length] = [0, 0];
			if (entry.kind !== "erase") continue;
			for (const [at, call] of context.entries()) if (entry.ids.includes(call.id)) context[at] = { ...call, text: "" };
		}
	}
}

/**
 * Whether there is nothing to judge: a kept answer that lost its lines is an orphan, and an answer for a lost text is
 * already a failure.
 */
export function isBeyondProof({ result: { kept, isLost } }: ReplayedResult, { limits }: ReplayTerms): boolean {
	return isLost === true || (kept === true && !limits.together);
}

/** A call in the window. */
type ContextCall = VisibleCall & { readonly id: string };

/** What a reader who follows the words of a shortened text finds instead of the original. */
function faultInWords(step: ReplayedResult, above: readonly ContextCall[]): string | undefined {
	const { call, answer } = step;
	if (answer.form === "whole") return undefined;
	const faults = acceptedOriginals(step).map((whole) =>
		faultInFollowing(above, { ...call, text: answer.text, shortened: true }, whole),
	);
	return faults.includes(undefined) ? undefined : faults[0];
}

type Judgement = { readonly step: ReplayedResult; readonly fault: string | undefined };

/** What a text says as it was delivered, and what the lens sees in that. */
export function contentOf(
	{ call, version, result, answer: { form, text } }: ReplayedResult,
	terms: ReplayTerms,
): Content {
	const tools = terms.tools(version);
	const outcome = result.plain ? result.outcome : "cut";
	if (form !== "whole") return contentOfSent(tools, call, text, outcome);
	return contentOfOriginal(text, lookAtText(tools, call, text, outcome));
}

/** Why a model with this window could not rebuild the original. */
export function faultIn(step: ReplayedResult, terms: ReplayTerms, window: Window = step.window): string | undefined {
	const { answer, result, call, version } = step;
	if (answer.form === "whole") return answer.text === result.text ? undefined : "sent in full, but not the original";
	const outcome = result.plain ? result.outcome : "cut";
	const rebuilt = originalOfSent(window, terms.tools(version), call, answer.text, outcome);
	if (rebuilt === undefined || !acceptedOriginals(step).includes(rebuilt)) return "does not rebuild to the original";
	return answer.text.length < result.text.length ? undefined : "is not shorter than the original";
}

function secondCheckFault(step: ReplayedResult, earlier: readonly Text[]): string | undefined {
	const { answer } = step;
	if (answer.form === "whole") return undefined;
	const folded = answer.form === "outline" ? outlineFault(answer.text, originals(step)) : undefined;
	if (folded !== undefined) return folded;
	const complaints = acceptedOriginals(step).map((whole) => secondCheck(earlier, whole, answer.text));
	return complaints.includes(undefined) ? undefined : complaints[0];
}

/** What the second reader of outlines says against one of a text. */
export function outlineFault(sent: string, accepted: readonly string[]): string | undefined {
	const outline = plainText(sent);
	const faults = accepted.map((original) => faultInOutline(outline, original));
	return faults.includes(undefined) ? undefined : `second check: ${faults[0]}`;
}

/**
 * The original; if the host trims what it sends, white space at the ends does not matter. Of a text that was sent as a
 * terminal shows it, that is all that can be rebuilt.
 */
function acceptedOriginals(step: ReplayedResult): string[] {
	return originals(step).map((each) => originalFor(step.answer.text, each));
}

function originals({ result: { text, untrimmed } }: ReplayedResult): string[] {
	return untrimmed === undefined ? [text] : [text, untrimmed.trimStart(), untrimmed.trimEnd(), untrimmed];
}

/**
 * What the second check says against a shortened text, in every possible reading of its lines; undefined if nothing.
 */
export function secondCheck(earlier: readonly Text[], original: string, delivered: string): string | undefined {
	const plain = plainText(delivered);
	// A lean text without notes says all of it.
	if (plain === original && plain !== delivered) return undefined;
	const faults: string[] = [];
	const isByValue = countsValues(delivered);
	const read = (text: string): string => (isByValue ? valueByValue(text) : text);
	const above = isByValue ? earlier.map((each) => ({ ...each, text: read(each.text) })) : earlier;
	for (const gutter of GUTTERS) {
		const fault = check({
			earlier: above,
			original: { text: read(original), gutter, shortened: false },
			delivered: { text: plain, gutter, shortened: true },
		});
		if (fault === undefined) return undefined;
		faults.push(fault);
	}
	return `second check: ${faults[0]}`;
}

/**
 * What may precede the lines of a text: nothing, numbers, the sign of a diff. If a number is followed by ":", the blank
 * after it belongs to the gutter in all lines of a text or in none: in a search it is the indentation of a line.
 */
const GUTTERS = ["", "^(?:<content>)? *[0-9]+(?:\\t|→|: |-|\\. )", "^ *[0-9]+(?:\\t|→|:|-|\\. )", "^[ +-]"] as const;

/** The ways in which a text may be read. */
export function readings(text: string, shortened: boolean): Text[] {
	const plain = shortened ? plainText(text) : text;
	return GUTTERS.map((gutter) => ({ text: plain, gutter, shortened }));
}

/** Every text in the arguments of a call. */
export function textsIn(value: unknown): Text[] {
	if (typeof value === "string") return readings(value, false);
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * A thread of a host that sends everything in every request: when results are emptied, what is left comes again, as
 * after a reset. That begins no new window, and no result counts again.
 */
export function resendAfterErase({ agent, entries }: AgentThread): AgentThread {
	const all: Entry[] = [];
	let standing: Entry[] = [];
	for (const entry of entries) {
		all.push(entry);
		if (entry.kind === "reset") standing = [];
		else if (entry.kind !== "erase") standing.push(entry);
		else {
			standing = standing.map((each) => resentEntry(each, entry.ids));
			all.push({ kind: "reset", kept: true }, ...standing);
		}
	}
	return { agent, entries: all };
}

/** An emptied result shows nothing any more, but still hides what came before it. */
function resentEntry(entry: Entry, emptied: readonly string[]): Entry {
	if (entry.kind === "turn") return { ...entry, usage: undefined, kept: true };
	if (entry.kind !== "result") return entry;
	return { ...entry, kept: true, outcome: emptied.includes(entry.id) ? "cut" : entry.outcome };
}
