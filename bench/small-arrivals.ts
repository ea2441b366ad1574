import { decide } from "../src/core/decide.ts";
import { defaultPolicy } from "../src/core/policy.ts";
import { render } from "../src/core/render.ts";
import type { Answer } from "../src/core/types.ts";
import type { Window } from "../src/core/window.ts";
import { clock, median, percentile, type Times } from "./measure.ts";
import { foldAnswer, foldCall, look } from "./replay.ts";
import { ms, printTable, type Row } from "./table.ts";
import type { Step } from "./tools.ts";

/** Prints how long it takes to continue a session of small texts, each decided and folded before the next arrives. */
export function benchSmallArrivals(window: Window, steps: readonly Step[]): void {
	goOn(window, steps);
	const sessions = Array.from({ length: ROUNDS }, () => goOn(window, steps)).flat();
	const lines = ordered(sessions, ({ step }) => step.text.split("\n").length);
	const shortened = sessions.filter(({ answer }) => answer.form !== "whole").length;
	const about = [
		`${sessions.length} arrivals, ${median(lines)} lines at the median, ${percentile(lines, 0.99)} at p99;`,
		`${((100 * shortened) / sessions.length).toFixed(0)}% shortened; ms`,
		"(prototype, on real sessions and another machine: p50 0.07, p99 2.9)",
	];
	printTable("1c. Small arrivals", about.join(" "), [
		row(
			"lens and decide",
			ordered(sessions, ({ checked }) => checked),
		),
		row(
			"the same without self-check",
			ordered(sessions, ({ unchecked }) => unchecked),
		),
		row(
			"fold of the answer",
			ordered(sessions, ({ folded }) => folded),
		),
	]);
}

type Arrived = {
	readonly step: Step;
	readonly answer: Answer;
	readonly checked: number;
	readonly unchecked: number;
	readonly folded: number;
};

const ROUNDS = 4;

/** The result of an edit is one line: it is folded, but would make the figures look too good. */
function goOn(from: Window, steps: readonly Step[]): Arrived[] {
	const arrived: Arrived[] = [];
	let window = from;
	for (const step of steps) {
		const called = foldCall(window, step);
		const answer = decide(called, look(step));
		const checked = clock(() => decide(called, look(step)));
		const unchecked = clock(() => decide(called, look(step), defaultPolicy, { render, read: () => step.text }));
		const folded = clock(() => {
			window = foldAnswer(called, step, answer);
		});
		if (step.text.includes("\n")) arrived.push({ step, answer, checked, unchecked, folded });
	}
	return arrived;
}

function ordered(sessions: readonly Arrived[], of: (arrived: Arrived) => number): Times {
	return sessions.map(of).sort((a, b) => a - b);
}

function row(what: string, sorted: Times): Row {
	return {
		what,
		p50: ms(median(sorted)),
		p90: ms(percentile(sorted, 0.9)),
		p99: ms(percentile(sorted, 0.99)),
		most: ms(sorted.at(-1) ?? Number.NaN),
	};
}
