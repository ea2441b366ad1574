import type { AgentThread, RecordedResult, Recording } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import { byWay, type HostCatalog, hostIn, type KnownHost, mayFold } from "../host/definition.ts";
import { LEAN_POLICIES, type LeanPolicy } from "../lean/types.ts";
import { rememberCalls } from "../lens/look.ts";
import type { HostName } from "../lens/types.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import type { Way } from "../store/record-lines.ts";
import { findingNotInLog, noteLinesIn } from "./answer-finding.ts";
import { auditThread, type ThreadFindings } from "./audit-thread.ts";
import type { CountTokens, Rule, RuleFollower } from "./compare/rule.ts";
import type { Findings, RuleSaving } from "./findings.ts";
import { type InspectionTarget, isSingleResult } from "./inspect.ts";
import { copiedNotesIn } from "./notes-gone-wrong.ts";
import { type RecordedAnswer, type RecordedAnswers, restore } from "./recorded-answers.ts";
import type { ReplayTerms, SentAnswer } from "./replayed-answer.ts";
import { stretchesOf } from "./stretches.ts";
import { resendAfterErase } from "./verify.ts";

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
		const { count, proof, inspect } = how;
		const told = { host, terms, count, proof, inspect };
		const context = { ...told, sparedFor, actualFor: actuals && actualFor, findFolds };
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
