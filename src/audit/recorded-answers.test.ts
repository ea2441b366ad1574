import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Line } from "../../contracts/dialect.ts";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { UNSET } from "../../contracts/settings.ts";
import { call, read, reply, shown } from "../../contracts/talk.ts";
import { newClaudeCodeFixture, UNCHANGED } from "../../sim/claude-code-fixture.ts";
import { code, numbered, plain } from "../../sim/conversation-fixture.ts";
import { estimateTokens } from "../core/tokens.ts";
import { newHooks } from "../host/opencode/hooks.ts";
import { type Context, extend, type Pi, type PiHandlers, type PiSurroundings } from "../host/pi/extension.ts";
import { type AnswerRecord, openRecord } from "../store/record.ts";
import { readTranscript } from "../transcript/files.ts";
import { auditSession } from "./audit-session.ts";
import type { AnswerFinding, Findings } from "./findings.ts";
import { recordedAnswersIn } from "./recorded-answers.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-lived-"));
afterAll(() => rmSync(base, { recursive: true }));

const LINES = code(60);
const [firstLine = ""] = LINES;
const HOW = {
	hosts: CATALOG,
	count: estimateTokens,
	rules: [],
	proof: false,
	inspect: { kind: "best", count: 1000 },
} as const;

/** What is found in a log, with the record in a folder. */
function found(log: string, state: string | undefined, proof = false): Findings {
	const recording = readTranscript(log, READERS);
	if (!recording) throw new Error("no log");
	return auditSession(recording, { ...HOW, proof }, recordedAnswersIn(state, CATALOG)(recording));
}

const answersIn = ({ threads }: Findings): AnswerFinding[] => threads.flat().filter((each) => each.kind === "answer");
const fatesIn = (findings: Findings): (string | undefined)[] => answersIn(findings).map(({ actual }) => actual?.form);

describe("a session of Claude Code with ibid in it", () => {
	test("reads as without ibid, with what was sent, rebuilt line for line", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("clock.ts", plain(LINES));
		await fixture.read(path);
		const { text } = await fixture.read(path);
		const findings = found(readFileSync(fixture.pen.path, "utf8"), dirname(fixture.pen.path));
		expect(fatesIn(findings)).toEqual(["whole", "same"]);
		expect(findings.inspected).toMatchObject([
			{ original: numbered([...LINES, ""]), delivered: text, really: "sent", form: "same", faults: [] },
		]);
		const actual = answersIn(findings)[1]?.actual;
		expect(actual?.saved).toBe((actual?.before ?? 0) - estimateTokens(text));
	});

	describe("whose host trims what it sends", () => {
		const TABLE = LINES.map((_, index) => `\t\tvalue ${index + 1} of the table`);
		const REMINDER = "\n\n<system-reminder>\n<total_tokens>9 tokens left</total_tokens>\n</system-reminder>";
		const trim = (text: string): string => `${text.trim()}${REMINDER}`;

		/** Lines 11 to 30 by a command, then lines 8 to 30, as an agent reads on. */
		async function readOn(sends: ((text: string) => string) | undefined) {
			const fixture = newClaudeCodeFixture(base);
			const path = fixture.put("table.ts", plain(TABLE));
			fixture.pen.sends = sends;
			await fixture.run("sed -n '11,30p' table.ts", plain(TABLE.slice(10, 30)));
			const { text } = await fixture.read(path, { offset: 8, limit: 23 });
			fixture.pen.ask("Bash", { command: "ls" });
			return { text, log: fixture.pen.path };
		}

		test.each([
			["has lost its indentation", trim],
			["may have lost it", undefined],
		])("a line that %s is not quoted, and the rest is proved", async (_, sends) => {
			const { text, log } = await readOn(sends);
			expect(text).toContain("11\t\t\tvalue 11 of the table\n12\t[ibid] lines 12-30 ");
			const findings = found(readFileSync(log, "utf8"), dirname(log), true);
			expect(findings.failures).toEqual([]);
			expect(answersIn(findings).map(({ isProved, actual }) => [isProved, actual?.form])).toEqual([
				[false, "whole"],
				[true, "quoted"],
			]);
		});

		test("a note for a line that the model got otherwise is not proved", async () => {
			const { text, log } = await readOn((text) => text);
			expect(text).toContain("11\t[ibid] lines 11-30 ");
			const whole = readFileSync(log, "utf8");
			expect(found(whole, dirname(log), true).failures).toEqual([]);
			// As if the host had trimmed what the command printed when it sent it.
			const first = whole
				.split("\n")
				.findLast((line) => line.includes("api-request-blob") && line.includes("value 12"))!;
			const message = JSON.parse(first) as { message: { content: { content: string }[] } };
			for (const block of message.message.content) block.content = trim(block.content);
			const { failures } = found(
				whole.replace(first, () => JSON.stringify(message)),
				dirname(log),
				true,
			);
			expect(failures).toEqual([expect.stringContaining("ibid shortened it")]);
		});
	});

	test.each([
		["altered", (log: string) => log.replace(firstLine, "something else")],
		[
			"missing",
			(log: string) =>
				log
					.split("\n")
					.filter((line) => !line.includes(firstLine))
					.join("\n"),
		],
	])("has a failure where lines that a note stands for are %s in the log", async (_, spoil) => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("clock.ts", plain(LINES));
		await fixture.read(path);
		const { text } = await fixture.read(path);
		const log = readFileSync(fixture.pen.path, "utf8");
		for (const proof of [false, true]) {
			const findings = found(spoil(log), dirname(fixture.pen.path), proof);
			expect(findings.failures).toHaveLength(1);
			expect(findings.failures[0]).toEndWith("it cannot be rebuilt from the log as ibid's record has it");
			const sent = answersIn(findings).find(({ actual }) => actual?.form === "same");
			expect(sent).toMatchObject({ isProved: false, form: "same" });
			expect(findings.inspected).toMatchObject([
				{ delivered: text, really: "sent", form: "same", quotes: [], faults: ["it does not rebuild to the original"] },
			]);
			const before = found(log, dirname(fixture.pen.path), proof);
			expect([before.failures, answersIn(before).at(-1)?.isProved]).toEqual([[], true]);
		}
	});

	test("has a loss if the full text replaces a sentence of the host", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("clock.ts", plain(LINES));
		await fixture.stub(path);
		const [answer] = answersIn(found(readFileSync(fixture.pen.path, "utf8"), dirname(fixture.pen.path)));
		const { actual, ...as } = answer!;
		expect(actual).toMatchObject({ form: "whole", before: estimateTokens(UNCHANGED) });
		expect(actual?.saved).toBeLessThan(0);
		expect(as).toMatchObject({ form: "whole", tokens: estimateTokens(UNCHANGED), saved: actual?.saved ?? 0 });
	});

	test("has what was sent in a turn that is no longer in the log", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("clock.ts", plain(LINES));
		for (const _ of [1, 2]) await fixture.read(path);
		const log = readFileSync(fixture.pen.path, "utf8");
		const all = found(log, dirname(fixture.pen.path));
		const half = found(log.split("\n").slice(0, 2).join("\n"), dirname(fixture.pen.path));
		const saved = (findings: Findings): number => answersIn(findings).reduce((sum, each) => sum + each.saved, 0);
		expect(saved(all)).toBeGreaterThan(0);
		expect(saved(half)).toBe(saved(all));
		expect(answersIn(half).map(({ key }) => key)).toEqual(answersIn(all).map(({ key }) => key));
	});

	test("has nothing saved if the log has the full text", async () => {
		const fixture = newClaudeCodeFixture(base);
		const path = fixture.put("clock.ts", plain(LINES));
		const { text: whole } = await fixture.read(path);
		const { text } = await fixture.read(path);
		const log = readFileSync(fixture.pen.path, "utf8").replace(JSON.stringify(text), JSON.stringify(whole));
		const findings = found(log, dirname(fixture.pen.path));
		expect(answersIn(findings)[1]).toMatchObject({ form: "whole", saved: 0, actual: { form: "whole", saved: 0 } });
		expect(findings.inspected).toEqual([]);
	});
});

/** A file, read, read again, and read once more because the model asks again. */
const THRICE = [1, 2, 3].map(() => reply(read("/w/clock.ts", shown("/w/clock.ts", LINES))));
const PI_THRICE = [1, 2, 3].map(() => reply(call("read", { path: "clock.ts" }, plain(LINES))));

describe.each([
	["OpenCode", liveInOpenCode, THRICE],
	["pi", liveInPi, PI_THRICE],
] as const)("a session of %s with ibid in it", (_, live, lines) => {
	test("has originals in its log, and what was sent for each by the record", async () => {
		const state = mkdtempSync(join(base, "state-"));
		const { log, sent } = await live(lines, openRecord(state, "1"));
		const findings = found(log, state);
		expect(fatesIn(findings)).toEqual(["whole", "same", "whole"]);
		expect(answersIn(findings).map(({ actual }) => actual?.reason)).toEqual(["fresh", undefined, "asked again"]);
		expect(findings.inspected).toMatchObject([{ really: "sent", form: "same", faults: [] }]);
		expect(sent).toContain(JSON.stringify(findings.inspected[0]?.delivered).slice(1, -1));
		expect(answersIn(findings)[1]?.actual?.saved).toBe(answersIn(findings)[1]?.saved ?? 0);
	});

	test("was sent otherwise, in words that are not kept, where ibid would now send something else", async () => {
		const state = mkdtempSync(join(base, "state-"));
		const book = openRecord(state, "1");
		const other: AnswerRecord = {
			...book,
			write: (line) => book.write(line.kind === "answer" && line.form === "same" ? { ...line, delivered: "x" } : line),
		};
		const { log } = await live(lines, other);
		expect(found(log, state).inspected).toMatchObject([{ really: "sent otherwise" }]);
	});
});

test("a session that the record does not know was not lived", async () => {
	const state = mkdtempSync(join(base, "state-"));
	const { log } = await liveInPi(PI_THRICE, openRecord(state, "1"));
	const empty = mkdtempSync(join(base, "state-"));
	expect(found(log, empty)).toMatchObject({ withIbid: false, inspected: [{ really: "not sent", form: "same" }] });
});

/** What the host has written down, and all that the model was sent, as one text. */
type Life = { readonly log: string; readonly sent: string };

async function liveInOpenCode(lines: readonly Line[], record: AnswerRecord): Promise<Life> {
	const hooks = newHooks("/w", record, { now: () => 7, settings: () => UNSET });
	const messages = lines.flatMap(inOpenCode());
	let sent = "";
	for (let end = 1; end <= messages.length; end++) {
		const list = structuredClone(messages.slice(0, end));
		await hooks["experimental.chat.messages.transform"]({}, { messages: list });
		sent = JSON.stringify(list);
	}
	return { log: JSON.stringify({ info: { id: "ses_1", directory: "/w", version: "1.18.33" }, messages }), sent };
}

async function liveInPi(lines: readonly Line[], record: AnswerRecord): Promise<Life> {
	const handlers: Partial<PiHandlers> = {};
	const pi: Pi = { on: (event, handler) => (handlers[event] = handler), registerCommand() {}, appendEntry() {} };
	extend(pi, record, { now: () => 7, settings: () => UNSET });
	const sessionManager = { getSessionId: () => "s1", getBranch: () => [] };
	const ui = { setStatus() {}, notify() {} };
	const context: PiSurroundings = { cwd: "/w", hasUI: false, ui, sessionManager };
	const messages = lines.flatMap(inPi);
	let sent: Context["messages"] = [];
	for (let end = 1; end <= messages.length; end++) {
		const request = { messages: messages.slice(0, end) };
		sent = (await handlers.context?.(request, context))?.messages ?? sent;
	}
	const entries = messages.map((message, at) => {
		const parentId = at === 0 ? null : String(at - 1);
		return { type: "message", id: String(at), parentId, timestamp: "2026-01-01T00:00:00.000Z", message };
	});
	const log = [{ type: "session", version: 3, id: "s1", cwd: "/w" }, ...entries].map((each) => JSON.stringify(each));
	return { log: log.join("\n"), sent: JSON.stringify(sent) };
}
