import type { LogReader, Recording } from "../conversation/types.ts";

/** Reads a log of whichever host wrote it, told by what stands in it. Undefined where no reader understands it. */
export function readTranscript(text: string, readers: readonly LogReader[]): Recording | undefined {
	if (isDocument(text))
		return firstOf(
			readers.filter((reader) => reader.isDocument),
			text,
		);
	const beginning = firstLines(text, LINES);
	const reader = beginning === text ? undefined : readers.find(({ read }) => read(beginning));
	return reader ? reader.read(text) : firstOf(readers, text);
}

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

function firstOf(readers: readonly LogReader[], text: string): Recording | undefined {
	for (const { read } of readers) {
		const recording = read(text);
		if (recording) return recording;
	}
	return undefined;
}
