import { readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";

/** Puts an abandoned branch before a session's log: thousands of reads, until the log has that many bytes. */
export function enlarge(log: string, bytes: number): void {
	const text = readFileSync(log, "utf8");
	const common = text.split("\n").map(commonIn).find(Boolean);
	if (!common) throw new Error(`There is no line of a conversation in ${log}.`);
	const lines: string[] = [];
	let size = text.length;
	for (let read = 1; size < bytes; read++) {
		const added = linesOf(read, common).map((line) => `${JSON.stringify(line)}\n`);
		for (const line of added) size += line.length;
		lines.push(...added);
	}
	writeFileSync(log, `${lines.join("")}${text}`);
}

const CommonShape = v.object({ sessionId: v.string(), cwd: v.string(), version: v.string(), isSidechain: v.boolean() });

type Common = v.InferOutput<typeof CommonShape>;

function commonIn(line: string): Common | undefined {
	const parsed = line === "" ? undefined : v.safeParse(CommonShape, JSON.parse(line));
	return parsed?.success ? parsed.output : undefined;
}

const LINES = 200;

function linesOf(read: number, common: Common): object[] {
	const [id, filePath] = [`toolu_large_${read}`, `${common.cwd}/src/part-${read}.ts`];
	const [asked, before] = [`large-${read}-asked`, read === 1 ? null : `large-${read - 1}-answered`];
	const timestamp = new Date(Date.UTC(2026, 0, 1) + read * 1000).toISOString();
	const said = { role: "assistant", model: "claude", usage: { input_tokens: 1, output_tokens: 1 } };
	const call = { type: "tool_use", id, name: "Read", input: { file_path: filePath } };
	const file = Array.from(
		{ length: LINES },
		(_, line) => `export const part${read}value${line} = make(${line}, parts);`,
	);
	const shown = file.map((line, index) => `${index + 1}\t${line}`).join("\n");
	const toolUseResult = {
		type: "text",
		file: { filePath, content: file.join("\n"), numLines: LINES, startLine: 1, totalLines: LINES },
	};
	return [
		{
			...{ ...common, type: "assistant", uuid: asked, parentUuid: before, timestamp },
			message: { ...said, id: `msg_large_${read}`, type: "message", content: [call] },
		},
		{
			...{ ...common, type: "user", uuid: `large-${read}-answered`, parentUuid: asked, timestamp },
			message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: shown }] },
			toolUseResult,
			sourceToolAssistantUUID: asked,
		},
	];
}
