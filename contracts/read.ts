import { describe, expect, test } from "bun:test";
import { fold } from "../src/core/fold.ts";
import { cutLines, splitLines } from "../src/core/lines.ts";
import type { Part, View } from "../src/core/types.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import { deliver } from "../src/lens/deliver.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import { unwrapNothing } from "../src/lens/result-text.ts";
import type { Lens, ToolCall, Tools } from "../src/lens/types.ts";
import { UNLIMITED } from "../src/lens/views.ts";

/** Arguments of a call. */
export type Input = ToolCall["input"];

/** A file. */
export const PATH: string = "/home/you/project/src/clock.ts";
/** The longest line that most hosts show in full. */
export const LONG: string = "x".repeat(2000);

/** A call of the tool under test. */
export const callOf = (input: Input): ToolCall => ({ id: "1", tool: "read", input, directory: "/home/you/project" });
/** A host with one tool. */
export const toolsOf = (lens: Lens): Tools => ({ lenses: { read: lens }, unwrap: unwrapNothing });

/** A text that shows lines: of which call, the text, and what the lens says about it. */
export type Shown = readonly [name: string, input: Input, text: string, expected: string];
/** A text about which the lens must say nothing: it hides the file, the call failed, or the call is about no file. */
export type Silent = readonly [name: string, input: Input, text: string, end?: "opaque" | "failed" | "no file"];

/** What the file-reading tool of a host version shows, wrappers included, and where the lens says nothing. */
export function testRead(
	version: string,
	tools: Tools,
	tool: string,
	shown: readonly Shown[],
	silent: readonly Silent[],
): void {
	describe(version, () => {
		test.each(shown)("says what %s shows", (_, input, text, expected) => {
			expect(said(tools, tool, input, text)).toBe(expected);
		});

		test.each(silent)("says nothing about %s", (_, input, text, end = "opaque") => {
			expect(said(tools, tool, input, text)).toBe(end);
		});
	});
}

/** What the lens says, in short: for each part its place, its number of lines, its first number, and its room. */
export function said(tools: Tools, tool: string, input: Input, text: string): string {
	const call = { ...callOf(input), tool };
	if (lookAtCall(tools, call).subjects[0]?.kind !== "file") return "no file";
	const view = lookAtText(tools, call, text);
	return view.kind === "shown" ? outline(view, text) : view.kind;
}

function outline({ parts }: Extract<View, { kind: "shown" }>, text: string): string {
	const split = splitLines(text);
	const word = (part: Part): string => {
		const room = part.room === UNLIMITED ? "all" : part.room;
		const gutter = cutLines(split, part) ? "" : ", wrong gutter";
		const call = part.subject.kind === "file" ? "" : " of the call";
		return `${part.from}+${part.count} is ${part.first}${call} of ${room}${gutter}`;
	};
	return parts.map(word).join("; ");
}

/** The form in which each of several texts is delivered, one call after another. */
export function forms(lens: Lens, input: Input, texts: readonly string[]): string[] {
	let window: Window = emptyWindow();
	return texts.map((text, at) => {
		const call = { ...callOf(input), id: `${at}` };
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(toolsOf(lens), call) });
		const delivery = deliver(window, toolsOf(lens), call, text);
		window = delivery.window;
		return delivery.answer.form;
	});
}

/** What a host says besides a text. */
export const reminder = (text: string): string => `<system-reminder>${text}</system-reminder>`;
/** What Claude Code says about a page. */
export const notice = (what: string): string =>
	`${reminder(`[Truncated: PARTIAL view — ${what} (30000 tokens, cap 25000).]`)}\n\n`;
/** A reminder after a text. */
export const careful: string = `\n\n${reminder("\nBe careful.\n")}\n`;
