import type { AnswerStep, SessionData } from "../../data.ts";
import { type Child, element, link, span, wordList } from "../dom.ts";
import { answersWithTurns } from "../model/answers.ts";
import { contextCurve, startsOf } from "../model/charts.ts";
import { counted, grouped, lastName, percent, rough, timeWords } from "../model/format.ts";
import { formatRoute, linkTo, linkToResult, type SessionView } from "../model/route.ts";
import { counterInto, countSession, newPageTally, oneOf } from "../model/tally.ts";
import { formWords, SAVED_HEADINGS } from "../model/words.ts";
import type { DrawnView, ViewContext } from "../view-context.ts";
import { contextChart } from "./context-chart.ts";
import { figureColumn, type PageTableColumn, sortableTable, wordColumn } from "./table.ts";

/** One session: how its context grew, and its tool results. */
export function sessionView(context: ViewContext, view: SessionView): DrawnView {
	const session = context.data.sessions.find((each) => each.session === view.session);
	if (!session) return { title: "Unknown session", nodes: [unknownSession(context, view.session)] };
	const thread = session.threads[view.thread] ?? session.threads[0] ?? [];
	const course = contextCurve(thread, session);
	const starts = view.thread === 0 ? startsOf(session) : [];
	const linkToTurn = (turn: number): Child =>
		link(linkTo({ ...view, turn }, context.route), "Its tool results", { id: "turn-link" });
	const setting = { width: context.width, starts, turn: view.turn, linkToTurn };
	return {
		title: lastName(session.project) || "Session",
		nodes: [
			sessionFacts(session),
			summary(session),
			...(session.threads.length > 1 ? [threads(context, view, session)] : []),
			course.points.length > 0
				? contextChart(course, setting)
				: element("p", { class: "empty" }, "The log has no turns."),
			answerList(context, view, session),
		],
	};
}

function unknownSession({ route }: ViewContext, session: string): HTMLElement {
	const back = link(linkTo({ kind: "overview" }, route), "All sessions");
	return element("p", { class: "empty" }, `This page has no session ${session}. `, back);
}

function sessionFacts({ hostTitle, session, project, threads }: SessionData): HTMLElement {
	const times = threads.flat().flatMap((step) => ("time" in step && step.time !== undefined ? [step.time] : []));
	const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
	return wordList("facts", [
		["Agent", hostTitle],
		["Session", element("code", {}, session)],
		["Project", element("code", {}, project || "–")],
		["Began", timeWords(times.length > 0 ? first : undefined)],
	]);
}

function summary(session: SessionData): HTMLElement {
	const tally = newPageTally();
	countSession(session, undefined, counterInto(tally));
	const { answers, shortened, tokens, saved } = tally;
	const amount = `${rough(Math.abs(saved))} of ${rough(tokens)} tokens of tool results (${percent(Math.abs(saved), tokens)})`;
	const who = session.isLived ? "ibid was active here" : "ibid was not active here";
	const sentences = {
		gain: `${who}: ${amount} ${session.isLived ? "were" : "could have been"} saved.`,
		nothing: `${who}: nothing ${session.isLived ? "was" : "could have been"} saved.`,
		loss: `${who}: ${rough(-saved)} more tokens ${session.isLived ? "were" : "would have been"} sent than without ibid.`,
	};
	const proof =
		session.failed > 0
			? `; ${grouped(session.failed)} could not be rebuilt.`
			: shortened > 0
				? ", and all of them rebuilt line for line."
				: ".";
	const kind = saved > 0 ? "gain" : saved < 0 ? "loss" : "nothing";
	const shares = `${grouped(shortened)} of ${counted(answers, "tool result")} ${session.isLived ? "were" : "could have been"} shortened`;
	return element("p", { class: "lead" }, `${sentences[kind]} ${shares}${proof}`);
}

function threads({ route }: ViewContext, view: SessionView, session: SessionData): HTMLElement {
	const starts = startsOf(session);
	const links = session.threads.map((_, at) => {
		const from = starts[at - 1];
		const words = at === 0 ? "Main agent" : `Sub-agent ${at}${from ? ` (from turn ${from})` : ""}`;
		const href = linkTo({ ...view, thread: at, turn: undefined }, route);
		return link(href, words, { "aria-current": at === view.thread ? "true" : undefined, id: `thread-${at}` });
	});
	return element("nav", { class: "threads", "aria-label": "Agents of this session" }, ...links);
}

type ListedAnswer = { readonly answer: AnswerStep; readonly turn: number };

function answerList(context: ViewContext, view: SessionView, session: SessionData): HTMLElement {
	const all = answersWithTurns(session.threads[view.thread] ?? session.threads[0] ?? []);
	const rows = all.filter(
		({ answer, turn }) =>
			(view.turn === undefined || turn === view.turn) && (!view.onlyShortened || answer.form !== "whole"),
	);
	const only = element("input", { type: "checkbox", id: "only-shortened", checked: view.onlyShortened });
	only.addEventListener("change", () =>
		context.replaceRoute({ ...context.route, page: 1, view: { ...view, onlyShortened: only.checked } }),
	);
	const everyTurn = formatRoute({ ...context.route, page: 1, view: { ...view, turn: undefined } });
	const choices = element(
		"p",
		{ class: "choices" },
		element("label", {}, only, " only shortened"),
		view.turn === undefined
			? undefined
			: span("chosen", `Turn ${view.turn} only. `, link(everyTurn, "All turns", { id: "all-turns" })),
	);
	const contents =
		rows.length > 0
			? sortableTable(context, {
					caption: "Tool results",
					columns: columnsFor(context, session),
					rows,
					noun: "result",
					sorted: "turn",
					size: 100,
				})
			: element(
					"p",
					{ class: "empty" },
					all.length === 0 ? "No tool was called here." : "No tool result matches these choices.",
				);
	return element("section", { "aria-label": "Tool results" }, choices, contents);
}

function columnsFor({ route }: ViewContext, session: SessionData): PageTableColumn<ListedAnswer>[] {
	return [
		figureColumn("turn", "Turn", ({ turn }) => turn),
		wordColumn("tool", "Tool", ({ answer }) => answer.tool),
		{
			name: "subject",
			heading: "File or command",
			role: "head",
			cell: ({ answer }) => link(linkToResult(answer.id, route), answer.subject || `${answer.tool} ${answer.id}`),
			by: ({ answer }) => answer.subject,
		},
		{
			name: "form",
			heading: "Outcome",
			isMinor: true,
			cell: ({ answer }) => formCell(answer),
			by: ({ answer }) => formWords(answer),
		},
		figureColumn("before", "Without ibid", ({ answer }) => answer.tokens, { isMinor: true }),
		figureColumn("after", "With ibid", ({ answer }) => answer.tokens - answer.saved, { isMinor: true }),
		figureColumn("saved", oneOf(SAVED_HEADINGS, session), ({ answer }) => answer.saved),
	];
}

function formCell(answer: AnswerStep): Child {
	const elsewhere = answer.counts ? "" : " (counted in another session)";
	return span(answer.form === "whole" ? "why" : "form", formWords(answer), elsewhere);
}
