import type { AnswerText } from "../../data.ts";
import { button, type Child, element, link, span } from "../dom.ts";
import { type AnswerPlace, answerTitle } from "../model/answers.ts";
import { counted, grouped } from "../model/format.ts";
import { type LineBlock, lineBlocks, type QuotePlace, type TextLine } from "../model/line-blocks.ts";
import { linkTo, type ResultView } from "../model/route.ts";
import { isPutBack, SOURCES } from "../model/words.ts";
import type { ViewContext } from "../view-context.ts";

/** Longer runs of left-out lines show only their beginning until the reader asks for the rest. */
const LONG = 10;
const SHOWN = 4;

/** A result without ibid and with ibid, side by side; a sign in the margin marks left-out lines and notes. */
export function sideBySide(
	context: ViewContext,
	{ answer }: AnswerPlace,
	text: AnswerText,
	marked: ResultView["marked"],
): Node[] {
	const sender = {
		sent: "with ibid (sent)",
		"sent otherwise": "with ibid (now)",
		"not sent": "with ibid",
	};
	const heads = [
		// Only the size of the agent's own sentence is recorded.
		isPutBack(answer)
			? columnHead("left out by the agent")
			: columnHead(text.really === "not sent" ? "without ibid (sent)" : "without ibid", answer.tokens),
		columnHead(sender[text.really], answer.tokens - answer.saved),
	];
	const rows = lineBlocks(text).flatMap((block) => {
		const alike = isAlike(block) ? " alike" : "";
		const after = block.after.map((line) => drawLine(line, isMarked(line, marked)));
		return [
			element("div", { class: `cell before${alike}` }, ...before(block)),
			element("div", { class: `cell after${alike}` }, ...after, ...quoteLinks(context, answer.id, block)),
		];
	});
	const columns = element("div", { class: "side-by-side" }, ...heads, ...rows);
	return [
		...(text.really === "sent otherwise" ? [element("p", { class: "aside" }, NOT_RECORDED)] : []),
		legend(),
		...wayToNotes(columns),
		columns,
	];
}

const NOT_RECORDED = "The text that was sent is not recorded word for word; this is what ibid would send now.";

/** On narrow screens the columns stack, and blocks that are the same in both are shown once. */
function isAlike({ before: left, after: right }: LineBlock): boolean {
	return left.length === right.length && left.every(({ text }, at) => text === right[at]?.text);
}

function columnHead(words: string, tokens?: number): HTMLElement {
	const size = tokens === undefined ? undefined : span("figure", counted(tokens, "token"));
	return element("h2", {}, `${words} `, size);
}

function legend(): HTMLElement {
	const entry = (kind: TextLine["kind"], words: string): HTMLElement =>
		span("entry", span(`sign ${kind}`, SIGNS[kind]), ` ${words}`);
	return element(
		"p",
		{ class: "legend" },
		entry("fresh", "new"),
		entry("quoted", "left out: in the context already"),
		entry("note", "note in place of left-out lines"),
	);
}

/** Buttons that jump to the notes, which may be far down. */
function wayToNotes(columns: HTMLElement): Node[] {
	const notes = [...columns.querySelectorAll<HTMLElement>(".line.note")];
	if (notes.length === 0) return [];
	const ways = notes.map((note) => {
		return button(`line ${note.dataset.number}`, { class: "way" }, () => {
			note.scrollIntoView({ block: "center" });
			note.focus({ preventScroll: true });
		});
	});
	return [element("p", { class: "ways" }, counted(notes.length, "note"), ": ", ...ways)];
}

/** Signs in the margin, as in old books. */
const SIGNS: Readonly<Record<TextLine["kind"], string>> = { fresh: "·", quoted: "»", note: "†" };

/** The same for screen readers. */
const UNSEEN_WORDS: Readonly<Record<TextLine["kind"], string>> = { fresh: "new", quoted: "left out", note: "note" };

function before({ before: lines }: LineBlock): Node[] {
	const isLong = lines.length > LONG && lines.every(({ kind }) => kind === "quoted");
	if (!isLong) return lines.map((line) => drawLine(line, false));
	const rest = element("div", { hidden: true });
	const more = button(`${grouped(lines.length - SHOWN)} more left-out lines`, { class: "more" }, () => {
		rest.append(...lines.slice(SHOWN).map((line) => drawLine(line, false)));
		rest.hidden = false;
		more.remove();
	});
	return [...lines.slice(0, SHOWN).map((line) => drawLine(line, false)), more, rest];
}

function drawLine({ number, text, kind }: TextLine, isMarkedLine: boolean): HTMLElement {
	const words = text || " ";
	return element(
		"div",
		{ class: `line ${kind}`, "data-number": number, tabindex: kind === "note" ? -1 : undefined },
		element("span", { class: "number", "aria-hidden": true }, String(number)),
		element("span", { class: "sign", "aria-hidden": true }, SIGNS[kind]),
		kind === "fresh" ? undefined : span("unseen", `${UNSEEN_WORDS[kind]}: `),
		isMarkedLine ? element("mark", {}, words) : span("words", words),
	);
}

function isMarked({ number }: TextLine, marked: ResultView["marked"]): boolean {
	return marked !== undefined && number > marked.from && number <= marked.from + marked.count;
}

/** Below a note: links to the results that show the left-out lines. */
function quoteLinks(context: ViewContext, id: string, { places }: LineBlock): Node[] {
	if (places.length === 0) return [];
	const links = places.map((place) => element("li", {}, ...quoteLinkWords(context, id, place)));
	return [
		element("p", { class: "places" }, "The left-out lines are in:"),
		element("ul", { class: "places" }, ...links),
	];
}

function quoteLinkWords({ answersAt, route }: ViewContext, id: string, place: QuotePlace): Child[] {
	const how = place.by === "result" ? "" : `, ${SOURCES[place.by]}`;
	const size = ` (${counted(place.count, "line")}${how})`;
	const [placed] = place.answer === undefined ? [] : answersAt(place.answer);
	const line = `from line ${place.number || place.line + 1}`;
	if (!placed) return [`turn ${place.turn}, ${line}${size}`];
	const { answer, turn } = placed;
	const marked = { from: place.line, count: place.count, by: id };
	const words = `turn ${turn}, ${answerTitle(answer)}, ${line}`;
	return [link(linkTo({ kind: "result", result: answer.id, marked }, route), words), size];
}
