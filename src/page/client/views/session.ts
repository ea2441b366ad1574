import { TITLES } from "../../../audit/hosts.ts";
import type { AnswerStep, SessionData } from "../../data.ts";
import type { Desk, Drawn } from "../desk.ts";
import { type Child, element, link, span } from "../dom.ts";
import { answersIn } from "../model/answers.ts";
import { countSession } from "../model/counting.ts";
import { courseOf, startsOf } from "../model/course.ts";
import { counted, grouped, nameOf, percent, rough, timeWords } from "../model/format.ts";
import { formatRoute, linkTo, linkToAnswer, type SessionView } from "../model/route.ts";
import { counterInto, newTally, oneOf } from "../model/tally.ts";
import { formWords } from "../model/verdict.ts";
import { MOODS } from "../model/words.ts";
import { courseChart } from "./course-chart.ts";
import { type Column, figures, table, words } from "./table.ts";
import { wordList } from "./word-list.ts";

/** One session: how its window grew, and its answers. */
export function sessionView(desk: Desk, view: SessionView): Drawn {
	const session = desk.data.sessions.find((each) => each.session === view.session);
	if (!session) return { title: "Unknown session", nodes: [unknown(desk, view.session)] };
	const strand = session.strands[view.strand] ?? session.strands[0] ?? [];
	const course = courseOf(strand, session);
	const starts = view.strand === 0 ? startsOf(session) : [];
	const mood = oneOf(MOODS, session);
	const linkToTurn = (turn: number): Child =>
		link(linkTo({ ...view, turn }, desk.route), "Its results", { id: "turn-link" });
	const setting = { width: desk.width, mood, starts, turn: view.turn, linkToTurn };
	return {
		title: nameOf(session.project) || "Session",
		nodes: [
			about(session),
			summary(session),
			...(session.strands.length > 1 ? [strands(desk, view, session)] : []),
			course.points.length > 0
				? courseChart(course, setting)
				: element("p", { class: "empty" }, "The log tells of no turn."),
			answerList(desk, view, session),
		],
	};
}

function unknown({ route }: Desk, session: string): HTMLElement {
	const back = link(linkTo({ kind: "overview" }, route), "All sessions");
	return element("p", { class: "empty" }, `This page has no session ${session}. `, back);
}

function about({ host, session, project, strands }: SessionData): HTMLElement {
	const times = strands.flat().flatMap((step) => ("time" in step && step.time !== undefined ? [step.time] : []));
	const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
	return wordList("facts", [
		["Host", TITLES[host]],
		["Session", element("code", {}, session)],
		["Project", element("code", {}, project || "–")],
		["Began", timeWords(times.length > 0 ? first : undefined)],
	]);
}

function summary(session: SessionData): HTMLElement {
	const tally = newTally();
	countSession(session, undefined, counterInto(tally));
	const { answers, shortened, tokens, saved } = tally;
	const amount = `${rough(Math.abs(saved))} of ${rough(tokens)} tokens of results (${percent(Math.abs(saved), tokens)})`;
	const who = session.isLived ? "ibid was at work here" : "ibid was not there";
	const sentences = {
		gain: `${who}: ${amount} ${session.isLived ? "were" : "would be"} saved.`,
		nothing: `${who}: nothing ${session.isLived ? "was" : "would be"} saved.`,
		loss: `${who}: as much as ${amount} more ${session.isLived ? "were" : "would be"} sent, a loss.`,
	};
	const proof =
		session.failed > 0
			? `${counted(session.failed, "proof")} failed.`
			: `${counted(session.rebuilt, "proof")}, none failed.`;
	const kind = saved > 0 ? "gain" : saved < 0 ? "loss" : "nothing";
	const shares = `${grouped(shortened)} of ${counted(answers, "result")} shortened.`;
	return element("p", { class: "lead" }, `${sentences[kind]} ${shares} ${proof}`);
}

function strands({ route }: Desk, view: SessionView, session: SessionData): HTMLElement {
	const starts = startsOf(session);
	const links = session.strands.map((_, at) => {
		const from = starts[at - 1];
		const words = at === 0 ? "First model" : `Sub-agent ${at}${from ? ` (from turn ${from})` : ""}`;
		const href = linkTo({ ...view, strand: at, turn: undefined }, route);
		return link(href, words, { "aria-current": at === view.strand ? "true" : undefined, id: `strand-${at}` });
	});
	return element("nav", { class: "strands", "aria-label": "Models of this session" }, ...links);
}

type Listed = { readonly answer: AnswerStep; readonly turn: number };

function answerList(desk: Desk, view: SessionView, session: SessionData): HTMLElement {
	const all = answersIn(session.strands[view.strand] ?? session.strands[0] ?? []);
	const rows = all.filter(
		({ answer, turn }) =>
			(view.turn === undefined || turn === view.turn) && (!view.onlyShortened || answer.form !== "whole"),
	);
	const only = element("input", { type: "checkbox", id: "only-shortened", checked: view.onlyShortened });
	only.addEventListener("change", () =>
		desk.turn({ ...desk.route, page: 1, view: { ...view, onlyShortened: only.checked } }),
	);
	const everyTurn = formatRoute({ ...desk.route, page: 1, view: { ...view, turn: undefined } });
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
			? table(desk, {
					caption: `Results (${oneOf(MOODS, session)})`,
					columns: columnsFor(desk),
					rows,
					noun: "result",
					sorted: "turn",
					size: 100,
				})
			: element(
					"p",
					{ class: "empty" },
					all.length === 0 ? "No tool has answered here." : "No result is left by these choices.",
				);
	return element("section", { "aria-label": "Results" }, choices, contents);
}

function columnsFor({ route }: Desk): Column<Listed>[] {
	return [
		figures("turn", "Turn", ({ turn }) => turn),
		words("tool", "Tool", ({ answer }) => answer.tool),
		{
			name: "subject",
			heading: "Subject",
			role: "head",
			cell: ({ answer }) => link(linkToAnswer(answer.id, route), answer.subject || `${answer.tool} ${answer.id}`),
			by: ({ answer }) => answer.subject,
		},
		{
			name: "form",
			heading: "Form, or why whole",
			isMinor: true,
			cell: ({ answer }) => formCell(answer),
			by: ({ answer }) => formWords(answer),
		},
		figures("before", "Before", ({ answer }) => answer.tokens, { isMinor: true }),
		figures("after", "After", ({ answer }) => answer.tokens - answer.saved, { isMinor: true }),
		figures("saved", "Saved", ({ answer }) => answer.saved),
	];
}

function formCell(answer: AnswerStep): Child {
	const elsewhere = answer.counts ? "" : " (counted elsewhere)";
	return span(answer.form === "whole" ? "why" : "form", formWords(answer), elsewhere);
}
