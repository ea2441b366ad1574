import type { AnswerText } from "../../data.ts";
import type { Desk } from "../desk.ts";
import { button, type Child, element, link, span } from "../dom.ts";
import { type Placed, titleOf } from "../model/answers.ts";
import { counted, grouped } from "../model/format.ts";
import { type Block, blocksOf, type Line, type Place } from "../model/lines.ts";
import { type AnswerView, linkTo } from "../model/route.ts";
import { isPutBack } from "../model/verdict.ts";
import { SOURCES } from "../model/words.ts";

/** Quoted runs longer than this show only their beginning until somebody wants the rest. */
const LONG = 10;
const SHOWN = 4;

/** Both texts of an answer beside each other, lines told apart by a sign in the margin. */
export function spread(desk: Desk, { answer }: Placed, text: AnswerText, marked: AnswerView["marked"]): Node[] {
	const sender = {
		sent: "What ibid sent",
		"sent otherwise": "What ibid would send now",
		"not sent": "What ibid would send",
	};
	const heads = [
		// Of the sentence that the host had sent by itself nothing but its size is known.
		isPutBack(answer)
			? columnHead("What the host had left out")
			: columnHead("What the host sends by itself", answer.tokens),
		columnHead(sender[text.really], answer.tokens - answer.saved),
	];
	const rows = blocksOf(text).flatMap((block) => {
		const alike = isAlike(block) ? " alike" : "";
		const after = block.after.map((line) => drawLine(line, isMarked(line, marked)));
		return [
			element("div", { class: `cell before${alike}` }, ...before(block)),
			element("div", { class: `cell after${alike}` }, ...after, ...placesOf(desk, answer.id, block)),
		];
	});
	const spreadOut = element("div", { class: "spread" }, ...heads, ...rows);
	return [
		...(text.really === "sent otherwise" ? [element("p", { class: "aside" }, OTHER)] : []),
		legend(),
		...wayToNotes(spreadOut),
		spreadOut,
	];
}

const OTHER = "What was sent then is not kept word for word; this is what ibid would send now.";

/** Where columns stand one below the other, what is the same in both need not be read twice. */
function isAlike({ before: left, after: right }: Block): boolean {
	return left.length === right.length && left.every(({ text }, at) => text === right[at]?.text);
}

function columnHead(words: string, tokens?: number): HTMLElement {
	const size = tokens === undefined ? undefined : span("figure", counted(tokens, "token"));
	return element("h2", {}, `${words} `, size);
}

function legend(): HTMLElement {
	const entry = (kind: Line["kind"], words: string): HTMLElement =>
		span("entry", span(`sign ${kind}`, SIGNS[kind]), ` ${words}`);
	return element(
		"p",
		{ class: "legend" },
		entry("fresh", "fresh"),
		entry("quoted", "quoted, not sent again"),
		entry("note", "note in its place"),
	);
}

/** Fresh lines may be many; the notes are what people come for. */
function wayToNotes(spreadOut: HTMLElement): Node[] {
	const notes = [...spreadOut.querySelectorAll<HTMLElement>(".line.note")];
	if (notes.length === 0) return [];
	const ways = notes.map((note) => {
		return button(`line ${note.dataset.number}`, { class: "way" }, () => {
			note.scrollIntoView({ block: "center" });
			note.focus({ preventScroll: true });
		});
	});
	return [element("p", { class: "ways" }, counted(notes.length, "note"), ": ", ...ways)];
}

/** As on old pages, where each quoted line has a mark in the margin. */
const SIGNS: Readonly<Record<Line["kind"], string>> = { fresh: "·", quoted: "»", note: "†" };

function before({ before: lines }: Block): Node[] {
	const isLong = lines.length > LONG && lines.every(({ kind }) => kind === "quoted");
	if (!isLong) return lines.map((line) => drawLine(line, false));
	const rest = element("div", { hidden: true });
	const more = button(`${grouped(lines.length - SHOWN)} more quoted lines`, { class: "more" }, () => {
		rest.append(...lines.slice(SHOWN).map((line) => drawLine(line, false)));
		rest.hidden = false;
		more.remove();
	});
	return [...lines.slice(0, SHOWN).map((line) => drawLine(line, false)), more, rest];
}

function drawLine({ number, text, kind }: Line, isMarkedLine: boolean): HTMLElement {
	const words = text || " ";
	return element(
		"div",
		{ class: `line ${kind}`, "data-number": number, tabindex: kind === "note" ? -1 : undefined },
		element("span", { class: "number", "aria-hidden": true }, String(number)),
		element("span", { class: "sign", "aria-hidden": true }, SIGNS[kind]),
		kind === "fresh" ? undefined : span("unseen", `${kind}: `),
		isMarkedLine ? element("mark", {}, words) : span("words", words),
	);
}

function isMarked({ number }: Line, marked: AnswerView["marked"]): boolean {
	return marked !== undefined && number > marked.from && number <= marked.from + marked.count;
}

function placesOf(desk: Desk, id: string, { places }: Block): Node[] {
	if (places.length === 0) return [];
	return [
		element("ul", { class: "places" }, ...places.map((place) => element("li", {}, ...placeWords(desk, id, place)))),
	];
}

function placeWords({ answersAt, route }: Desk, id: string, place: Place): Child[] {
	const lines = counted(place.count, "line");
	const [placed] = place.answer === undefined ? [] : answersAt(place.answer);
	const line = `line ${place.number || place.line + 1}`;
	if (!placed) return [`${lines}: ${SOURCES[place.by]} in turn ${place.turn}, from ${line} on`];
	const { answer, turn } = placed;
	const marked = { from: place.line, count: place.count, by: id };
	const words = `turn ${turn}, ${titleOf(answer)}, ${line}`;
	return [
		`${lines}, ${SOURCES[place.by]}: `,
		link(linkTo({ kind: "answer", answer: answer.id, marked }, route), words),
	];
}
