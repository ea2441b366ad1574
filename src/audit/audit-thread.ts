import type { AgentThread } from "../conversation/types.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { type AnswerContext, answerFinding } from "./answer-finding.ts";
import type { OutlineFinding, SessionFinding } from "./findings.ts";
import { type InspectedAnswer, type InspectionTarget, newInspector } from "./inspect.ts";
import { watchOrphans } from "./notes-gone-wrong.ts";
import { followOutlines } from "./outlines.ts";
import { type Mark, type ReplayedResult, replay } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { faultIn, isBeyondProof, type Verdict, verifyThread } from "./verify.ts";

/** What is needed to audit a thread. */
export type ThreadContext = AnswerContext & {
	/** Whether the second check runs, too. */
	readonly proof: boolean;
	readonly inspect: InspectionTarget;
	/** Finds what outlines of first views would fold, if ibid could send any. */
	readonly findFolds: FoldFinder | undefined;
};

/** What was found in a thread. */
export type ThreadFindings = {
	readonly findings: readonly SessionFinding[];
	readonly failures: readonly string[];
	readonly inspected: readonly InspectedAnswer[];
};

/** Replays a thread, and says what was found, step by step. */
export function auditThread(thread: AgentThread, context: ThreadContext): ThreadFindings {
	const { terms, proof, inspect } = context;
	const findings: SessionFinding[] = [];
	const failures: string[] = [];
	const verdict = proof ? verifyThread(thread, terms) : undefined;
	const lookout = newInspector(inspect, thread, terms);
	const orphans = watchOrphans(terms);
	const outlines = context.findFolds && replayOutlines(thread, context, context.findFolds);
	for (const step of replay(thread, terms)) {
		const outline = outlines?.beside(step);
		if (step.kind !== "answered") {
			findings.push(markFinding(step, orphans));
			continue;
		}
		const count = orphans.sent(step);
		if (count > 0) findings.push({ kind: "orphans", count });
		lookout.noteSent(step);
		const fault = faultOf(step, terms, verdict);
		if (fault !== undefined) failures.push(`${step.call.id}: ${fault}`);
		if (step.result.kept) continue;
		const found = answerFinding(step, context, fault === undefined && isRebuilt(step, verdict));
		const answer = outline ? { ...found, outline } : found;
		findings.push(answer);
		lookout.offer(step, answer);
	}
	return {
		findings,
		failures: [...failures, ...(verdict?.failures ?? []), ...(outlines?.failures() ?? [])],
		inspected: lookout.inspected(),
	};
}

/** A replay with outlines, step by step beside one without: what is saved does not depend on it. */
type OutlineReplay = {
	readonly beside: (step: ReplayedResult | Mark) => OutlineFinding | undefined;
	/** What is wrong with what would be sent, as far as it was replayed. */
	readonly failures: () => readonly string[];
};

function replayOutlines(
	thread: AgentThread,
	{ terms, count, proof }: ThreadContext,
	findFolds: FoldFinder,
): OutlineReplay {
	const folding: ReplayTerms = { ...terms, findFolds, isBestAsked: false };
	const verdict = proof ? verifyThread(thread, folding) : undefined;
	const failures = [...(verdict?.failures ?? [])];
	const follower = followOutlines(folding, count);
	const steps = replay(thread, folding);
	return {
		beside(plain) {
			const step = steps.next().value;
			if (step?.kind === "reset") follower.reset();
			if (step?.kind !== "answered" || plain.kind !== "answered") return undefined;
			const fault = faultOf(step, folding, verdict);
			if (fault !== undefined) failures.push(`${step.call.id}: with outlines: ${fault}`);
			return follower.result(step, plain.answer.text);
		},
		failures: () => failures,
	};
}

/** What is wrong with an answer that was sent, or would have been; a verdict already names the latter. */
function faultOf(step: ReplayedResult, terms: ReplayTerms, verdict: Verdict | undefined): string | undefined {
	if (step.result.isLost && !step.result.kept)
		return "ibid shortened it, and it cannot be rebuilt from the log as ibid's record has it";
	return verdict || isBeyondProof(step, terms) ? undefined : faultIn(step, terms);
}

function isRebuilt({ result, answer }: ReplayedResult, verdict: Verdict | undefined): boolean {
	if (result.delivered !== undefined) return true;
	return verdict ? verdict.rebuilt.has(result) : answer.form !== "whole";
}

function markFinding(mark: Mark, orphans: ReturnType<typeof watchOrphans>): SessionFinding {
	switch (mark.kind) {
		case "turn":
			return { kind: "request", time: mark.time, usage: mark.usage };
		case "erase":
			return { kind: "orphans", count: orphans.erased(mark.ids) };
		case "reset":
			orphans.reset();
			return mark;
	}
}
