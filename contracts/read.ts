import { fold } from "../src/core/fold.ts";
import { cutLines, splitLines } from "../src/core/lines.ts";
import type { Part, View } from "../src/core/types.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import { deliver } from "../src/lens/deliver.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import { unwrapNothing } from "../src/lens/page.ts";
import { UNLIMITED } from "../src/lens/text.ts";
import type { Lens, ToolCall, Tools } from "../src/lens/types.ts";

/** Arguments of a call. */
export type Input = ToolCall["input"];

/** A file. */
export const PATH: string = "/home/you/project/src/clock.ts";
/** As long as a line may be that most hosts show whole. */
export const LONG: string = "x".repeat(2000);

/** A call of the tool under test. */
export const callOf = (input: Input): ToolCall => ({ id: "1", tool: "read", input, directory: "/home/you/project" });
/** A host with one tool. */
export const toolsOf = (lens: Lens): Tools => ({ lenses: { read: lens }, unwrap: unwrapNothing });

/** What a lens says, in short: for each part where it stands, how many lines, from which number on, and its room. */
export function said(lens: Lens, input: Input, text: string): string {
	if (!lens(callOf(input))) return "no file";
	const view = lookAtText(toolsOf(lens), callOf(input), text);
	return view.kind === "shown" ? outline(view, text) : view.kind;
}

function outline({ parts }: Extract<View, { kind: "shown" }>, text: string): string {
	const split = splitLines(text);
	const word = (part: Part): string => {
		const room = part.room === UNLIMITED ? "all" : part.room;
		const gutter = cutLines(split, part) ? "" : ", wrong gutter";
		return `${part.from}+${part.count} is ${part.first} of ${room}${gutter}`;
	};
	return parts.map(word).join("; ");
}

/** In what form each of several texts is delivered, one call after the other. */
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

/** What a host says beside a text. */
export const reminder = (text: string): string => `<system-reminder>${text}</system-reminder>`;
/** What Claude Code says of a page. */
export const notice = (what: string): string =>
	`${reminder(`[Truncated: PARTIAL view — ${what} (30000 tokens, cap 25000).]`)}\n\n`;
/** A reminder behind a text. */
export const careful: string = `\n\n${reminder("\nBe careful.\n")}\n`;
