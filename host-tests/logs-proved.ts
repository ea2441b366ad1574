import { expect } from "bun:test";
import { findIn } from "../src/audit/find.ts";
import { livedIn } from "../src/audit/lived.ts";
import { filesUnder } from "../src/audit/places.ts";
import { estimateTokens } from "../src/core/tokens.ts";
import { answersIn, readLines } from "../src/store/record.ts";
import { recordingsIn } from "../src/transcript/files.ts";

/** As `ibid verify` does: by the host's own logs and ibid's record, what was sent can be rebuilt. */
export function expectLogsProved(logs: readonly string[], state: string): void {
	for (const file of logs.flatMap((path) => filesUnder(path))) {
		for (const recorded of recordingsIn(file)) {
			if (recorded.kind !== "recording") continue;
			const { recording } = recorded;
			const { failures, strands } = findIn(recording, HOW, livedIn(state)(recording.session));
			expect([file, failures]).toEqual([file, []]);
			const proved = strands
				.flat()
				.filter((finding) => finding.kind === "answer" && finding.actual && finding.isProved);
			// Of what was taken back a log may not tell, but hardly ever of all.
			if (hasShortened(state, recording.session)) expect([file, proved.length > 0]).toEqual([file, true]);
		}
	}
}

const HOW = { count: estimateTokens, rules: [], proof: true, inspect: { kind: "none" } } as const;

function hasShortened(state: string, session: string): boolean {
	return readLines(answersIn(state), session).some((line) => line.kind === "answer" && line.form !== "whole");
}
