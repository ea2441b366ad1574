import { join } from "node:path";
import { estimateTokens } from "../../src/core/tokens.ts";
import { hashText, openRecord } from "../../src/store/record.ts";
import { callOf, fileText, put, type Told, turnsOf } from "./logs.ts";

/** Writes, into a home, a session whose second result is a file in place of the host's word that it has not changed. */
export function putBack(home: string, told: Told): void {
	const path = `${told.project}/timer.ts`;
	const texts = ["ab", "cd"].map((name) => fileText(name, 80));
	const record = openRecord(join(home, ".local", "state", "ibid"), "1");
	for (const [at, text] of texts.entries()) {
		const about = {
			host: "claude-code",
			version: "2.1.197",
			session: told.session,
			agent: "",
			tool: "Read",
			input: "",
		};
		const hashes = { call: callOf(told.session, at), original: hashText(text), delivered: hashText(text) };
		const what = { subject: path, brought: "file", form: "whole", reason: "fresh" } as const;
		const figures = { before: at === 1 ? SENTENCE : estimateTokens(text), after: estimateTokens(text), notes: 0 };
		const spent = { time: told.start + at * 60_000, milliseconds: 20, waited: 0 };
		record.write({ kind: "answer", schema: 1, ...about, ...hashes, ...what, ...figures, ...spent });
	}
	const readings = texts.map((text) => ({ path, text }));
	put(join(home, ".claude", "projects", "timer", `${told.session}.jsonl`), turnsOf(told, readings));
}

/** Tokens of the sentence that the host would have left it at. */
const SENTENCE = 19;
