import { MARK } from "../core/lines.ts";
import { read } from "../core/read.ts";
import type { Result, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { lookAtText } from "../lens/look.ts";
import { hasNotes } from "../lens/result-text.ts";
import type { Outcome, ToolCall, Tools } from "../lens/types.ts";
import { asIfUnfolded, foldedLike, foldedView } from "../outline/fold-view.ts";
import { isOutline } from "../outline/mark.ts";
import { splitJson, withJsonLines, withoutJsonLines } from "./json-lines.ts";
import { unlean } from "./lean.ts";
import { isOfTerminal, terminalText } from "./terminal-text.ts";

/**
 * What a text says, in whatever form it was sent: this is what the window learns. Texts are compared by what they say,
 * so a lean text and a plain one can be quoted from each other.
 */
export type Content = Pick<Result, "text" | "view" | "shortened">;

/** What the text of a tool says, as the host sends it. */
export function contentOfOriginal(text: string, view: View): Content {
	return { ...(withJsonLines({ text, view }) ?? { text, view }), shortened: false };
}

/** What a text says that ibid has sent in place of a result. */
export function contentOfSent(tools: Tools, call: ToolCall, sent: string, outcome: Outcome = "done"): Content {
	const { isJson, text, shortened } = wordsOfSent(sent);
	const whole = isOutline(sent) ? asIfUnfolded(text) : undefined;
	if (whole) {
		const view = foldedView(lookAtText(tools, call, whole.text, outcome), whole.folds);
		return { text, view, shortened: false };
	}
	const view = lookAtText(tools, call, text, outcome, shortened);
	if (!isJson || view.kind !== "shown") return { text, view, shortened };
	return { text, view: { ...view, parts: view.parts.map((part) => ({ ...part, isJson: true })) }, shortened };
}

/** The text of the tool that a sent text stands for, rebuilt from the window; undefined if that is not possible. */
export function originalOfSent(
	window: Window,
	tools: Tools,
	call: ToolCall,
	sent: string,
	outcome: Outcome = "done",
): string | undefined {
	const { text, view } = contentOfSent(tools, call, sent, outcome);
	const content = view.kind === "shown" ? read(window, text, view.parts) : undefined;
	return content !== undefined && wordsOfSent(sent).isJson ? withoutJsonLines(content) : content;
}

/**
 * What has to be rebuilt from a sent text: the original; if the text says so, what a terminal shows of it, or all of it
 * but the lines that are withheld.
 */
export function originalFor(sent: string, original: string): string {
	if (isOutline(sent)) return foldedLike(wordsOfSent(sent).text, original) ?? original;
	return isOfTerminal(sent) ? (terminalText(original) ?? original) : original;
}

/** The original with its lines as notes in a sent text count them. */
export function originalByLines(sent: string, original: string): string {
	return wordsOfSent(sent).isJson ? (splitJson(original) ?? original) : original;
}

type SentWords = Pick<Result, "text" | "shortened"> & { readonly isJson: boolean };

/** The words of a text that ibid has sent, and how to read them. */
export function wordsOfSent(sent: string): SentWords {
	if (sent.startsWith(JSON_HEAD)) return { text: sent.slice(JSON_HEAD.length), shortened: true, isJson: true };
	const text = unlean(sent);
	if (text === undefined) return { text: sent, shortened: true, isJson: false };
	return { text, shortened: hasNotes(text), isJson: false };
}

/** A text with JSON on one line, of which lines were left out. */
export function sentWithJsonLines(text: string): string {
	return JSON_HEAD + text;
}

const JSON_HEAD = `${MARK}JSON is on one line: the line breaks here, and those that notes count, are behind each "," "{" "[".\n`;
