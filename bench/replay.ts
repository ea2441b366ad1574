import { TOOLS } from "../sim/tools.ts";
import { decide } from "../src/core/decide.ts";
import { fold } from "../src/core/fold.ts";
import type { Answer, Arrival } from "../src/core/types.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import type { Step } from "./tools.ts";

/** A window that has steps as the host showed them. */
export function foldAll(steps: readonly Step[], from: Window = emptyWindow()): Window {
	return steps.reduce((window, step) => foldStep(window, step), from);
}

/** The same with every answer shortened where it pays, as in hosts that send us every request. */
export function decideAll(steps: readonly Step[]): Window {
	return steps.reduce((window, step) => {
		const called = foldCall(window, step);
		return foldAnswer(called, step, decide(called, look(step)));
	}, emptyWindow());
}

/** A window that has a step in full. */
export function foldStep(window: Window, step: Step): Window {
	const { id, text, view } = look(step);
	return fold(foldCall(window, step), { kind: "result", id, text, view, shortened: false });
}

/** A window that waits for the text of a step: a new turn, and the call in it. */
export function foldCall(window: Window, { call }: Step): Window {
	return fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(TOOLS, call) });
}

/** The text of a step as the lens sees it. */
export function look({ call, text }: Step): Arrival {
	return { id: call.id, text, view: lookAtText(TOOLS, call, text) };
}

/** A window that has the answer to a step. */
export function foldAnswer(window: Window, { call }: Step, { form, text, view }: Answer): Window {
	return fold(window, { kind: "result", id: call.id, text, view, shortened: form !== "whole" });
}

/** How many passages and lines the steps add: what results show, and what the model wrote in calls. */
export function countAll(steps: readonly Step[]): { passages: number; lines: number } {
	let passages = 0;
	let lines = 0;
	for (const step of steps) {
		const { own } = lookAtCall(TOOLS, step.call);
		const { view } = look(step);
		passages += 1 + own.length;
		for (const { text } of own) lines += text.split("\n").length;
		for (const { count } of view.kind === "shown" ? view.parts : []) lines += count;
	}
	return { passages, lines };
}
