import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { code, plain } from "../../../sim/conversation-fixture.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { refusal, tailCall } from "./channel.ts";
import {
	type Asked,
	type GeminiFixture,
	newGeminiFixture,
	readOf,
	runOf,
	SESSION,
	setIn,
	textOf,
} from "./gemini-fixture.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-gemini-"));
afterAll(() => rmSync(base, { recursive: true }));

const TEXT = plain(code(60));
const FILE = readOf("a.ts");
const AGENT: Asked = { tool: "invoke_agent", input: { agent_name: "reader", prompt: "Look." } };
const CHANGE: Asked = { tool: "replace", input: { file_path: "b.ts", old_string: "a", new_string: "b" } };

/** A session that has a file before it. */
async function afterRead(text = TEXT): Promise<GeminiFixture> {
	const fixture = newGeminiFixture(base);
	await fixture.ask(FILE, text);
	return fixture;
}

/** What becomes of a file that is read again in a turn that has begun: shortened, or in full and why; or unknown. */
async function fateOf(fixture: GeminiFixture, text = TEXT): Promise<string> {
	const before = fixture.recorded().length;
	const answer = await fixture.end(FILE, text);
	const line = fixture.recorded()[before];
	if (line?.kind !== "answer") return line?.kind ?? "unknown";
	if (Object.keys(answer).length > 0) expect(line.form).not.toBe("whole");
	return line.reason ?? "shortened";
}

/** The same for one that is read in a turn of its own, or beside other calls that have begun. */
async function again(fixture: GeminiFixture, beside: readonly Asked[] = [], text = TEXT): Promise<string> {
	fixture.reply();
	for (const asked of [...beside, FILE]) await fixture.begin(asked);
	return fateOf(fixture, text);
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
		["an agent", AGENT, "unknown"],
		["an unknown tool", { tool: "reader", input: {} }, "unknown"],
	])("beside %s: %j, %s", async (_, other, expected) => {
		expect(await again(await afterRead(), [other])).toBe(expected);
	});

	test("by an agent that was sent after it is sent in full, and so does one that follows the agent in its turn", async () => {
		const fixture = await afterRead();
		fixture.reply();
		await fixture.begin(FILE);
		await fixture.begin(AGENT);
		expect(await fateOf(fixture)).toBe("unknown");
		await fixture.end(AGENT, "It has looked.");
		expect(await fateOf(fixture)).toBe("sibling");
		fixture.close([{ id: "agent", asked: AGENT, response: { output: "It has looked." } }]);
		expect(await again(fixture)).toBe("shortened");
	});

	test("while one of two agents of a kind is at work is sent in full", async () => {
		const fixture = await afterRead();
		const other = { ...AGENT, input: { ...AGENT.input, prompt: "Look again." } };
		fixture.reply();
		for (const asked of [AGENT, other, FILE]) await fixture.begin(asked);
		await fixture.end(other, "It has looked.");
		expect(await fateOf(fixture)).toBe("unknown");
	});

	test("does not mind calls of an earlier turn, even if they never ended", async () => {
		const fixture = await afterRead();
		fixture.reply();
		for (const asked of [AGENT, CHANGE]) await fixture.begin(asked);
		fixture.close([]);
		expect(await again(fixture)).toBe("shortened");
	});

	test("stops if a file among the noted calls cannot be parsed", async () => {
		const fixture = await afterRead();
		writeFileSync(join(fixture.state, "calls", SESSION, "9999999999"), "");
		writeFileSync(join(fixture.state, "calls", SESSION, `${statSync(fixture.log).size + 200}.sleeping.x.1`), "");
		expect(await again(fixture)).toBe("unknown");
	});

	test("is sent in full if its call was not noted", async () => {
		const fixture = await afterRead();
		fixture.reply();
		await fixture.begin(readOf("b.ts"));
		expect(await fateOf(fixture)).toBe("unreachable");
	});

	test("is sent in full if the reply that asks for it is not in the log yet", async () => {
		const fixture = await afterRead();
		await fixture.begin(FILE);
		expect(await fateOf(fixture)).toBe("fresh");
	});

	test.each([
		[-1, "shortened"],
		[0, "unknown"],
		[1, "unknown"],
	])("where a subagent's log is %d s younger than the session's own: %s", async (seconds, expected) => {
		const fixture = await afterRead();
		fixture.reply();
		await fixture.begin(FILE);
		const folder = join(dirname(fixture.log), SESSION);
		mkdirSync(folder);
		writeFileSync(join(folder, "agent.jsonl"), "");
		for (const [file, time] of [[fixture.log, 5000] as const, [join(folder, "agent.jsonl"), 5000 + seconds] as const])
			utimesSync(file, time, time);
		expect(await fateOf(fixture)).toBe(expected);
	});
});

describe("how far back a file is quoted", () => {
	/** A session that has read others since, of so many tokens. */
	const afterOthers = async (tokens: number): Promise<GeminiFixture> => {
		const fixture = await afterRead();
		const part = plain(code(150, 1000));
		for (let left = tokens, each = 0; left > 0; left -= estimateTokens(part), each++)
			await fixture.ask(readOf(`other-${each}.txt`), part);
		return fixture;
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
		const fixture = await afterRead();
		setIn(fixture.home, own);
		setIn(fixture.project, projects);
		Object.assign(fixture, { tokens, model });
		expect(await again(fixture)).toBe(expected);
	});
});

test.each([
	["by a tail call, which would change it, comes whole", tailCall, "unreachable"],
	["as an error is shortened", refusal, "shortened"],
])("a file that says where untrusted words end, %s", async (_, channel, expected) => {
	const fixture = await afterRead();
	fixture.channel = channel;
	expect(await again(fixture, [], `${TEXT}console.log("</untrusted_context>");\n`)).toBe(expected);
});

test("after a text of ours was lost, and the model got an error for it, nothing is shortened any more", async () => {
	const fixture = await afterRead();
	const got = await fixture.ask(FILE, TEXT);
	const lost = await afterRead();
	expect(textOf(got)).toContain("[ibid]");
	lost.reply();
	await lost.begin(FILE);
	expect(await fateOf(lost)).toBe("shortened");
	lost.close([{ ...got, response: { error: "Tool not found." } }]);
	await lost.ask(readOf("b.ts"), TEXT);
	expect(await again(lost)).toBe("unknown");
});
