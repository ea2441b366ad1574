import { TITLES } from "../../../audit/hosts.ts";
import type { Desk, Drawn } from "../desk.ts";
import { element, link, span } from "../dom.ts";
import { type Placed, titleOf } from "../model/answers.ts";
import { counted, endOf, grouped, timeWords } from "../model/format.ts";
import { quotedFrom } from "../model/lines.ts";
import { type AnswerView, linkTo, linkToAnswer } from "../model/route.ts";
import { verdictWords } from "../model/verdict.ts";
import type { Texts } from "../texts.ts";
import { spread } from "./spread.ts";
import { wordList } from "./word-list.ts";

/** One answer: what the host would send beside what ibid sends, and where each quote stands. */
export function answerView(desk: Desk, view: AnswerView): Drawn {
	const meant = desk.answersAt(view.answer);
	const [placed] = meant;
	if (!placed) return { title: "Unknown answer", nodes: [unknown(view.answer)] };
	if (meant.length > 1) return { title: "Which answer?", nodes: several(desk, view.answer, meant) };
	const { answer } = placed;
	const text = desk.textOf(answer.id);
	return {
		title: titleOf(answer),
		nodes: [
			about(desk, placed),
			verdict(placed, text),
			...quotedLines(desk, placed, view, text),
			...(text === undefined ? [elsewhere(desk, answer.id)] : []),
			...(text === "fetching" ? [element("p", { class: "empty" }, "Fetching both texts …")] : []),
			...(typeof text === "object" ? spread(desk, placed, text, view.marked) : []),
		],
	};
}

function unknown(id: string): HTMLElement {
	return element("p", { class: "empty" }, `This page has no answer ${id}. Ask for it by `, show(id), ".");
}

function show(id: string): HTMLElement {
	return element("code", {}, `ibid show ${id}`);
}

/** More than this nobody looks through; another letter of the id leaves a sixteenth of them. */
const MOST_NAMED = 32;

function several({ route }: Desk, name: string, meant: readonly Placed[]): Node[] {
	const rows = meant.slice(0, MOST_NAMED).map(({ answer, session, turn }) => {
		const where = [endOf(session.project) || session.session, `turn ${turn}`, timeWords(answer.time)].join(", ");
		return element("li", {}, link(linkToAnswer(answer.id, route), answer.id), ` ${titleOf(answer)}, ${where}`);
	});
	const more = meant.length - rows.length;
	return [
		element("p", { class: "lead" }, `The ids of ${grouped(meant.length)} answers begin with ${name}:`),
		element("ul", { class: "meant" }, ...rows),
		...(more > 0 ? [element("p", { class: "aside" }, `And ${grouped(more)} more. Give more of the id.`)] : []),
	];
}

function elsewhere({ data }: Desk, id: string): HTMLElement {
	const why = data.isLive ? "since they may hold secrets, or its log is gone" : "which has those that save most";
	return element(
		"p",
		{ class: "empty" },
		`The texts of this answer are not on the page, ${why}. In a terminal: `,
		show(id),
	);
}

function about({ route }: Desk, { answer, session, strand, turn }: Placed): HTMLElement {
	const view = {
		kind: "session",
		session: session.session,
		strand,
		turn: turn || undefined,
		onlyShortened: false,
	} as const;
	const name = endOf(session.project) || session.session;
	const where = span(
		"",
		link(linkTo({ ...view, turn: undefined }, route), name),
		", ",
		link(linkTo(view, route), `turn ${turn}`),
	);
	return wordList("facts", [
		["Answer", element("code", {}, answer.id)],
		["Session", where],
		["Host", TITLES[session.host]],
		["When", timeWords(answer.time)],
	]);
}

function verdict({ answer, session }: Placed, text: Texts): HTMLElement {
	const words = [span("form", answer.form), ` ${verdictWords(answer, session)} `];
	if (answer.form === "whole") return element("p", { class: "lead" }, ...words);
	const faults = typeof text === "object" ? text.faults : undefined;
	return element("p", { class: "lead" }, ...words, badge(session.failed, faults));
}

/** By what the answer itself was found to be, else by whether all of its session could be rebuilt. */
function badge(failed: number, faults: readonly string[] | undefined): HTMLElement {
	if (faults && faults.length > 0) return span("badge bad", `✗ not rebuilt: ${faults.join("; ")}`);
	if (!faults && failed > 0)
		return span("badge bad", `✗ ${counted(failed, "answer")} of this session could not be rebuilt`);
	return span("badge", "✓ rebuilt line for line");
}

/** The lines that a quote has led here for, where the texts do not show them: the page lacks these, or they are own writing. */
function quotedLines(desk: Desk, { answer }: Placed, { marked }: AnswerView, text: Texts): Node[] {
	const quoting = marked && desk.textOf(marked.by);
	if (!marked || typeof quoting !== "object") return [];
	const quote = quoting.quotes.find((each) => each.answer === answer.id && each.source.line === marked.from);
	if (typeof text === "object" && quote?.source.by === "result") return [];
	const lines = quotedFrom(quoting, answer.id, marked);
	if (lines.length === 0) return [];
	const whose = quote?.source.by === "result" ? "It was shown" : "The model itself wrote";
	const words = `${whose} from line ${marked.from + 1} on; a note quotes these ${grouped(lines.length)} lines:`;
	const rows = lines.map((line, at) =>
		element("div", { class: "line quoted" }, span("number", String(marked.from + 1 + at)), span("words", line || " ")),
	);
	return [
		element(
			"section",
			{ class: "excerpt", id: "marked" },
			element("p", {}, words),
			element("div", { class: "text", tabindex: 0, role: "region", "aria-label": "Quoted lines" }, ...rows),
		),
	];
}
