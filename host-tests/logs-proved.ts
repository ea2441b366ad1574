import { expect } from "bun:test";
import { CATALOG, READERS } from "../contracts/hosts.ts";
import { auditSession } from "../src/audit/audit-session.ts";
import { recordedAnswersIn } from "../src/audit/recorded-answers.ts";
import { filesUnder } from "../src/commands/sessions/session-files.ts";
import { estimateTokens } from "../src/core/tokens.ts";
import { answersIn, readLines } from "../src/store/record.ts";
import { recordingsIn } from "../src/transcript/files.ts";

/** As `ibid verify` does: what was sent can be rebuilt from the host's own logs and ibid's record. */
export function expectLogsProved(logs: readonly string[], state: string): void {
	for (const file of logs.flatMap((path) => filesUnder(path))) {
		for (const recorded of recordingsIn(file, READERS)) {
			if (recorded.kind !== "recording") continue;
			const { recording } = recorded;
			const { failures, threads } = auditSession(recording, HOW, recordedAnswersIn(state, CATALOG)(recording));
			expect([file, failures]).toEqual([file, []]);
			const proved = threads
				.flat()
				.filter((finding) => finding.kind === "answer" && finding.actual && finding.isProved);
			// A log may lack turns that were taken back, but hardly ever all turns.
			if (hasShortened(state, recording.session)) expect([file, proved.length > 0]).toEqual([file, true]);
		}
	}
}

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: true, inspect: { kind: "none" } } as const;

function hasShortened(state: string, session: string): boolean {
	return readLines(answersIn(state), session).some((line) => line.kind === "answer" && line.form !== "whole");
}
