import { createHash } from "node:crypto";
import { MARK } from "../core/lines.ts";
import { isSensitive } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer } from "../core/types.ts";
import { toolsOf } from "../lens/hosts.ts";
import { kindOf } from "../lens/kind.ts";
import { lookAtCall, nameToKeep } from "../lens/look.ts";
import type { Host } from "../lens/types.ts";
import { limitsOf } from "../limits/limits.ts";
import { hashText } from "../store/record.ts";
import type { RecordedResult, Recording, Strand } from "../transcript/types.ts";
import type { Count, Follower, Rule } from "./compare/types.ts";
import type { AnswerFound, Finding, Findings, Spared } from "./findings.ts";
import type { Inspected } from "./inspect.ts";
import type { Actual, Lived, Untold } from "./lived.ts";
import { newLookout } from "./lookout.ts";
import { watchOrphans } from "./orphans.ts";
import { type Answered, type Mark, replay, type Sent, type Terms } from "./replay.ts";
import { restore } from "./restore.ts";
import { retold } from "./retold.ts";
import { type Closely, isOfOne } from "./task.ts";
import { faultIn, isPast, type Verdict, verifyStrand } from "./verify.ts";
import { writtenNotes } from "./written-notes.ts";

/** How to look at a session: how many tokens a text has, what to compare with, and how much to prove. */
export type How = {
	readonly count: Count;
	readonly rules: readonly Rule[];
	/** Shortened texts are always rebuilt; with proof the second check is asked too, and whether answers stay the same. */
	readonly proof: boolean;
	readonly inspect: Closely;
};

/** What ibid would have done in a recorded session, result by result; or what it did, where it was at work. */
export function findIn(recorded: Recording, how: How, lived?: Lived): Findings {
	const { host, session, strands, skipped } = lived ? restore(recorded, lived) : recorded;
	const limits = limitsOf(host);
	const actuals = lived && actualsIn(strands, lived);
	const terms: Terms = {
		tools: (version) => toolsOf(host, version),
		limits,
		isBestAsked: !isOfOne(how.inspect),
		...(actuals && !limits.together && { sent: (result: RecordedResult) => sentFor(result, actuals.get(result)) }),
	};
	const found = strands.map((strand) => {
		const followers = how.rules.map((rule) => rule.follow(host, how.count));
		const reach = strand.agent === undefined || limits.agents ? limits : { ...limits, replaces: () => false };
		const desk = { host, terms: { ...terms, limits: reach }, how, spared: sparedIn(strand, followers), actuals };
		const { findings, ...more } = findInStrand(limits.together ? retold(strand) : strand, desk);
		// A sub-agent that is a session of its own is none in the record.
		const agent = strand.agent === session ? "" : (strand.agent ?? "");
		return { ...more, findings: [...findings, ...(lived?.rest(agent) ?? []).map((each) => untoldFound(each, host))] };
	});
	return {
		host,
		session,
		lived: lived !== undefined,
		project: strands.flatMap(({ entries }) => entries).find((entry) => entry.kind === "call")?.call.directory,
		strands: found.map(({ findings }) => findings),
		failures: found.flatMap(({ failures }) => failures),
		writtenNotes: lived ? recorded.strands.flatMap((strand) => writtenNotes(strand, terms.tools, lived.isNote)) : [],
		skipped,
		inspected: found.flatMap(({ inspected }) => inspected),
	};
}

/** What ibid really did with each result. What a reset left standing had come before. */
function actualsIn(strands: readonly Strand[], lived: Lived): Actuals {
	const results = strands.flatMap(({ entries }) => entries).filter((entry) => entry.kind === "result" && !entry.kept);
	return new Map(results.flatMap((result) => (result.kind === "result" ? [[result, lived.next(result)]] : [])));
}

type Actuals = ReadonlyMap<RecordedResult, Actual | undefined>;

/** A text of a log that has texts as they were sent. The record has what it was less or more than without ibid. */
function sentFor(result: RecordedResult, actual: Actual | undefined): Sent {
	const text = result.delivered ?? result.text;
	if (actual && (actual.form !== "whole" || actual.saved !== 0))
		return { ...actual, text, notes: notesIn(text).length };
	const tokens = estimateTokens(text);
	// Of what the log tells only as left standing the record speaks elsewhere.
	const form = result.isLost ? "quoted" : "whole";
	return { form, reason: actual?.reason, before: tokens, after: tokens, text, notes: notesIn(text).length };
}

/** What each rule would have spared, result by result. */
function sparedIn({ entries }: Strand, followers: readonly Follower[]): ReadonlyMap<object, readonly Spared[]> {
	if (followers.length === 0) return new Map();
	return new Map(entries.map((entry) => [entry, followers.map((follow) => follow(entry) ?? NOTHING)]));
}

const NOTHING: Spared = { saved: 0, net: 0 };

/** What is needed to look at a strand. */
type Desk = {
	readonly host: Host;
	readonly terms: Terms;
	readonly how: How;
	readonly spared: ReadonlyMap<object, readonly Spared[]>;
	/** Where ibid was at work. */
	readonly actuals: Actuals | undefined;
};

type Found = {
	readonly findings: readonly Finding[];
	readonly failures: readonly string[];
	readonly inspected: readonly Inspected[];
};

function findInStrand(strand: Strand, desk: Desk): Found {
	const { terms, how } = desk;
	const findings: Finding[] = [];
	const failures: string[] = [];
	const verdict = how.proof ? verifyStrand(strand, terms) : undefined;
	const lookout = newLookout(how.inspect, strand, terms);
	const orphans = watchOrphans(terms);
	for (const step of replay(strand, terms)) {
		if (step.kind !== "answered") {
			findings.push(markFound(step, orphans));
			continue;
		}
		const count = orphans.sent(step);
		if (count > 0) findings.push({ kind: "orphans", count });
		lookout.sent(step);
		const fault = faultOf(step, terms, verdict);
		if (fault !== undefined) failures.push(`${step.call.id}: ${fault}`);
		if (step.result.kept) continue;
		const answer = answerFound(step, desk, fault === undefined && isRebuilt(step, verdict));
		findings.push(answer);
		lookout.pass(step, answer);
	}
	return { findings, failures: [...failures, ...(verdict?.failures ?? [])], inspected: lookout.seen() };
}

/** What is wrong with an answer that was sent, or would have been; a verdict names the latter itself. */
function faultOf(step: Answered, terms: Terms, verdict: Verdict | undefined): string | undefined {
	if (step.result.isLost && !step.result.kept)
		return "ibid has shortened it, and the log does not give back what the record says was there";
	return verdict || isPast(step, terms) ? undefined : faultIn(step, terms);
}

function isRebuilt({ result, answer }: Answered, verdict: Verdict | undefined): boolean {
	if (result.delivered !== undefined) return true;
	return verdict ? verdict.rebuilt.has(result) : answer.form !== "whole";
}

function markFound(mark: Mark, orphans: ReturnType<typeof watchOrphans>): Finding {
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

function answerFound(step: Answered, { host, terms, how, spared, actuals }: Desk, isProved: boolean): AnswerFound {
	const { call, version, result, answer, best } = step;
	const { count } = how;
	// The core has estimated both texts. What the host itself would have said in place of one is not recorded.
	const isEstimate = count === estimateTokens || answer.after > answer.before;
	const tokens = isEstimate ? answer.before : count(result.text);
	const saved = ({ form, text, before, after }: Answer): number =>
		form === "whole" ? before - after : tokens - (isEstimate ? after : count(terms.limits.arriving(text)));
	const asked = lookAtCall(terms.tools(version), call);
	const key = `${result.id} ${hash(result.text, "base64url").slice(0, 16)}`;
	const found: AnswerFound = {
		kind: "answer",
		key,
		id: hash(`${host} ${key}`, "hex").slice(0, 8),
		call: call.id,
		time: result.time,
		tool: call.tool,
		subject: nameToKeep(asked.subjects[0]),
		brought: kindOf(asked, answer),
		file: asked.subjects.find(({ kind }) => kind === "file")?.name,
		form: answer.form,
		reason: answer.reason,
		tokens,
		bound: saved(best),
		saved: saved(answer),
		notes: answer.form === "whole" ? 0 : notesIn(answer.text).reduce((sum, note) => sum + count(note), 0),
		isProved,
		isSensitive: answer.reason === "sensitive" || asked.subjects.some(isSensitive),
		actual: actuals?.get(result),
		spared: spared.get(result) ?? [],
	};
	return actuals && !terms.sent ? asItWas(found, answer) : found;
}

/** What ibid really did in place of what it would do. A log that has no texts of ours does not tell the difference. */
function asItWas(found: AnswerFound, { text }: Answer): AnswerFound {
	const { actual, tokens } = found;
	if (actual?.delivered === hashText(text)) return found;
	const { form, reason, before, saved } = actual ?? { form: "whole", reason: undefined, before: tokens, saved: 0 };
	return { ...found, form, reason, tokens: before, saved, notes: form === "whole" ? 0 : found.notes };
}

/** What the record says of a result that is not in the log. */
function untoldFound({ call, original, time, tool, subject, brought, ...actual }: Untold, host: Host): AnswerFound {
	const key = `${call} ${original.slice(0, 16)}`;
	const { form, reason, before: tokens, saved } = actual;
	return {
		kind: "answer",
		...{ key, id: hash(`${host} ${key}`, "hex").slice(0, 8), call },
		...{ time, tool, subject, brought, file: undefined, form, reason, tokens, bound: saved, saved, notes: 0 },
		...{ isProved: false, isSensitive: false, actual, spared: [] },
	};
}

function hash(text: string, encoding: "hex" | "base64url"): string {
	return createHash("sha256").update(text).digest(encoding);
}

function notesIn(text: string): string[] {
	return text.split("\n").filter((line) => line.includes(MARK));
}
