import * as v from "valibot";

/** A tool's answer as Claude Code's hooks see it: the text that the model gets for it, and how to put another in its place. */
export type Shaped = {
	readonly text: string;
	/** The same answer with another text; undefined where this shape cannot say it. */
	readonly replaced: (text: string) => unknown;
	/** What the model gets instead unless the answer is replaced; undefined where that is the text. */
	readonly unless?: string;
};

/** The text in a tool's answer; undefined where the model gets something else than one text, or its shape is not known. */
export function shapeOf(tool: string, response: unknown): Shaped | undefined {
	if (tool === "Read") return readShape(response);
	if (tool === "Bash") return bashShape(response);
	return tool.startsWith("mcp__") ? mcpShape(response) : undefined;
}

const ReadShape = v.looseObject({
	type: v.literal("text"),
	file: v.looseObject({
		filePath: v.string(),
		content: v.string(),
		numLines: v.number(),
		startLine: v.number(),
		totalLines: v.number(),
	}),
});

/** The host numbers every line, from the start line on. */
function readShape(response: unknown): Shaped | undefined {
	if (!v.is(ReadShape, response)) return undefined;
	const { file } = response;
	if (file.content === "" || file.truncatedByTokenCap === true) return undefined;
	const text = file.content
		.split("\n")
		.map((line, index) => `${file.startLine + index}\t${line}`)
		.join("\n");
	return {
		text,
		replaced(shortened) {
			const lines = shortened.split("\n").map((line) => /^(\d+)\t(.*)$/s.exec(line));
			const startLine = Number(lines[0]?.[1]);
			if (!lines.every((line, index) => Number(line?.[1]) === startLine + index)) return undefined;
			const content = lines.map((line) => line![2]).join("\n");
			return { ...response, file: { ...file, content, numLines: lines.length, startLine } };
		},
	};
}

const BashShape = v.looseObject({
	stdout: v.string(),
	stderr: v.literal(""),
	interrupted: v.literal(false),
	isImage: v.optional(v.literal(false)),
	persistedOutputPath: v.optional(v.undefined()),
	backgroundTaskId: v.optional(v.undefined()),
});

/** The host takes blank lines off the top, and all white space off the end. */
function bashShape(response: unknown): Shaped | undefined {
	if (!v.is(BashShape, response)) return undefined;
	const text = response.stdout.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
	return { text, replaced: (stdout) => ({ ...response, stdout }) };
}

const McpShape = v.strictTuple([v.looseObject({ type: v.literal("text"), text: v.string() })]);

function mcpShape(response: unknown): Shaped | undefined {
	if (typeof response === "string") return { text: response, replaced: (text) => text };
	if (!v.is(McpShape, response)) return undefined;
	const [block] = response;
	return { text: block.text, replaced: (text) => [{ ...block, text }] };
}
