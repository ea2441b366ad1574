import { followConfig } from "../src/config/load.ts";
import { newRewriter } from "../src/run/rewriter.ts";
import type { AnswerRecord } from "../src/store/record.ts";
import { type Effort, measure, median } from "./measure.ts";
import { seeded } from "./random.ts";
import { ms, printTable, type Row, times } from "./table.ts";
import { changeLines, codeLines } from "./texts.ts";

/** Prints how long a request of a known conversation takes, beside parsing its body and within what the gateway may add. */
export function benchRewrite(): void {
	const about =
		"one more turn of a known conversation; p50 in ms; budget: 2 ms and 20 ns a byte; ratio: ours to JSON.parse";
	printTable("A request of Claude Code through ibid run", about, [100_000, 1_000_000, 5_000_000].map(rowOf));
}

const EFFORT: Effort = { rounds: 30, most: 4000 };
const HEAD = { method: "POST", path: "/v1/messages?beta=true", headers: {} };
const { now } = followConfig({ home: "/nowhere", environment: {}, hosts: [] });

function rowOf(bytes: number): Row {
	const turns = talk(bytes);
	const before = bodyOf(turns.slice(0, -1));
	const body = bodyOf(turns);
	const rewrite = newRewriter({
		host: "claude-code",
		runner: { agent: "Claude Code", identify: () => ({ session: "1", agent: "", version: "2.1.325" }) },
		settings: () => now("/w"),
		record: NO_RECORD,
		now: Date.now,
	});
	const sent = rewrite(HEAD, body);
	const { request, parse } = measure(
		{
			request: () => {
				rewrite(HEAD, before);
				return () => rewrite(HEAD, body);
			},
			parse: () => () => JSON.parse(body.toString("utf8")),
		},
		EFFORT,
	);
	const p50 = median(request);
	return {
		body: `${(body.length / 1e6).toFixed(2)} MB → ${(sent.length / 1e6).toFixed(2)}`,
		ibid: ms(p50),
		"JSON.parse": ms(median(parse)),
		ratio: times(p50, median(parse)),
		"ns a byte": ((p50 * 1e6) / body.length).toFixed(1),
		budget: ms(2 + body.length * 2e-5),
	};
}

const none = (): ReadonlySet<string> => new Set();
const NO_RECORD: AnswerRecord = { write() {}, shortened: none, orphaned: none, noteHashes: none, refused: none };

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
