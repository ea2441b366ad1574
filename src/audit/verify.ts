import type { VisibleCall } from "../../proof/calls.ts";
import type { Text } from "../../proof/check.ts";
import { faultInFollowing } from "../../proof/follow.ts";
import { fold } from "../core/fold.ts";
import { read } from "../core/read.ts";
import type { View } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { toolsOf } from "../lens/hosts.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { limitsOf } from "../limits/limits.ts";
import { eventOf, foldResult } from "../transcript/fold.ts";
import type { RecordedResult, Recording, Strand } from "../transcript/types.ts";
import { type Answered, replay, type Terms } from "./replay.ts";
import { retold } from "./retold.ts";
import { readings, secondCheck, textsIn } from "./second-check.ts";

/** Results whose shortened texts were rebuilt, and what went wrong with others, one sentence each. */
export type Verdict = { readonly rebuilt: ReadonlySet<RecordedResult>; readonly failures: readonly string[] };

/**
 * Lives a session again, within the limits of its host, and proves every shortened text: it must be rebuilt from what
 * was delivered before it, pass the second check, lead one who follows its words to the original, be no longer than the original, and come out the same if the session
 * had ended earlier.
 */
export function verify({ host, strands }: Recording): Verdict {
	const terms: Terms = { tools: (version) => toolsOf(host, version), limits: limitsOf(host), isBestAsked: false };
	const verdicts = strands.map((strand) => verifyStrand(terms.limits.together ? retold(strand) : strand, terms));
	return {
		rebuilt: new Set(verdicts.flatMap(({ rebuilt }) => [...rebuilt])),
		failures: verdicts.flatMap(({ failures }) => failures),
	};
}

/** The same for one strand, on any terms; `answers` are what was sent. */
export function verifyStrand(
	strand: Strand,
	terms: Terms,
	answers: readonly Answered[] = answersTo(strand, terms),
): Verdict {
	const failures: string[] = [];
	const rebuilt = new Set<RecordedResult>();
	for (const { step, fault } of secondLife(strand, answers, terms)) {
		if (fault !== undefined) failures.push(`${step.call.id}: ${fault}`);
		else if (step.answer.form !== "whole" && !isPast(step, terms)) rebuilt.add(step.result);
	}
	const half = { ...strand, entries: strand.entries.slice(0, strand.entries.length >> 1) };
	const early = answersTo(half, terms);
	const unstable = early.find(({ answer }, index) => answer.text !== answers[index]?.answer.text);
	if (unstable) failures.push(`${unstable.call.id}: comes out otherwise if the session ends earlier`);
	return { rebuilt, failures };
}

/** What ibid would have sent for every result of a strand. */
export function answersTo(strand: Strand, terms: Terms): Answered[] {
	return [...replay(strand, terms)].filter((step) => step.kind === "answered");
}

/** What is wrong with each answer, for one who knows only what was delivered before it. */
function* secondLife({ entries }: Strand, answers: readonly Answered[], terms: Terms): Generator<Judged> {
	let window = emptyWindow();
	const earlier: Text[] = [];
	const calls = new Set<string>();
	const page: PageCall[] = [];
	const waiting = answers.values();
	for (const entry of entries) {
		if (entry.kind === "call") {
			calls.add(entry.call.id);
			page.push({ ...entry.call, text: undefined, shortened: false });
			window = fold(window, { kind: "call", call: lookAtCall(terms.tools(entry.version), entry.call) });
			earlier.push(...textsIn(entry.call.input));
		} else if (entry.kind === "result") {
			const step = calls.has(entry.id) ? waiting.next().value : undefined;
			if (!step) continue;
			const { text, form } = step.answer;
			const shortened = form !== "whole";
			const asked = page.findLastIndex(({ id }) => id === entry.id);
			if (asked >= 0) page.splice(asked, 1);
			const fault = (): string | undefined =>
				faultIn(step, terms, window) ?? complaintAbout(step, earlier) ?? misleading(step, page);
			yield { step, fault: isPast(step, terms) ? undefined : fault() };
			page.push({ ...step.call, text, shortened });
			const result = { kind: "result", id: entry.id, text, view: viewOf(step, terms), shortened } as const;
			window = foldResult(window, result, entry.isEndDoubtful);
			earlier.push(...readings(text, shortened));
		} else {
			const event = eventOf(entry);
			if (event) window = fold(window, event);
			if (entry.kind === "reset") [earlier.length, page.length] = [0, 0];
			if (entry.kind !== "erase") continue;
			for (const [at, call] of page.entries()) if (entry.ids.includes(call.id)) page[at] = { ...call, text: "" };
		}
	}
}

/**
 * Whether there is nothing left to judge: what was left standing and has lost its lines by that is an orphan, and what was
 * sent for a lost text is a failure already.
 */
export function isPast({ result: { kept, isLost } }: Answered, { limits }: Terms): boolean {
	return isLost === true || (kept && !limits.together);
}

/** A call that stands before the model. */
type PageCall = VisibleCall & { readonly id: string };

/** What a reader who follows the words of a shortened text comes upon instead of the original. */
function misleading({ call, answer, result }: Answered, above: readonly PageCall[]): string | undefined {
	if (answer.form === "whole") return undefined;
	const faults = wholesOf(result).map((whole) =>
		faultInFollowing(above, { ...call, text: answer.text, shortened: true }, whole),
	);
	return faults.includes(undefined) ? undefined : faults[0];
}

type Judged = { readonly step: Answered; readonly fault: string | undefined };

/** What the lens sees in a text as it was delivered. */
export function viewOf({ call, version, result, answer }: Answered, { tools }: Terms): View {
	return lookAtText(tools(version), call, answer.text, result.plain ? result.outcome : "cut", answer.form !== "whole");
}

/** What keeps a model that has this window from rebuilding the original. */
export function faultIn(step: Answered, terms: Terms, window: Window = step.window): string | undefined {
	const { answer, result } = step;
	if (answer.form === "whole") return answer.text === result.text ? undefined : "whole, yet not the original";
	const view = viewOf(step, terms);
	if (view.kind !== "shown") return "the lens does not see how it was shortened";
	const rebuilt = read(window, answer.text, view.parts);
	if (!wholesOf(result).some((whole) => whole === rebuilt)) return "does not give back the original";
	return answer.text.length < result.text.length ? undefined : "is no shorter than the original";
}

function complaintAbout({ answer, result }: Answered, earlier: readonly Text[]): string | undefined {
	if (answer.form === "whole") return undefined;
	const complaints = wholesOf(result).map((whole) => secondCheck(earlier, whole, answer.text));
	return complaints.includes(undefined) ? undefined : complaints[0];
}

/** The original; where the host trims what it sends, white space at the ends of a text is neither here nor there. */
function wholesOf({ text, untrimmed }: RecordedResult): string[] {
	return untrimmed === undefined ? [text] : [text, untrimmed.trimStart(), untrimmed.trimEnd(), untrimmed];
}
