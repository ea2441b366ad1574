import { decide } from "../src/core/decide.ts";
import { fold } from "../src/core/fold.ts";
import { defaultPolicy, type Policy } from "../src/core/policy.ts";
import type { Answer, Arrival, View } from "../src/core/types.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import { type DeliveryTerms, type LeanAnswer, leanAnswer } from "../src/lean/deliver.ts";
import { LEAN_WITH_INVERSE, type LeanPolicy } from "../src/lean/types.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import { fault, type Judged } from "./checks.ts";
import { type Came, type Life, newLife, pass, placeOf, TOOLS, type Trail } from "./life.ts";
import { type Random, seeded } from "./random.ts";
import { receive } from "./receive.ts";
import { type Play, playSession } from "./session.ts";
import type { Begun, Performed, Step } from "./types.ts";
import { type Piece, walk } from "./walk.ts";

/** An observer. */
export type Watcher = {
	readonly onTerms?: (terms: DeliveryTerms) => void;
	readonly onStep?: (step: Step) => void;
	readonly onAnswer?: (judged: Judged) => void;
};

/** Plays the session of a seed and judges every answer in it. Returns what is wrong, or undefined. */
export function replay(seed: number, watcher: Watcher = {}): string | undefined {
	try {
		return play(seed, watcher);
	} catch (error) {
		return `something threw: ${error instanceof Error ? error.stack : error}`;
	}
}

function play(seed: number, watcher: Watcher): string | undefined {
	const random = seeded(seed);
	const policy = { ...drawPolicy(random), ...(seed % 20 === 0 ? { reach: 2 + (seed % 11) } : {}) };
	const terms = { policy, lean: drawLean(seed) };
	watcher.onTerms?.(terms);
	return judge(playSession(random), terms, watcher);
}

/** Judges every answer in a session. Returns what is wrong, or undefined. */
export function judge(session: Play, terms: DeliveryTerms, watcher: Watcher = {}): string | undefined {
	const { policy } = terms;
	const marks = new Map<number, Life>();
	const kept: Kept[] = [];
	const ends: Life[] = [];
	let life = newLife();
	let delivered = "";
	for (let next = session.next(""); !next.done; next = session.next(delivered)) {
		const step = next.value;
		watcher.onStep?.(step);
		if (step.kind === "outside") continue;
		if (step.kind === "mark") {
			marks.set(step.name, life);
			continue;
		}
		if (step.kind === "go") {
			ends.push(life);
			life = marks.get(step.to)!;
			continue;
		}
		if (step.kind !== "result" && step.kind !== "attached") {
			life = pass(life, step);
			continue;
		}
		const { id, came } = comes(step);
		const arrival = { id, text: came.performed.text, view: came.view };
		const answer = decide(life.window, arrival, policy);
		const view = answer.form === "whole" ? came.view : look(came, answer.text);
		const sent = came.begun ? sendLean(answer, came.begun, terms) : answer;
		const judged = { life, came, answer, sent, view, policy, pieces: piecesOf(came, answer, view) };
		watcher.onAnswer?.(judged);
		const wrong = fault(judged);
		if (wrong !== undefined) return wrong;
		kept.push({ window: life.window, arrival, answer });
		life = receive(id, judged);
		delivered = sent.text;
	}
	ends.push(life);
	return faultInPrefixes(kept, policy) ?? faultInSecondLives(ends, policy);
}

/** Two sessions out of three have a policy of their own. */
function drawPolicy(random: Random): Policy {
	if (random.chance(1 / 3)) return defaultPolicy;
	return {
		lines: random.int(1, 8),
		tokens: random.pick([0, 0, 10, 20, 40, 80]),
		allTokens: 20,
		share: random.int(0, 4) / 20,
		quotes: random.int(1, 8),
		fewNotes: random.int(2, 9),
		otherFile: random.int(0, 9) / 10,
		siblings: random.pick(["any change", "same subject"]),
		reach: Number.POSITIVE_INFINITY,
		isIgnored: defaultPolicy.isIgnored,
	};
}

/** By the seed alone, so that the session is the same whatever policies apply. */
function drawLean(seed: number): readonly LeanPolicy[] {
	const random = seeded(-seed);
	return random.chance(0.2) ? [] : LEAN_WITH_INVERSE.filter(() => random.chance(0.5));
}

function sendLean(answer: Answer, { call }: Begun, terms: DeliveryTerms): LeanAnswer {
	return leanAnswer(answer, lookAtCall(TOOLS, call), call.directory, terms);
}

function comes(step: Extract<Step, { kind: "result" | "attached" }>): { id: string; came: Came } {
	if (step.kind === "result") {
		const { begun, performed } = step;
		return { id: begun.call.id, came: { begun, performed, view: lookAt(begun, performed, performed.text) } };
	}
	const { id, text, doubt } = step;
	const performed: Performed = { text, outcome: "done", gutter: "", shows: [], doubts: [doubt] };
	return { id, came: { begun: undefined, performed, view: { kind: "opaque", hides: [placeOf(doubt)] } } };
}

function look({ begun, performed, view }: Came, text: string): View {
	return begun ? lookAt(begun, performed, text, true) : view;
}

function lookAt({ call }: Begun, { outcome }: Performed, text: string, shortened = false): View {
	return lookAtText(TOOLS, call, text, outcome, shortened);
}

/** What each part of a delivered text stands for; empty if the text cannot be parsed. */
function piecesOf({ performed }: Came, { text, form }: Answer, view: View): readonly (readonly Piece[])[] {
	const isNumbered = performed.gutter.includes("[0-9]");
	const delivered = form === "whole" ? [] : text.split("\n");
	return performed.shows.map(({ lines }, index) => {
		if (form === "whole") return [{ kind: "literal", at: 0, count: lines.length, numbered: isNumbered }];
		const { from, count } = (view.kind === "shown" ? view.parts[index] : undefined) ?? { from: 0, count: 0 };
		return walk(delivered.slice(from, from + count), isNumbered) ?? [];
	});
}

/** A window as it was before an arrival, and its answer then. */
type Kept = { readonly window: Window; readonly arrival: Arrival; readonly answer: Answer };

/** Checks that old windows still give the same answers, whatever was folded onto them since. */
function faultInPrefixes(kept: readonly Kept[], policy: Policy): string | undefined {
	const changed = kept.findIndex(({ window, arrival, answer }) => !isSame(decide(window, arrival, policy), answer));
	return changed < 0 ? undefined : `arrival ${changed + 1} gets another answer at the end of the session`;
}

/** Checks that a window folded again from the calls and the delivered texts gives the same answers. */
function faultInSecondLives(ends: readonly Life[], policy: Policy): string | undefined {
	for (const { trail } of ends) {
		let window = emptyWindow();
		for (const { event, came } of inOrder(trail)) {
			if (came && event.kind === "result") {
				const { text } = decide(window, { id: event.id, text: came.performed.text, view: came.view }, policy);
				if (text !== event.text) return `a replay gives another answer: ${text}`;
			}
			window = fold(window, event);
		}
	}
	return undefined;
}

function inOrder(trail: Trail | undefined): Trail[] {
	const all: Trail[] = [];
	for (let each = trail; each; each = each.before) all.push(each);
	return all.reverse();
}

function isSame(a: Answer, b: Answer): boolean {
	return a.text === b.text && a.form === b.form && a.reason === b.reason && a.notes === b.notes;
}
