import { followConfig } from "../src/config/load.ts";
import { newRewriter } from "../src/run/rewriter.ts";
import type { AnswerRecord } from "../src/store/record.ts";
import { seeded } from "./random.ts";
import { changeLines, codeLines } from "./texts.ts";

const { now } = followConfig({ home: "/nowhere", environment: {}, hosts: [] });

const none = (): ReadonlySet<string> => new Set();
const NO_RECORD: AnswerRecord = {
	write() {},
	shortened: none,
	orphaned: none,
	noteHashes: none,
	refused: none,
	folds: () => new Map(),
};

/** Shortens requests of Claude Code as `ibid run` does, with no record. */
export function newBenchRewriter(): ReturnType<typeof newRewriter> {
	return newRewriter({
		host: "claude-code",
		runner: { agent: "Claude Code", identify: () => ({ session: "1", agent: "", version: "2.1.325" }) },
		settings: () => now("/w"),
		record: NO_RECORD,
		now: Date.now,
	});
}

/** A request of about so many bytes, and the request before it. */
export function conversationOf(bytes: number): { before: Buffer; body: Buffer } {
	const turns = talk(bytes);
	return { before: bodyOf(turns.slice(0, -1)), body: bodyOf(turns) };
}

type Turn = readonly object[];

/** Reads of files that change a little between them. */
function talk(bytes: number): Turn[] {
	const random = seeded(4);
	const files = Array.from({ length: 12 }, () => codeLines(random, 300));
	const turns: Turn[] = [[{ role: "user", content: "Go on." }]];
	for (let size = 0, at = 0; size < bytes; at++) {
		const file = at % files.length;
		if (at >= files.length) files[file] = changeLines(random, files[file]!, 3);
		const text = files[file]!.map((line, number) => `${number + 1}\t${line}`).join("\n");
		size += text.length;
		const id = `toolu_${at}`;
		const use = { type: "tool_use", id, name: "Read", input: { file_path: `/w/src/part-${file}.ts` } };
		turns.push([
			{ role: "assistant", content: [{ type: "text", text: "Let me see." }, use] },
			{ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
		]);
	}
	return turns;
}

function bodyOf(turns: readonly Turn[]): Buffer {
	const system = [{ type: "text", text: "You are Claude Code, Anthropic's official CLI for Claude." }];
	const tools = [{ name: "Read", input_schema: { type: "object", properties: { file_path: { type: "string" } } } }];
	return Buffer.from(JSON.stringify({ model: "claude-opus-5-5", system, tools, messages: turns.flat() }));
}
