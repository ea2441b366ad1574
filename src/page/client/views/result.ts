import { element, link, span, wordList } from "../dom.ts";
import type { LoadedText } from "../live.ts";
import { type AnswerPlace, answerTitle } from "../model/answers.ts";
import { counted, grouped, pathEnd, timeWords } from "../model/format.ts";
import { quotedFrom } from "../model/line-blocks.ts";
import { linkTo, linkToResult, type ResultView } from "../model/route.ts";
import { verdictWords } from "../model/words.ts";
import type { DrawnView, ViewContext } from "../view-context.ts";
import { sideBySide } from "./side-by-side.ts";

/** One tool result: without ibid and with ibid, side by side, and where the left-out lines are. */
export function resultView(context: ViewContext, view: ResultView): DrawnView {
	const meant = context.answersAt(view.result);
	const [placed] = meant;
	if (!placed) return { title: "Unknown tool result", nodes: [unknownAnswer(view.result)] };
	if (meant.length > 1) return { title: "Which tool result?", nodes: several(context, view.result, meant) };
	const { answer } = placed;
	const text = context.textOf(answer.id);
	return {
		title: answerTitle(answer),
		nodes: [
			answerFacts(context, placed),
			verdict(placed, text),
			...quotedLines(context, placed, view, text),
			...(text === undefined ? [elsewhere(context, answer.id)] : []),
			...(text === "fetching" ? [element("p", { class: "empty" }, "Loading the tool result …")] : []),
			...(typeof text === "object" ? sideBySide(context, placed, text, view.marked) : []),
		],
	};
}

function unknownAnswer(id: string): HTMLElement {
	return element("p", { class: "empty" }, `This page has no tool result ${id}. In a terminal: `, showCommand(id), ".");
}

function showCommand(id: string): HTMLElement {
	return element("code", {}, `ibid show ${id}`);
}

/** The most matches listed; one more digit of the id narrows them 16-fold. */
const MOST_NAMED = 32;

function several({ route }: ViewContext, name: string, meant: readonly AnswerPlace[]): Node[] {
	const rows = meant.slice(0, MOST_NAMED).map(({ answer, session, turn }) => {
		const where = [pathEnd(session.project) || session.session, `turn ${turn}`, timeWords(answer.time)].join(", ");
		return element("li", {}, link(linkToResult(answer.id, route), answer.id), ` ${answerTitle(answer)}, ${where}`);
	});
	const more = meant.length - rows.length;
	return [
		element("p", { class: "lead" }, `The ids of ${grouped(meant.length)} tool results begin with ${name}:`),
		element("ul", { class: "meant" }, ...rows),
		...(more > 0 ? [element("p", { class: "aside" }, `And ${grouped(more)} more. Add a digit to the id.`)] : []),
	];
}

function elsewhere({ data }: ViewContext, id: string): HTMLElement {
	const why = data.isLive
		? "because it may contain secrets or its log is gone"
		: "which includes only the results that save most";
	return element(
		"p",
		{ class: "empty" },
		`This tool result is not on the page, ${why}. In a terminal: `,
		showCommand(id),
	);
}

function answerFacts({ route }: ViewContext, { answer, session, thread, turn }: AnswerPlace): HTMLElement {
	const view = {
		kind: "session",
		session: session.session,
		thread,
		turn: turn || undefined,
		onlyShortened: false,
	} as const;
	const name = pathEnd(session.project) || session.session;
	const where = span(
		"",
		link(linkTo({ ...view, turn: undefined }, route), name),
		", ",
		link(linkTo(view, route), `turn ${turn}`),
	);
	return wordList("facts", [
		["Tool result", element("code", {}, answer.id)],
		["Session", where],
		["Agent", session.hostTitle],
		["When", timeWords(answer.time)],
	]);
}

function verdict({ answer, session }: AnswerPlace, text: LoadedText): HTMLElement {
	const words = [`${verdictWords(answer, session)} `];
	if (answer.form === "whole") return element("p", { class: "lead" }, ...words);
	const faults = typeof text === "object" ? text.faults : undefined;
	return element("p", { class: "lead" }, ...words, badge(session.failed, faults));
}

/** Says whether this result was rebuilt; if that is unknown, whether all of its session were. */
function badge(failed: number, faults: readonly string[] | undefined): HTMLElement {
	if (faults && faults.length > 0) return span("badge bad", `✗ could not be rebuilt: ${faults.join("; ")}`);
	if (!faults && failed > 0)
		return span("badge bad", `✗ ${counted(failed, "tool result")} of this session could not be rebuilt`);
	return span("badge", "✓ rebuilt line for line from the context");
}

/** The lines that a link leads to, if the texts below do not show them: not on the page, or written by the model. */
function quotedLines(context: ViewContext, { answer }: AnswerPlace, { marked }: ResultView, text: LoadedText): Node[] {
	const quoting = marked && context.textOf(marked.by);
	if (!marked || typeof quoting !== "object") return [];
	const quote = quoting.quotes.find((each) => each.answer === answer.id && each.source.line === marked.from);
	if (typeof text === "object" && quote?.source.by === "result") return [];
	const lines = quotedFrom(quoting, answer.id, marked);
	if (lines.length === 0) return [];
	const whose = quote?.source.by === "result" ? "This result shows" : "The model wrote";
	const words = `${whose} these ${counted(lines.length, "line")}, from line ${marked.from + 1} on; a later note replaces them:`;
	const rows = lines.map((line, at) =>
		element("div", { class: "line quoted" }, span("number", String(marked.from + 1 + at)), span("words", line || " ")),
	);
	return [
		element(
			"section",
			{ class: "excerpt", id: "marked" },
			element("p", {}, words),
			element("div", { class: "text", tabindex: 0, role: "region", "aria-label": "Left-out lines" }, ...rows),
		),
	];
}
