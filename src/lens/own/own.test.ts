import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CLOCK, PATCH, PATCHED, PATCHES, PROJECT, said } from "../../../contracts/own.ts";
import { newConversation } from "../../../sim/conversation-fixture.ts";
import { fold } from "../../core/fold.ts";
import { emptyWindow } from "../../core/window.ts";
import { deliver } from "../deliver.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import { unwrapNothing } from "../result-text.ts";
import { claudeCodeOwn, readColumns } from "../tools/claude-code.ts";
import { codexOwn } from "../tools/codex.ts";
import { copilotOwn } from "../tools/copilot-cli.ts";
import { geminiOwn } from "../tools/gemini-cli.ts";
import { openCodeOwn } from "../tools/opencode.ts";
import { piOwn } from "../tools/pi.ts";
import type { Lens } from "../types.ts";
import { editLens } from "./edit.ts";

type Lenses = Readonly<Record<string, Lens>>;

const ECHOED = `The file ${CLOCK} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:`;
const SUCCESS = "Success. Updated the following files:\nM src/clock.ts\n";

describe("a patch whose result is still wrapped", () => {
	const tools = { lenses: codexOwn, unwrap: unwrapNothing };
	const head = "Exit code: 0\nWall time: 0 seconds\nOutput:\n";

	test.each<[string, string]>([
		[SUCCESS, "ok"],
		[head + SUCCESS, "ok"],
		[JSON.stringify({ output: SUCCESS, metadata: { exit_code: 0 } }), "ok"],
		["", "ok"],
		["Modified 1 file(s): src/clock.ts", "ok"],
		["patch rejected by user", "failed"],
		["apply_patch verification failed: Failed to find expected lines in x", "failed"],
		[`${head}Failed to write`, "hides clock.ts"],
		["aborted by user", "hides clock.ts"],
		["\n", "hides clock.ts"],
		["patch rejected", "hides clock.ts"],
		[`${"tick\n".repeat(8)}${SUCCESS}`, "hides clock.ts"],
	])("and that is %j: %s", (text, end) => {
		expect(said(tools, "apply_patch", { input: PATCH }, text)).toBe(`${PATCHED}; ${end}`);
	});
});

describe("an echo", () => {
	const block = Array.from({ length: 40 }, (_, index) => `export function step${index}(value: number): number {`);
	const read = readColumns;
	const tools = { lenses: { ...claudeCodeOwn, Read: read }, unwrap: unwrapNothing };
	const show = (lines: readonly string[], first: number): string => {
		return lines.map((line, index) => `${String(first + index).padStart(6)}→${line}`).join("\n");
	};
	const answerTo = (old: string, lines: readonly string[], echo: string) => {
		const calls = [
			{ id: "1", tool: "Read", input: { file_path: CLOCK }, directory: PROJECT },
			{
				id: "2",
				tool: "Edit",
				input: { file_path: CLOCK, old_string: old, new_string: lines.join("\n") },
				directory: PROJECT,
			},
		];
		const texts = [show(block, 1), `${ECHOED}\n${echo}`];
		let window = emptyWindow();
		return calls.map((call, index) => {
			window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
			const delivery = deliver(window, tools, call, texts[index]!);
			window = delivery.window;
			return delivery.answer;
		})[1]!;
	};

	test("of lines in the window is shortened, and viewed again as it was", () => {
		const lines = [block[19]!, "const added = 1;"];
		const after = [...block.slice(0, 19), ...lines, ...block.slice(20)];
		const answer = answerTo(block[19]!, lines, show(after.slice(2, 39), 3));
		expect(answer.form).not.toBe("whole");
		expect(answer.text.split("\n")[1]).toStartWith("[ibid] lines 3-");
	});

	test("that shows the end of a file ends with its last line", () => {
		const lines = [...block.slice(30), "const last = 1;"];
		const after = [...block.slice(0, 30), ...lines, ""];
		const answer = answerTo(block.slice(30).join("\n"), lines, show(after.slice(25), 26));
		expect(answer.form).not.toBe("whole");
		expect(answer.text).toEndWith("\n    42→");
		expect(answer.view).toMatchObject({ parts: [{ from: 1, first: 26 }] });
	});
});

test("an edit that is not understood hides what was shown before", () => {
	const lines = Array.from({ length: 20 }, (_, index) => `export const value${index} = ${index};`).join("\n");
	const isShortened = (old: unknown): boolean => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "cat a.ts" }, lines);
		conversation.ask("Edit", { file_path: "a.ts", old_string: old, new_string: "x" }, "edited");
		return conversation.ask("Bash", { command: "cat a.ts" }, lines).form !== "whole";
	};
	expect(["elsewhere", 7].map(isShortened)).toEqual([true, false]);
});

test("no arguments and no result make a lens throw", () => {
	const all: Lenses = {
		...claudeCodeOwn,
		...codexOwn,
		...openCodeOwn,
		...geminiOwn,
		...copilotOwn,
		piEdit: piOwn.edit!,
	};
	const names = ["path", "file_path", "filePath", "old_string", "new_string", "oldText", "edits", "input", "content"];
	const value = fc.oneof(fc.string(), fc.constantFrom("src/a.ts", ...PATCHES.map(([text]) => text)), fc.jsonValue());
	const input = fc.dictionary(fc.constantFrom(...names), value);
	const text = fc
		.array(fc.constantFrom(ECHOED, "     1→x", "    2→", SUCCESS, "[ibid] line 1 as last shown by Read"))
		.map((each) => each.join("\n"));
	fc.assert(
		fc.property(fc.constantFrom(...Object.keys(all)), input, text, fc.boolean(), (tool, given, answer, shortened) => {
			const call = { id: "1", tool, input: given, directory: PROJECT };
			const tools = { lenses: all, unwrap: unwrapNothing };
			expect(lookAtCall(tools, call).readOnly).toBe(false);
			lookAtText(tools, call, answer, "done", shortened);
		}),
	);
});

test("a tool without an argument for all occurrences replaces once", () => {
	const lens = editLens({ path: "path", old: "old", text: "text" });
	const tools = { lenses: { edit: lens }, unwrap: unwrapNothing };
	expect(said(tools, "edit", { path: CLOCK, old: "a", text: "b", undefined: true }, "")).toBe(
		'clock.ts: "a" > "b"; ok',
	);
});
