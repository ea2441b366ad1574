import { createHash } from "node:crypto";
import type { RecordedResult } from "../conversation/types.ts";
import { MARK } from "../core/lines.ts";
import { isSensitive } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import { kindOfAnswer, type LeanAnswer, leanSavings } from "../lean/deliver.ts";
import { lookAtCall, nameToKeep } from "../lens/look.ts";
import type { HostName } from "../lens/types.ts";
import { hashText } from "../store/record.ts";
import type { CountTokens } from "./compare/rule.ts";
import type { AnswerFinding, RuleSaving } from "./findings.ts";
import type { AnswerNotInLog, RecordedAnswer } from "./recorded-answers.ts";
import type { ReplayedResult } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";

/** What is known beside an answer. */
export type AnswerContext = {
	readonly host: HostName;
	readonly terms: ReplayTerms;
	readonly count: CountTokens;
	readonly sparedFor: (result: RecordedResult) => readonly RuleSaving[];
	/** What ibid really did with a result; absent if it was not active. */
	readonly actualFor: ((result: RecordedResult) => RecordedAnswer | undefined) | undefined;
};

/** The finding for an answer that was replayed. */
export function answerFinding(
	step: ReplayedResult,
	{ host, terms, count, sparedFor, actualFor }: AnswerContext,
	isProved: boolean,
): AnswerFinding {
	const { call, version, result, answer, best } = step;
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
export function findingNotInLog(
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

/** The lines of a text that are notes. */
export function noteLinesIn(text: string): string[] {
	return text.split("\n").filter((line) => line.includes(MARK));
}
