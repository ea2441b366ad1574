import { createHash } from "node:crypto";
import { MARK } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer } from "../core/types.ts";
import { toolsOf } from "../lens/hosts.ts";
import { lookAtCall } from "../lens/look.ts";
import { limitsOf } from "../limits/limits.ts";
import type { Recording, Strand } from "../transcript/types.ts";
import type { Count, Follower, Rule } from "./compare/types.ts";
import type { AnswerFound, Finding, Findings, Spared } from "./findings.ts";
import { watchOrphans } from "./orphans.ts";
import { type Answered, type Mark, replay, type Terms } from "./replay.ts";
import { faultIn, type Verdict, verifyStrand } from "./verify.ts";

/** How to look at a session: how many tokens a text has, what to compare with, and how much to prove. */
export type How = {
	readonly count: Count;
	readonly rules: readonly Rule[];
	/** Shortened texts are always rebuilt; with proof the second check is asked too, and whether answers stay the same. */
	readonly proof: boolean;
};

/** What ibid would have done in a recorded session, result by result. */
export function findIn({ host, session, strands, skipped }: Recording, how: How): Findings {
	const terms: Terms = { tools: (version) => toolsOf(host, version), limits: limitsOf(host) };
	const found = strands.map((strand) => {
		const followers = how.rules.map((rule) => rule.follow(host, how.count));
		return findInStrand(strand, terms, how, sparedIn(strand, followers));
	});
	return {
		host,
		session,
		project: strands.flatMap(({ entries }) => entries).find((entry) => entry.kind === "call")?.call.directory,
		strands: found.map(({ findings }) => findings),
		rebuilt: found.reduce((sum, { rebuilt }) => sum + rebuilt, 0),
		failures: found.flatMap(({ failures }) => failures),
		skipped,
	};
}

/** What each rule would have spared, result by result. */
function sparedIn({ entries }: Strand, followers: readonly Follower[]): ReadonlyMap<object, readonly Spared[]> {
	if (followers.length === 0) return new Map();
	return new Map(entries.map((entry) => [entry, followers.map((follow) => follow(entry) ?? NOTHING)]));
}

const NOTHING: Spared = { saved: 0, net: 0 };

function findInStrand(
	strand: Strand,
	terms: Terms,
	{ count, proof }: How,
	spared: ReadonlyMap<object, readonly Spared[]>,
): Verdict & { readonly findings: readonly Finding[] } {
	const findings: Finding[] = [];
	const failures: string[] = [];
	let rebuilt = 0;
	const orphans = watchOrphans(terms);
	for (const step of replay(strand, terms)) {
		if (step.kind !== "answered") {
			findings.push(markFound(step, orphans));
			continue;
		}
		orphans.sent(step);
		if (!step.result.kept) findings.push(answerFound(step, terms, count, spared.get(step.result) ?? []));
		const fault = faultIn(step, terms);
		if (fault !== undefined) failures.push(`${step.call.id}: ${fault}`);
		else if (step.answer.form !== "whole") rebuilt++;
	}
	return { findings, ...(proof ? verifyStrand(strand, terms) : { rebuilt, failures }) };
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

function answerFound(
	{ call, version, result, answer, best }: Answered,
	{ tools }: Terms,
	count: Count,
	spared: readonly Spared[],
): AnswerFound {
	// The core has estimated both texts.
	const isEstimate = count === estimateTokens;
	const tokens = isEstimate ? answer.before : count(result.text);
	const saved = ({ form, text, after }: Answer): number =>
		form === "whole" ? 0 : tokens - (isEstimate ? after : count(text));
	return {
		kind: "answer",
		key: `${result.id} ${createHash("sha256").update(result.text).digest("base64url").slice(0, 16)}`,
		time: result.time,
		tool: call.tool,
		file: lookAtCall(tools(version), call).subjects.find(({ kind }) => kind === "file")?.name,
		form: answer.form,
		reason: answer.reason,
		tokens,
		bound: saved(best),
		saved: saved(answer),
		notes: answer.form === "whole" ? 0 : notesIn(answer.text).reduce((sum, note) => sum + count(note), 0),
		spared,
	};
}

function notesIn(text: string): string[] {
	return text.split("\n").filter((line) => line.includes(MARK));
}
