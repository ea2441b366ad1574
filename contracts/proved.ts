import { isDeepStrictEqual } from "node:util";
import { check, type Text } from "../proof/check.ts";
import { faultInOutline, withoutNews } from "../proof/outline.ts";
import { plainText } from "../proof/unlean.ts";
import { readings, secondCheck, textsIn } from "../src/audit/verify.ts";
import type { Entry } from "../src/conversation/types.ts";
import { fold } from "../src/core/fold.ts";
import { estimateTokens } from "../src/core/tokens.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import type { Dialect } from "../src/dialect/types.ts";
import { type Content, contentOfOriginal, contentOfSent, originalFor, originalOfSent } from "../src/lean/content.ts";
import { fileSubject } from "../src/lens/files.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import type { Outcome, ToolCall, Tools } from "../src/lens/types.ts";

/** A request as the host built it and as it is sent, and how to read both. */
export type Sent<Message> = {
	readonly originals: readonly Message[];
	readonly sent: readonly Message[];
	readonly dialect: Dialect<Message>;
	readonly tools: Tools;
};

/** The findings for a request: what is wrong with it, one sentence each, and how many texts are shortened, lean, folded. */
export type Verdict = {
	readonly faults: readonly string[];
	readonly shortened: number;
	readonly lean: number;
	readonly outlines: number;
};

/** Reads a request as the model gets it, and rebuilds each shortened text only from what is above it there. */
export function prove<Message>({ originals, sent, dialect, tools }: Sent<Message>): Verdict {
	if (sent.length !== originals.length)
		return { faults: ["messages are missing, or there are more"], shortened: 0, lean: 0, outlines: 0 };
	const page: Page = {
		tools,
		window: emptyWindow(),
		calls: new Map(),
		earlier: [],
		turn: [],
		faults: [],
		shortened: 0,
		lean: 0,
		outlines: 0,
	};
	for (const [at, message] of sent.entries()) {
		const [before, after] = [dialect.parse(originals[at]!), dialect.parse(message)];
		const texts = pairs(before ?? [], after ?? []);
		const changed = differences(originals[at], message).filter((change) => !texts.some((text) => isSame(text, change)));
		if (changed.length > 0) page.faults.push(`more than texts is changed: ${JSON.stringify(changed)}`);
		if (!after) forget(page);
		for (const [index, item] of (after ?? []).entries()) turnPage(page, before?.[index], item);
	}
	return page;
}

/** What the model has read so far. Texts of a turn may be quoted only after that turn. */
type Page = {
	readonly tools: Tools;
	window: Window;
	readonly calls: Map<string, ToolCall>;
	earlier: Text[];
	turn: Text[];
	readonly faults: string[];
	shortened: number;
	lean: number;
	outlines: number;
};

type Change = readonly [before: unknown, after: unknown];

function isSame(a: Change, b: Change): boolean {
	return a[0] === b[0] && a[1] === b[1];
}

/** The texts of results that have changed. */
function pairs(before: readonly Entry[], after: readonly Entry[]): Change[] {
	return before.flatMap((item, index) => {
		const other = after[index];
		return item.kind === "result" && other?.kind === "result" ? [[item.text, other.text] as const] : [];
	});
}

/** The values that differ between two messages, innermost ones. */
function differences(before: unknown, after: unknown): Change[] {
	if (isDeepStrictEqual(before, after)) return [];
	const areBoth = [before, after].every((value) => typeof value === "object" && value !== null);
	if (!areBoth || Array.isArray(before) !== Array.isArray(after)) return [[before, after]];
	const [a, b] = [Object(before), Object(after)];
	const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...keys].flatMap((key) => differences(a[key], b[key]));
}

function forget(page: Page): void {
	page.window = fold(page.window, { kind: "reset" });
	page.earlier = [];
	page.turn = [];
	page.calls.clear();
}

function turnPage(page: Page, before: Entry | undefined, item: Entry): void {
	switch (item.kind) {
		case "turn":
			page.earlier.push(...page.turn);
			page.turn = [];
			page.calls.clear();
			page.window = fold(page.window, { kind: "turn" });
			return;
		case "call":
			page.calls.set(item.call.id, item.call);
			page.window = fold(page.window, { kind: "call", call: lookAtCall(page.tools, item.call) });
			page.earlier.push(...textsIn(item.call.input));
			return;
		case "shown": {
			page.window = fold(page.window, { kind: "call", call: lookAtCall(page.tools, item.call) });
			const view = lookAtText(page.tools, item.call, item.text, item.outcome);
			enter(page, item.call.id, item.text, { text: item.text, view, shortened: false });
			return;
		}
		case "result":
			turnToResult(page, before, item);
			return;
		case "hidden":
		case "asked": {
			const subject = fileSubject(item.directory ?? "", item.path);
			if (subject && item.kind === "hidden") page.window = fold(page.window, { kind: "hide", place: { subject } });
		}
	}
}

function turnToResult(page: Page, before: Entry | undefined, item: Extract<Entry, { kind: "result" }>): void {
	const { id, outcome } = item;
	const text = withoutNews(item.text);
	const original = before?.kind === "result" ? before.text : undefined;
	const call = page.calls.get(id);
	if (!call) {
		if (text !== original) page.faults.push(`shortened without a call: ${text}`);
		return;
	}
	if (text === original) {
		enter(page, id, text, contentOfOriginal(text, lookAtText(page.tools, call, text, outcome)));
		return;
	}
	const content = contentOfSent(page.tools, call, text, outcome);
	if (content.shortened) page.shortened++;
	if (content.text !== text) page.lean++;
	if (content.view.kind === "shown" && content.view.withholds) page.outlines++;
	if (estimateTokens(text) >= estimateTokens(original ?? "")) page.faults.push(`no shorter: ${text}`);
	page.faults.push(...faultsIn(page, call, content, { text, original: original ?? "", outcome }));
	enter(page, id, text, content);
}

/** A text that a host has cut is not quoted, and a text that it has emptied is not even there. */
function enter(page: Page, id: string, sent: string, content: Content): void {
	page.window = fold(page.window, { kind: "result", id, ...content });
	if (content.view.kind === "opaque") return;
	const { text, shortened } = content;
	page.turn.push(...readings(sent, sent !== text || shortened), { text, gutter: LISTED, shortened });
}

/** What is printed before each line by a tool of the random sessions that no host has. */
const LISTED = "^[|] ";

/** A text that was sent, and the text that it was made from. */
type SentText = { readonly text: string; readonly original: string; readonly outcome: Outcome };

function faultsIn(
	{ window, earlier, tools }: Page,
	call: ToolCall,
	content: Content,
	{ text, original: unfolded, outcome }: SentText,
): string[] {
	const original = originalFor(text, unfolded);
	if (content.view.kind !== "shown") return [`it is unknown which lines these are: ${text}`];
	const complaint = secondCheck(earlier, original, text) && listedCheck(earlier, original, content.text);
	const outline = content.view.withholds && faultInOutline(content.text, unfolded);
	return [
		...(outline === undefined ? [] : [`${outline}: ${text}`]),
		...(plainText(text) === content.text ? [] : [`the second reader of lean texts reads it otherwise: ${text}`]),
		...(originalOfSent(window, tools, call, text, outcome) === original ? [] : [`not rebuilt: ${text}`]),
		...(complaint === undefined ? [] : [`${complaint}: ${text}`]),
	];
}

function listedCheck(earlier: readonly Text[], original: string, text: string): string | undefined {
	const listed = { gutter: LISTED, shortened: false };
	const delivered = { ...listed, text, shortened: true };
	return check({ earlier, original: { ...listed, text: original }, delivered });
}
