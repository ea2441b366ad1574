import type { View } from "../core/types.ts";

/** A text with its view. */
type ViewedText = { readonly text: string; readonly view: View };

/**
 * The same text with a line for each value, if it has JSON on one line that is neither a line of a file nor of a diff:
 * then two results that differ in a few values have lines in common. Undefined if there is none, or if the line breaks
 * could not be taken out again.
 */
export function withJsonLines({ text, view }: ViewedText): ViewedText | undefined {
	const part = view.kind === "shown" && view.parts.length === 1 ? view.parts[0] : undefined;
	if (view.kind !== "shown" || !part || part.subject.kind === "file" || part.gutter.kind !== "none") return undefined;
	const split = splitJson(text, part.from, part.from + part.count);
	if (split === undefined) return undefined;
	const count = part.count + split.split("\n").length - text.split("\n").length;
	return { text: split, view: { ...view, parts: [{ ...part, count, isJson: true }] } };
}

/** The text with a line for each value of the JSON on its lines `from` up to, without, `end`; undefined if it has none. */
export function splitJson(text: string, from = 0, end: number = Number.POSITIVE_INFINITY): string | undefined {
	if (!text.startsWith("{") && !text.startsWith("[") && !/\n[{[]/.test(text)) return undefined;
	const split = text
		.split("\n")
		.flatMap((line, at) => (from <= at && at < end ? valuesIn(line) : [line]))
		.join("\n");
	return split !== text && withoutJsonLines(split) === text ? split : undefined;
}

/** The line with a break behind each comma and opening bracket outside strings; the line alone if it is not JSON. */
function valuesIn(line: string): string[] {
	if (!/^[{[]/.test(line) || line.length < SHORTEST || line.length > LONGEST || !isJson(line)) return [line];
	const values: string[] = [];
	let from = 0;
	for (const at of signsIn(line)) {
		if (!BREAKS.has(line[at]!)) continue;
		values.push(line.slice(from, at + 1));
		from = at + 1;
	}
	return [...values, line.slice(from)];
}

/** A shorter line is quoted as it is. */
const SHORTEST = 200;
const LONGEST = 1_000_000;
const BREAKS: ReadonlySet<string> = new Set([",", "{", "["]);

function isJson(line: string): boolean {
	try {
		JSON.parse(line);
		return true;
	} catch {
		return false;
	}
}

/** Where a line has commas and brackets outside strings. */
function* signsIn(line: string): Generator<number> {
	let isString = false;
	for (let at = 0; at < line.length; at++) {
		const sign = line[at]!;
		if (isString && sign === "\\") at++;
		else if (sign === '"') isString = !isString;
		else if (!isString && ",{}[]".includes(sign)) yield at;
	}
}

/** The text without the line breaks that were added: a lone bracket is followed by all up to its other one. */
export function withoutJsonLines(text: string): string {
	const lines: string[] = [];
	let depth = 0;
	for (const line of text.split("\n")) {
		if (depth > 0) lines[lines.length - 1] += line;
		else lines.push(line);
		if (depth > 0 || line === "{" || line === "[") depth += deeper(line);
	}
	return lines.join("\n");
}

function deeper(line: string): number {
	let depth = 0;
	for (const at of signsIn(line)) if (line[at] !== ",") depth += "{[".includes(line[at]!) ? 1 : -1;
	return depth;
}
