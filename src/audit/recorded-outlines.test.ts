import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Line } from "../../contracts/dialect.ts";
import { CATALOG, limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { edit, prompt, read, reply, shown } from "../../contracts/talk.ts";
import type { Recording } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import { openCodeDialect } from "../dialect/opencode.ts";
import { DEFAULT_LEAN } from "../lean/types.ts";
import { policyOf } from "../limits/limits.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { answerLineFor } from "../store/answer-line.ts";
import { everyLine } from "../store/every-line.ts";
import { openRecord } from "../store/record.ts";
import { savingsOf } from "../store/savings.ts";
import { newTransform } from "../transform/transform.ts";
import { auditSession } from "./audit-session.ts";
import type { AnswerFinding, Findings } from "./findings.ts";
import { recordedAnswersIn } from "./recorded-answers.ts";
import { newAuditSum } from "./sum.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-outlined-"));
afterAll(() => rmSync(base, { recursive: true }));

const FILE = ["alpha", "beta"].flatMap((name) => [
	`export function ${name}(value: number): number {`,
	...Array.from({ length: 40 }, (_, at) => `\tvalue += compute("${name}", ${at}, value) * ${at + 1};`),
	"}",
]);
const findFolds: FoldFinder = (_, text) =>
	text.split("\n").length < FILE.length
		? []
		: [
				{ first: 2, last: 41 },
				{ first: 44, last: 83 },
			];
const dialect = openCodeDialect("/w");
const whole = reply(read("a.ts", shown("/w/a.ts", FILE)));
const again = reply(read("b.ts", shown("/w/b.ts", FILE)), read("c.ts", shown("/w/c.ts", ["short"])));
const moved = reply(edit("a.ts", "export function alpha(value: number): number {", "// One.\nfunction alpha("));

/** A session as ibid has shortened it, with outlines or without, and its record. */
function lived(isFolding: boolean, ...talk: readonly Line[]): { recording: Recording; state: string } {
	const messages = [prompt(), ...talk].flatMap(inOpenCode());
	const terms = { tools: toolsOf("opencode"), policy: policyOf(limitsOf("opencode")), lean: DEFAULT_LEAN, dialect };
	const { answers } = newTransform({ ...terms, ...(isFolding && { findFolds }) })(messages);
	const state = mkdtempSync(join(base, "state-"));
	const record = openRecord(state, "1");
	const when = { host: "opencode", version: "", session: "s", agent: "", milliseconds: 1, waited: 0 };
	for (const [time, { subject = "", ...each }] of answers.flat().entries())
		record.write(answerLineFor({ ...each, subject }, { ...when, time }));
	const entries = messages.flatMap((message) => dialect.parse(message) ?? []);
	return { recording: { host: "opencode", session: "s", threads: [{ agent: undefined, entries }], skipped: 0 }, state };
}

function audited({ recording, state }: ReturnType<typeof lived>, more = {}): Findings {
	const how = { hosts: CATALOG, rules: [], proof: true, inspect: { kind: "none" }, count: estimateTokens } as const;
	return auditSession(recording, { ...how, findFolds, ...more }, recordedAnswersIn(state, CATALOG)(recording));
}

const answersIn = ({ threads }: Findings): AnswerFinding[] => threads.flat().filter((each) => each.kind === "answer");

describe("outlines that ibid has sent", () => {
	test("are made again, word for word, and proved", () => {
		const findings = audited(lived(true, whole, moved, again));
		expect(findings.failures).toEqual([]);
		expect(answersIn(findings).map(({ form, isProved, isUnchecked }) => [form, isProved, isUnchecked])).toEqual([
			["outline", true, false],
			["whole", false, false],
			["outline", true, false],
			["whole", false, false],
		]);
	});

	test("have saved what the record says: nothing of what they withhold, and the words about folds cost", () => {
		const session = lived(true, whole, moved, again);
		const sum = newAuditSum(
			{ tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined },
			CATALOG,
		);
		sum.add("/logs/1.json", audited(session));
		const recorded = savingsOf(everyLine(session.state));
		expect(sum.report().hosts[0]).toMatchObject({ savedTokens: recorded.saved, resultTokens: recorded.before });
		expect(answersIn(audited(session))[0]?.saved).toBe(0);
		const exact = answersIn(audited(session, { count: (text: string) => 2 * estimateTokens(text) }));
		expect(exact[0]?.saved).toBe(0);
	});

	test("are shown as they were sent, without a fault", () => {
		const session = lived(true, whole, moved);
		const [first] = answersIn(audited(session));
		const { inspected } = audited(session, { inspect: { kind: "one", id: first?.id } });
		expect(inspected).toMatchObject([{ form: "outline", really: "sent", quotes: [], faults: [] }]);
		expect(inspected[0]?.delivered).toContain("[ibid] lines 2-41 folded");
	});

	test("are none where none were sent, whatever could be folded", () => {
		const findings = audited(lived(false, whole, moved, again));
		expect(findings.failures).toEqual([]);
		expect(answersIn(findings).some(({ form, isUnchecked }) => form === "outline" || isUnchecked)).toBe(false);
	});

	test("count as saved and not checked where their grammar is missing", () => {
		const [first] = answersIn(audited(lived(true, whole), { findFolds: undefined }));
		expect(first).toMatchObject({ form: "outline", isProved: false, isUnchecked: true });
	});
});
