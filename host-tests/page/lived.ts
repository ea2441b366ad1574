import { join } from "node:path";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { auditSession } from "../../src/audit/audit-session.ts";
import { estimateTokens } from "../../src/core/tokens.ts";
import { hashText, openRecord } from "../../src/store/record.ts";
import { readTranscript } from "../../src/transcript/files.ts";
import { callOf, fileText, put, type Reading, type Told, turnsOf } from "./logs.ts";

/** Writes, into a home, a session in which ibid was at work: the log as the host would have it, and the record. */
export function putLivedSession(home: string, told: Told): void {
	const readings: Reading[] = [1, 2, 3].map(() => ({ path: `${told.project}/timer.ts`, text: fileText("timer", 80) }));
	const recording = readTranscript(turnsOf(told, readings), READERS);
	const how = {
		hosts: CATALOG,
		count: estimateTokens,
		rules: [],
		proof: false,
		inspect: { kind: "best", count: 9 },
	} as const;
	const { threads, inspected } = auditSession(recording!, how);
	const answers = threads.flat().filter((finding) => finding.kind === "answer");
	const record = openRecord(join(home, ".local", "state", "ibid"), "1");
	const lived = answers.map((answer, at): Reading => {
		const reading = readings[at]!;
		const text = inspected.find(({ id }) => id === answer.id)?.delivered ?? reading.text;
		const about = {
			host: "claude-code",
			version: "2.1.325",
			session: told.session,
			agent: "",
			tool: "Read",
			input: "",
		};
		const hashes = { call: callOf(told.session, at), original: hashText(reading.text), delivered: hashText(text) };
		const what = { subject: answer.subject, brought: answer.brought, form: answer.form, reason: answer.reason };
		const figures = {
			before: answer.tokens,
			after: answer.tokens - answer.saved,
			notes: text === reading.text ? 0 : 1,
		};
		const spent = { time: told.start + at * 60_000, milliseconds: 20 + at, waited: 1 };
		record.write({ kind: "answer", schema: 1, ...about, ...hashes, ...what, ...figures, ...spent });
		return { ...reading, text };
	});
	put(join(home, ".claude", "projects", "timer", `${told.session}.jsonl`), turnsOf(told, lived));
}
