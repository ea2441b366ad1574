import { describe, expect, test } from "bun:test";
import { fold } from "../core/fold.ts";
import { emptyWindow } from "../core/window.ts";
import { deliver } from "../lens/deliver.ts";
import { lookAtCall } from "../lens/look.ts";
import { claudeCodeTools } from "../lens/tools/claude-code.ts";
import type { ToolCall } from "../lens/types.ts";
import {
	answerFromLog,
	answerLineFor,
	type CallInLog,
	type CallInWindow,
	type DecidedAnswer,
	type LoggedCall,
} from "./answer-from-log.ts";

const TOOLS = claudeCodeTools("");
const TEXT = Array.from({ length: 60 }, (_, line) => `${line + 1}\tLine ${line + 1} of a text.`).join("\n");

describe("an answer from a log", () => {
	test("comes at once where nothing is left out", async () => {
		const { call, world } = fixture({ shown: false, found: [] });
		const answered = await answerFromLog(call, world);
		expect(answered).toMatchObject({ answer: { form: "whole" }, waited: 0 });
		expect(world.waits).toBe(0);
	});

	test("waits until the log has the call", async () => {
		const { call, world } = fixture({ found: ["not told", "not told", "told"] });
		const answered = await answerFromLog(call, world);
		expect(answered).toMatchObject({ answer: { form: "same" }, waited: 20 });
	});

	test("does not wait if the first look finds the call", async () => {
		const { call, world } = fixture({ first: "told", found: [] });
		expect(await answerFromLog(call, world)).toMatchObject({ answer: { form: "same" }, waited: 0 });
	});

	test("is the whole text if the log never has the call", async () => {
		const { call, world } = fixture({ found: [] });
		const answered = await answerFromLog(call, world);
		expect(answered?.answer).toMatchObject({ form: "whole", reason: "unreachable", text: TEXT, notes: 0 });
		expect(answered?.waited).toBe(250);
	});

	test("is the whole text, without waiting, if the log is not understood", async () => {
		const { call, world } = fixture({ found: ["strange"] });
		expect(await answerFromLog(call, world)).toMatchObject({ answer: { reason: "unreachable" }, waited: 0 });
	});

	test.each(["guess", "find"] as const)("is none where the call is over by the %s", async (when) => {
		const { call, world } = fixture(when === "guess" ? { first: "over", found: [] } : { found: ["over"] });
		expect(await answerFromLog(call, world)).toBeUndefined();
	});

	test("is none where the host itself says what is true", async () => {
		const { call, world } = fixture({ found: ["told"], isSaidByHost: true });
		expect(await answerFromLog(call, world)).toBeUndefined();
	});

	test("is none where the file may hold secrets", async () => {
		const { call, world } = fixture({ path: "/p/.env", found: ["told"] });
		expect(await answerFromLog(call, world)).toBeUndefined();
	});
});

test("the record has the call, the subject and the text that was sent", () => {
	const { call } = fixture({ found: [] });
	const first = call.guess();
	const { place, answer } = call.decide((first as { place: CallInWindow }).place);
	const occasion = { host: "h", session: "s", agent: "", time: 1, milliseconds: 2, waited: 3 };
	const line = answerLineFor(occasion, place.asked, TEXT, answer);
	expect(line).toMatchObject({
		...occasion,
		call: "2",
		tool: "Read",
		subject: "/p/a.txt",
		form: "same",
		brought: "file",
	});
	expect(answerLineFor(occasion, place.asked, TEXT, answer, "wrapped").delivered).not.toBe(line.delivered);
});

type FixtureOptions = {
	readonly path?: string;
	/** Whether the file stands in the window already. */
	readonly shown?: boolean;
	readonly first?: "guessed" | "told" | "over";
	/** What each look into the log finds; after that, it does not tell yet. */
	readonly found: readonly CallInLog<CallInWindow>["kind"][];
	readonly isSaidByHost?: boolean;
};

function fixture({ path = "/p/a.txt", shown = true, first = "guessed", found, isSaidByHost = false }: FixtureOptions) {
	const place = placeOf(path, shown);
	const looks = [...found];
	const call: LoggedCall<CallInWindow> = {
		original: TEXT,
		readOn() {},
		guess: () => (first === "over" ? { kind: first } : { kind: first, place }),
		find() {
			const kind = looks.shift() ?? "not told";
			return kind === "told" ? { kind, place } : { kind };
		},
		decide({ window, asked }): DecidedAnswer<CallInWindow> {
			return { place, answer: deliver(window, asked.tools, asked.call, TEXT).answer, isSaidByHost };
		},
	};
	let time = 0;
	const world = {
		waits: 0,
		now: () => time,
		async wait(milliseconds: number) {
			time += milliseconds;
			world.waits++;
		},
	};
	return { call, world };
}

/** The window in which a file is read, perhaps for the second time. */
function placeOf(path: string, shown: boolean): CallInWindow {
	const read = (id: string): ToolCall => ({ id, tool: "Read", input: { file_path: path }, directory: "/p" });
	let window = emptyWindow();
	if (shown) {
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(TOOLS, read("1")) });
		window = deliver(window, TOOLS, read("1"), TEXT).window;
	}
	window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(TOOLS, read("2")) });
	return { window, asked: { call: read("2"), version: "", tools: TOOLS } };
}
