import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { code, plain } from "../../../sim/desk.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { refusal, tailCall } from "./channel.ts";
import { type Asked, type GeminiDesk, openGeminiDesk, readOf, runOf, SESSION, setIn, textOf } from "./desk.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-gemini-"));
afterAll(() => rmSync(base, { recursive: true }));

const TEXT = plain(code(60));
const FILE = readOf("a.ts");
const AGENT: Asked = { tool: "invoke_agent", input: { agent_name: "reader", prompt: "Look." } };
const CHANGE: Asked = { tool: "replace", input: { file_path: "b.ts", old_string: "a", new_string: "b" } };

/** A session that has a file before it. */
async function afterRead(text = TEXT): Promise<GeminiDesk> {
	const desk = openGeminiDesk(base);
	await desk.ask(FILE, text);
	return desk;
}

/** What becomes of a file that is read again in a turn that has begun: shortened, or whole and why; or nobody knows. */
async function fateOf(desk: GeminiDesk, text = TEXT): Promise<string> {
	const before = desk.recorded().length;
	const answer = await desk.end(FILE, text);
	const line = desk.recorded()[before];
	if (line?.kind !== "answer") return line?.kind ?? "nobody knows";
	if (Object.keys(answer).length > 0) expect(line.form).not.toBe("whole");
	return line.reason ?? "shortened";
}

/** The same for one that is read in a turn of its own, or beside other calls that have begun. */
async function again(desk: GeminiDesk, beside: readonly Asked[] = [], text = TEXT): Promise<string> {
	desk.reply();
	for (const asked of [...beside, FILE]) await desk.begin(asked);
	return fateOf(desk, text);
}

describe("a file that is read again", () => {
	test.each<[string, Asked, string]>([
		["another that is read", readOf("b.ts"), "shortened"],
		["a search", { tool: "grep_search", input: { pattern: "a" } }, "shortened"],
		["a command that only looks", runOf("ls -l"), "shortened"],
		["a command that may change something", runOf("rm b.ts"), "sibling"],
		["a change", CHANGE, "sibling"],
		["one that is written", { tool: "write_file", input: { file_path: "b.ts", content: "" } }, "sibling"],
		["a tool of a server", { tool: "mcp_files_put", input: {} }, "sibling"],
		["an agent", AGENT, "nobody knows"],
		["a tool that nobody knows", { tool: "reader", input: {} }, "nobody knows"],
	])("beside %s: %j, %s", async (_, other, expected) => {
		expect(await again(await afterRead(), [other])).toBe(expected);
	});

	test("by an agent that was sent after it comes whole, and so does one that follows the agent in its turn", async () => {
		const desk = await afterRead();
		desk.reply();
		await desk.begin(FILE);
		await desk.begin(AGENT);
		expect(await fateOf(desk)).toBe("nobody knows");
		await desk.end(AGENT, "It has looked.");
		expect(await fateOf(desk)).toBe("sibling");
		desk.close([{ id: "agent", asked: AGENT, response: { output: "It has looked." } }]);
		expect(await again(desk)).toBe("shortened");
	});

	test("while one of two agents of a kind is at work comes whole", async () => {
		const desk = await afterRead();
		const other = { ...AGENT, input: { ...AGENT.input, prompt: "Look again." } };
		desk.reply();
		for (const asked of [AGENT, other, FILE]) await desk.begin(asked);
		await desk.end(other, "It has looked.");
		expect(await fateOf(desk)).toBe("nobody knows");
	});

	test("does not mind calls of an earlier turn, even if they never ended", async () => {
		const desk = await afterRead();
		desk.reply();
		for (const asked of [AGENT, CHANGE]) await desk.begin(asked);
		desk.close([]);
		expect(await again(desk)).toBe("shortened");
	});

	test("minds a file among the noted calls that nobody understands", async () => {
		const desk = await afterRead();
		writeFileSync(join(desk.state, "calls", SESSION, "9999999999"), "");
		writeFileSync(join(desk.state, "calls", SESSION, `${statSync(desk.log).size + 200}.sleeping.x.1`), "");
		expect(await again(desk)).toBe("nobody knows");
	});

	test("comes whole if nobody noted that it was asked for", async () => {
		const desk = await afterRead();
		desk.reply();
		await desk.begin(readOf("b.ts"));
		expect(await fateOf(desk)).toBe("unreachable");
	});

	test("comes whole if the reply that asks for it is not in the log yet", async () => {
		const desk = await afterRead();
		await desk.begin(FILE);
		expect(await fateOf(desk)).toBe("fresh");
	});

	test.each([
		[-1, "shortened"],
		[0, "nobody knows"],
		[1, "nobody knows"],
	])("where a subagent's log is %d s younger than the session's own: %s", async (seconds, expected) => {
		const desk = await afterRead();
		desk.reply();
		await desk.begin(FILE);
		const folder = join(dirname(desk.log), SESSION);
		mkdirSync(folder);
		writeFileSync(join(folder, "agent.jsonl"), "");
		for (const [file, time] of [[desk.log, 5000] as const, [join(folder, "agent.jsonl"), 5000 + seconds] as const])
			utimesSync(file, time, time);
		expect(await fateOf(desk)).toBe(expected);
	});
});

describe("how far back a file is quoted", () => {
	/** A session that has read others since, of so many tokens. */
	const afterOthers = async (tokens: number): Promise<GeminiDesk> => {
		const desk = await afterRead();
		const part = plain(code(150, 1000));
		for (let left = tokens, each = 0; left > 0; left -= estimateTokens(part), each++)
			await desk.ask(readOf(`other-${each}.txt`), part);
		return desk;
	};
	const others = (count: number): Asked[] => Array.from({ length: count }, (_, each) => readOf(`beside-${each}.txt`));

	test.each([
		[24_000, 0, "shortened"],
		[31_000, 0, "fresh"],
		[24_000, 1, "shortened"],
		[24_000, 2, "fresh"],
		[16_000, 2, "shortened"],
		[16_000, 3, "fresh"],
		[100, 4, "fresh"],
	])("over %d tokens of others, beside %d calls: %s", async (tokens, beside, expected) => {
		expect(await again(await afterOthers(tokens), others(beside))).toBe(expected);
	});
});

describe("near the end of the window", () => {
	test.each<[number, string, object, object, string]>([
		[490_000, "gemini-2.5-pro", {}, {}, "shortened"],
		[494_000, "gemini-2.5-pro", {}, {}, "near compaction"],
		[90_000, "gemma-3-27b", {}, {}, "shortened"],
		[98_000, "gemma-3-27b", {}, {}, "near compaction"],
		[80_000, "gemini-2.5-pro", { model: { compressionThreshold: 0.1 } }, {}, "near compaction"],
		[80_000, "gemini-2.5-pro", {}, { model: { compressionThreshold: 0.1 } }, "near compaction"],
		[70_000, "gemini-2.5-pro", { model: { compressionThreshold: 0.1 } }, {}, "shortened"],
		[494_000, "gemini-2.5-pro", { model: { compressionThreshold: 0.9 } }, {}, "near compaction"],
	])("with %d tokens for %s, told %j and %j: %s", async (tokens, model, own, projects, expected) => {
		const desk = await afterRead();
		setIn(desk.home, own);
		setIn(desk.project, projects);
		Object.assign(desk, { tokens, model });
		expect(await again(desk)).toBe(expected);
	});
});

test.each([
	["by a tail call, which would change it, comes whole", tailCall, "unreachable"],
	["as an error is shortened", refusal, "shortened"],
])("a file that says where untrusted words end, %s", async (_, channel, expected) => {
	const desk = await afterRead();
	desk.channel = channel;
	expect(await again(desk, [], `${TEXT}console.log("</untrusted_context>");\n`)).toBe(expected);
});

test("after a text of ours was lost, and the model got an error for it, nothing is shortened any more", async () => {
	const desk = await afterRead();
	const got = await desk.ask(FILE, TEXT);
	const lost = await afterRead();
	expect(textOf(got)).toContain("[ibid]");
	lost.reply();
	await lost.begin(FILE);
	expect(await fateOf(lost)).toBe("shortened");
	lost.close([{ ...got, response: { error: "Tool not found." } }]);
	await lost.ask(readOf("b.ts"), TEXT);
	expect(await again(lost)).toBe("nobody knows");
});
