import { readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import * as v from "valibot";

/** The name of the tool that reads files, for models whose command output goes to a script. */
export const READ_NAME = "ibid_read";

/** The description that the model gets. */
export const READ_TOOL: object = {
	name: READ_NAME,
	description:
		"Reads a text file with line numbers; lines that already stand above unchanged may come as an [ibid] note instead, and come in full if you ask once more.",
	inputSchema: {
		type: "object",
		properties: {
			path: { type: "string", description: "Absolute path of the file." },
			offset: { type: "integer", minimum: 1, description: "First line; 1 if not given." },
			limit: { type: "integer", minimum: 1, description: "How many lines at the most." },
		},
		required: ["path"],
		additionalProperties: false,
	},
	annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
};

/** Lines of a file, each with its number. Other messages have no number, so they cannot be mistaken for lines. */
export function readNumbered(input: unknown): string {
	const asked = v.safeParse(InputShape, input);
	if (!asked.success) return "ibid_read needs an absolute path, and whole numbers above 0 for offset and limit.";
	const { path, offset, limit } = asked.output;
	const text = readTextFile(path);
	if (text.kind === "refused") return text.why;
	const lines = text.lines.slice(offset - 1, offset - 1 + limit);
	if (lines.length === 0) return `There is no line ${offset}: the file has ${text.lines.length} lines.`;
	const shown = numbered(lines, offset);
	if (shown.length === 0) return `Line ${offset} is too long to be shown here; a command can show a part of it.`;
	const next = offset + shown.length;
	const more = next > text.lines.length ? [] : [`(${text.lines.length} lines in all; go on with offset ${next})`];
	return [...shown, ...more].join("\n");
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** As many lines as a model can use at once. */
const MOST_LINES = 2000;

/** Servers do not know the model's working directory, so paths must be absolute. */
const InputShape = v.object({
	path: v.pipe(v.string(), v.check(isAbsolute)),
	offset: v.optional(Count, 1),
	limit: v.optional(v.pipe(Count, v.toMaxValue(MOST_LINES)), MOST_LINES),
});

/** The host cuts what is longer than 48,000 bytes. */
const MOST_BYTES = 40_000;

/** A larger file is not read. */
const MOST_FILE = 16 * 1024 * 1024;

type Text =
	| { readonly kind: "text"; readonly lines: readonly string[] }
	| { readonly kind: "refused"; readonly why: string };

function readTextFile(path: string): Text {
	try {
		const file = statSync(path);
		if (!file.isFile()) return { kind: "refused", why: "This is not a file." };
		if (file.size > MOST_FILE) return { kind: "refused", why: "This file is too large to be read here." };
		const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
		if (text === "") return { kind: "refused", why: "This file is empty." };
		if (text.includes("\0")) return { kind: "refused", why: "This file is not a text." };
		return { kind: "text", lines: (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n") };
	} catch (error) {
		const why = error instanceof TypeError ? "This file is not a text." : `This file cannot be read: ${codeOf(error)}.`;
		return { kind: "refused", why };
	}
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "for reasons unknown";
}

function numbered(lines: readonly string[], first: number): string[] {
	const shown: string[] = [];
	let bytes = 0;
	for (const [index, line] of lines.entries()) {
		const told = `${first + index}\t${line}`;
		bytes += Buffer.byteLength(told) + 1;
		if (bytes > MOST_BYTES) break;
		shown.push(told);
	}
	return shown;
}
