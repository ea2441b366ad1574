import { createHash } from "node:crypto";
import type { AgentThread, RecordedResult, Recording } from "../conversation/types.ts";
import { MARK } from "../core/lines.ts";
import { isSensitive } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import { byWay, type HostCatalog, hostIn, type KnownHost, mayFold } from "../host/definition.ts";
import { kindOfAnswer, type LeanAnswer, leanSavings } from "../lean/deliver.ts";
import { LEAN_POLICIES, type LeanPolicy } from "../lean/types.ts";
import { lookAtCall, nameToKeep, rememberCalls } from "../lens/look.ts";
import type { HostName } from "../lens/types.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { hashText, type Way } from "../store/record.ts";
import type { CountTokens, Rule, RuleFollower } from "./compare/rule.ts";
import type { AnswerFinding, Findings, OutlineFinding, RuleSaving, SessionFinding } from "./findings.ts";
import { type InspectedAnswer, type InspectionTarget, isSingleResult, newInspector } from "./inspect.ts";
import { copiedNotesIn, watchOrphans } from "./notes-gone-wrong.ts";
import { followOutlines } from "./outlines.ts";
import { type AnswerNotInLog, type RecordedAnswer, type RecordedAnswers, restore } from "./recorded-answers.ts";
import { type Mark, type ReplayedResult, type ReplayTerms, replay, type SentAnswer } from "./replay.ts";
import { stretchesOf } from "./stretches.ts";
import { faultIn, isBeyondProof, resendAfterErase, type Verdict, verifyThread } from "./verify.ts";

/** How to audit a session: how to count tokens, which rules to compare with, and how much to prove. */
export type AuditOptions = {
	/** The hosts whose sessions these may be. */
	readonly hosts: HostCatalog;
	readonly count: CountTokens;
	readonly rules: readonly Rule[];
	/**
	 * Shortened texts are always rebuilt; with proof, the second check runs too, and each answer must not depend on later
	 * events.
	 */
	readonly proof: boolean;
	readonly inspect: InspectionTarget;
	/** Only these policies of lean text; undefined means those that apply by default. */
	readonly lean?: readonly LeanPolicy[] | undefined;
	/** Whether to say what outlines of first views would do. */
	readonly isOutlined?: boolean;
	/** Finds what they fold: also those that ibid has sent according to its record. */
	readonly findFolds?: FoldFinder | undefined;
	/** How ibid is taken to come in where it was not active; if absent, as it usually does in the host. */
	readonly way?: Way;
};

/** What ibid would have done in a recorded session, result by result; or what it did, if it was active. */
export function auditSession(recorded: Recording, how: AuditOptions, answers?: RecordedAnswers): Findings {
	const known = hostIn(how.hosts, recorded.host);
	const { host, session, threads, skipped } = answers ? restore(recorded, known, answers) : recorded;
	const actuals = answers && answersByResult(threads, answers);
	const found = threads.map((thread) => {
		const { findings, ...more } = auditStretches(thread, { host, how, known, actuals });
		// A sub-agent that is a session of its own has no agent in the record.
		const agent = thread.agent === session ? "" : (thread.agent ?? "");
		return {
			...more,
			findings: [...findings, ...(answers?.notInLog(agent) ?? []).map((each) => findingNotInLog(each, host))],
		};
	});
	const ways = new Set(actuals ? [...actuals.values()].map((actual) => actual?.way) : [wayFor(known, how)]);
	const tools = rememberCalls(known.tools);
	return {
		host,
		session,
		withIbid: answers !== undefined,
		withoutHooks: ways.has("run") && !ways.has("hooks"),
		project: threads.flatMap(({ entries }) => entries).find((entry) => entry.kind === "call")?.call.directory,
		threads: found.map(({ findings }) => findings),
		failures: found.flatMap(({ failures }) => failures),
		writtenNotes: answers ? recorded.threads.flatMap((thread) => copiedNotesIn(thread, tools, answers.isNote)) : [],
		skipped,
		inspected: found.flatMap(({ inspected }) => inspected),
	};
}

/** What is needed to audit the threads of a session. */
type SessionContext = {
	readonly host: HostName;
	readonly how: AuditOptions;
	readonly known: KnownHost;
	/** If ibid was active. */
	readonly actuals: RecordedAnswerMap | undefined;
};

/** How ibid comes in where the record does not tell. */
function wayFor({ usualWay = "hooks" }: KnownHost, { way = usualWay }: AuditOptions): Way {
	return way;
}

/** Each stretch of a thread on the terms of its way. */
function auditStretches(thread: AgentThread, { host, how, known, actuals }: SessionContext): ThreadFindings {
	const spared = ruleSavingsIn(
		thread,
		how.rules.map((rule) => rule.follow(known, how.count)),
	);
	const wayOf = (result: RecordedResult): Way | undefined => actuals?.get(result)?.way;
	const found = stretchesOf(thread, wayOf, wayFor(known, how)).map(({ way, recorded, ...stretch }) => {
		const { tools, limits } = byWay(known, way);
		const actualFor = (result: RecordedResult): RecordedAnswer | undefined => actuals?.get(recorded(result));
		const terms: ReplayTerms = {
			tools: rememberCalls(tools),
			limits: thread.agent === undefined || limits.agents ? limits : { ...limits, replaces: () => false },
			lean: how.lean,
			leanSent: (result) => policiesOf(actualFor(result)),
			isBestAsked: !isSingleResult(how.inspect),
			...(actuals && { findFolds: how.findFolds, mayBeOutline: (result) => actualFor(result)?.form === "outline" }),
			...(actuals && !limits.together && { sent: (result) => recordedTextFor(result, actualFor(result)) }),
		};
		const sparedFor = (result: RecordedResult): readonly RuleSaving[] => spared.get(recorded(result)) ?? [];
		const findFolds = !actuals && how.isOutlined && mayFold(known, way) ? how.findFolds : undefined;
		const context = { host, terms, how, sparedFor, actualFor: actuals && actualFor, findFolds };
		return auditThread(limits.together ? resendAfterErase(stretch.thread) : stretch.thread, context);
	});
	return {
		findings: found.flatMap(({ findings }) => findings),
		failures: found.flatMap(({ failures }) => failures),
		inspected: found.flatMap(({ inspected }) => inspected),
	};
}

/** A policy that changed nothing in a text need not be tried on it again. */
function policiesOf(actual: RecordedAnswer | undefined): readonly LeanPolicy[] | undefined {
	return actual && LEAN_POLICIES.filter((name) => actual.lean?.[name] !== undefined);
}

/** What ibid really did with each result. Results that a reset kept came earlier. */
function answersByResult(threads: readonly AgentThread[], answers: RecordedAnswers): RecordedAnswerMap {
	const results = threads.flatMap(({ entries }) => entries).filter((entry) => entry.kind === "result" && !entry.kept);
	return new Map(results.flatMap((result) => (result.kind === "result" ? [[result, answers.nextFor(result)]] : [])));
}

type RecordedAnswerMap = ReadonlyMap<RecordedResult, RecordedAnswer | undefined>;

/** A text of a log that has texts as they were sent. The record says how much shorter or longer ibid made it. */
function recordedTextFor(result: RecordedResult, actual: RecordedAnswer | undefined): SentAnswer {
	const text = result.delivered ?? result.text;
	// The log has the originals of what `ibid run` has shortened, and in these the hooks of a resumed session believe.
	if (actual?.way !== "run" && actual && (actual.form !== "whole" || actual.saved !== 0))
		return { ...actual, text, notes: noteLinesIn(text).length };
	const tokens = estimateTokens(text);
	// If the log has a result only as kept by a reset, the record has it elsewhere.
	const form = result.isLost ? "quoted" : "whole";
	return { form, reason: actual?.reason, before: tokens, after: tokens, text, notes: noteLinesIn(text).length };
}

/** What each rule would have saved, result by result. */
function ruleSavingsIn(
	{ entries }: AgentThread,
	followers: readonly RuleFollower[],
): ReadonlyMap<object, readonly RuleSaving[]> {
	if (followers.length === 0) return new Map();
	return new Map(entries.map((entry) => [entry, followers.map((follow) => follow(entry) ?? NOTHING_SAVED)]));
}

const NOTHING_SAVED: RuleSaving = { saved: 0, net: 0 };

/** What is needed to audit a thread. */
type ThreadContext = {
	readonly host: HostName;
	readonly terms: ReplayTerms;
	readonly how: AuditOptions;
	readonly sparedFor: (result: RecordedResult) => readonly RuleSaving[];
	/** What ibid really did with a result; absent if it was not active. */
	readonly actualFor: ((result: RecordedResult) => RecordedAnswer | undefined) | undefined;
	/** Finds what outlines of first views would fold, if ibid could send any. */
	readonly findFolds: FoldFinder | undefined;
};

type ThreadFindings = {
	readonly findings: readonly SessionFinding[];
	readonly failures: readonly string[];
	readonly inspected: readonly InspectedAnswer[];
};

function auditThread(thread: AgentThread, context: ThreadContext): ThreadFindings {
	const { terms, how } = context;
	const findings: SessionFinding[] = [];
	const failures: string[] = [];
	const verdict = how.proof ? verifyThread(thread, terms) : undefined;
	const lookout = newInspector(how.inspect, thread, terms);
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

function replayOutlines(thread: AgentThread, { terms, how }: ThreadContext, findFolds: FoldFinder): OutlineReplay {
	const folding: ReplayTerms = { ...terms, findFolds, isBestAsked: false };
	const verdict = how.proof ? verifyThread(thread, folding) : undefined;
	const failures = [...(verdict?.failures ?? [])];
	const follower = followOutlines(folding, how.count);
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

function answerFinding(
	step: ReplayedResult,
	{ host, terms, how, sparedFor, actualFor }: ThreadContext,
	isProved: boolean,
): AnswerFinding {
	const { call, version, result, answer, best } = step;
	const { count } = how;
	// The core has estimated both texts. What the host itself would have sent instead is not recorded.
	const isEstimate = count === estimateTokens || answer.after > answer.before;
	const tokens = isEstimate ? (answer.terminal ? estimateTokens(result.text) : answer.before) : count(result.text);
	// What a terminal does not show is counted apart.
	const saved = (sent: LeanAnswer): number => {
		const { form, text, before, after, terminal, withheld } = sent;
		if (form === "whole" || isEstimate) return before - after;
		// What is withheld is not saved.
		if (withheld) return Object.values(leanSavings(sent, result.text, count) ?? {}).reduce((a, b) => a + b, 0);
		return (terminal === undefined ? tokens : count(terminal)) - count(text);
	};
	const asked = lookAtCall(terms.tools(version), call);
	const key = `${result.id} ${shaOf(result.text, "base64url").slice(0, 16)}`;
	const found: AnswerFinding = {
		kind: "answer",
		key,
		id: shaOf(`${host} ${key}`, "hex").slice(0, 8),
		call: call.id,
		time: result.time,
		tool: call.tool,
		subject: nameToKeep(asked.subjects[0]),
		brought: kindOfAnswer(asked, answer),
		file: asked.subjects.find(({ kind }) => kind === "file")?.name,
		form: answer.form,
		reason: answer.reason,
		tokens,
		bound: saved(best),
		saved: saved(answer),
		notes: answer.form === "whole" ? 0 : noteLinesIn(answer.text).reduce((sum, note) => sum + count(note), 0),
		lean: leanSavings(answer, result.text, isEstimate ? estimateTokens : count),
		isProved,
		isUnchecked: false,
		isSensitive: answer.reason === "sensitive" || asked.subjects.some(isSensitive),
		actual: actualFor?.(result),
		spared: sparedFor(result),
	};
	return actualFor && !terms.sent ? asRecorded(found, step) : found;
}

/** What ibid really did instead of what it would do. A log without texts of ours does not show the difference. */
function asRecorded(found: AnswerFinding, { answer, result }: ReplayedResult): AnswerFinding {
	const { actual, tokens } = found;
	// Two different texts may have the same note.
	const isOriginal = actual?.way !== "run" || actual.original === hashText(result.text);
	if (actual?.delivered === hashText(answer.text) && isOriginal) return found;
	const { form, reason, before, saved } = actual ?? { form: "whole", reason: undefined, before: tokens, saved: 0 };
	return {
		...found,
		// What is rebuilt here is another text than the one that the model had.
		isProved: false,
		isUnchecked: form !== "whole",
		form,
		reason,
		tokens: before,
		saved,
		notes: form === "whole" ? 0 : found.notes,
		lean: actual?.lean,
	};
}

/** What the record says about a result that is not in the log. */
function findingNotInLog(
	{ call, time, tool, subject, brought, ...actual }: AnswerNotInLog,
	host: HostName,
): AnswerFinding {
	const key = `${call} ${actual.original.slice(0, 16)}`;
	const { form, reason, before: tokens, saved, lean, way } = actual;
	return {
		kind: "answer",
		...{ key, id: shaOf(`${host} ${key}`, "hex").slice(0, 8), call },
		...{ time, tool, subject, brought, file: undefined, form, reason, tokens, bound: saved, saved, notes: 0, lean },
		...{ isProved: false, isUnchecked: way === "run" && form !== "whole", isSensitive: false, actual, spared: [] },
	};
}

function shaOf(text: string, encoding: "hex" | "base64url"): string {
	return createHash("sha256").update(text).digest(encoding);
}

function noteLinesIn(text: string): string[] {
	return text.split("\n").filter((line) => line.includes(MARK));
}
