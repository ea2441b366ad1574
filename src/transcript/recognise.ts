import { readClaudeCode } from "./claude-code.ts";
import { readCodex } from "./codex.ts";
import { readCopilotCli } from "./copilot-cli.ts";
import { readGeminiCli } from "./gemini-cli.ts";
import { readOpenCode } from "./opencode.ts";
import { readPi } from "./pi.ts";
import type { Recording } from "./types.ts";

/** Reads a log of whichever host wrote it, told by what stands in it. Undefined where no reader understands it. */
export function readTranscript(text: string): Recording | undefined {
	if (isDocument(text)) return firstOf(DOCUMENTS, text);
	const beginning = firstLines(text, LINES);
	const reader = beginning === text ? undefined : READERS.find((read) => read(beginning));
	return reader ? reader(text) : firstOf(READERS, text);
}

const READERS: readonly ((text: string) => Recording | undefined)[] = [
	readClaudeCode,
	readCodex,
	readOpenCode,
	readPi,
	readGeminiCli,
	readCopilotCli,
];

/** Those whose host writes, or wrote, one document and not lines. */
const DOCUMENTS: typeof READERS = [readOpenCode, readGeminiCli];

/** Whether the first line is no JSON by itself, but its beginning. To try each of many such lines is slow. */
function isDocument(text: string): boolean {
	return /^\uFEFF?\s*\{[ \t]*\r?\n/.test(text);
}

/** Enough to tell the host from, and few enough to be read by every reader; documents are one line or cannot be cut. */
const LINES = 20;

function firstLines(text: string, count: number): string {
	let end = -1;
	for (let line = 0; line < count; line++) {
		end = text.indexOf("\n", end + 1);
		if (end < 0) return text;
	}
	return text.slice(0, end + 1);
}

function firstOf(readers: typeof READERS, text: string): Recording | undefined {
	for (const read of readers) {
		const recording = read(text);
		if (recording) return recording;
	}
	return undefined;
}
