import { readFileSync } from "node:fs";
import { readTranscript } from "../transcript/recognise.ts";
import type { Recording } from "../transcript/types.ts";
import type { Rule } from "./compare/types.ts";

export const RULES: readonly Rule[] = [];

export function* recordingsIn(
	path: string,
): Generator<{ kind: "recording"; recording: Recording } | { kind: "unreadable"; why: string }> {
	try {
		const recording = readTranscript(readFileSync(path, "utf8"));
		if (recording) yield { kind: "recording", recording };
		else yield { kind: "unreadable", why: "no session that is known" };
	} catch (error) {
		yield { kind: "unreadable", why: String(error) };
	}
}
