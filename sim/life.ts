import type { VisibleCall } from "../proof/calls.ts";
import type { Text } from "../proof/check.ts";
import { fold } from "../src/core/fold.ts";
import type { Event, Place, View } from "../src/core/types.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import { lookAtCall } from "../src/lens/look.ts";
import type { Tools } from "../src/lens/types.ts";
import { manyLenses } from "./many.ts";
import type { Literal } from "./reader.ts";
import { TOOLS as HOST_TOOLS } from "./tools.ts";
import { type Begun, type Doubt, EVERYTHING, type Performed, type Shown, type Step } from "./types.ts";

/** One conversation up to some point: its window, and what we know of it without asking ibid. It is a value. */
export type Life = {
	readonly window: Window;
	readonly turn: number;
	/** The names that the model has used for each thing. */
	readonly labels: ReadonlyMap<string, readonly string[]>;
	/** Calls of this turn without a result. */
	readonly open: readonly Begun[];
	/** The texts that the model has in front of it, and the literal lines in them. */
	readonly standing: readonly Standing[];
	readonly literals: readonly Literal[];
	/** The same with all lines that notes stand for, each under its number: what the model was told. */
	readonly told: readonly Literal[];
	readonly passages: number;
	/** The calls that the model has in front of it, with their texts. */
	readonly page: readonly PageRow[];
	/** Subjects whose next view the user wants in full. */
	readonly asked: ReadonlySet<string>;
	/** The latest view of each subject, as long as nothing else has happened to it. */
	readonly latest: ReadonlyMap<string, Latest>;
	readonly trail: Trail | undefined;
};

export type PageRow = { readonly begun: Begun; readonly call: VisibleCall };

export type Standing = { readonly id: string; readonly turn: number; readonly text: Text };

/** A view, and the numbers of the lines that were left out of it. */
export type Latest = {
	readonly call: string;
	readonly text: string;
	readonly turn: number;
	readonly shown: Shown;
	readonly left: ReadonlySet<number>;
};

/** Everything that happened, latest first: what was folded, and the original of what was delivered. */
export type Trail = { readonly before: Trail | undefined; readonly event: Event; readonly came: Came | undefined };

/** A text that arrived, with what the lens finds in it. */
export type Came = { readonly begun: Begun | undefined; readonly performed: Performed; readonly view: View };

/** All tools of all hosts: a session may mix them. */
export const TOOLS: Tools = { ...HOST_TOOLS, lenses: { ...HOST_TOOLS.lenses, ...manyLenses } };

export function newLife(): Life {
	return {
		window: emptyWindow(),
		turn: 0,
		labels: new Map(),
		open: [],
		standing: [],
		literals: [],
		told: [],
		passages: 0,
		page: [],
		asked: new Set(),
		latest: new Map(),
		trail: undefined,
	};
}

/** The conversation after a step without a text. */
export function pass(
	life: Life,
	step: Exclude<Step, { kind: "result" | "attached" | "mark" | "go" | "outside" }>,
): Life {
	switch (step.kind) {
		case "turn":
			return nextTurn(life);
		case "call": {
			const { begun } = step;
			const called = folded(life, { kind: "call", call: lookAtCall(TOOLS, begun.call) });
			const labels = begun.about.filter(({ key }) => !isSecret(key)).reduce(withLabel, life.labels);
			const page = [...life.page, { begun, call: visibleCall(begun, undefined, false) }];
			return { ...called, labels, page, open: [...life.open, begun] };
		}
		case "erase": {
			const stays = ({ id }: { readonly id: string }): boolean => !step.ids.includes(id);
			const standing = life.standing.filter(stays);
			// The call of an erased text is still there, so its run is still the last one.
			const without = (literals: readonly Literal[]): Literal[] =>
				literals.map((each) => (stays(each) ? each : { ...each, lines: [], isUnclear: false }));
			const [literals, told] = [without(life.literals), without(life.told)];
			const page = life.page.map((row) => (stays(row.begun.call) ? row : { ...row, call: emptied(row.call) }));
			return { ...folded(life, step), standing, literals, told, page, latest: new Map() };
		}
		case "hide":
			return doubt(folded(life, { kind: "hide", place: placeOf(step.doubt) }), step.doubt);
		case "ask": {
			const place = placeOf({ key: step.key, ...EVERYTHING });
			return { ...folded(life, { kind: "ask", place }), asked: new Set(life.asked).add(step.key) };
		}
		case "reset": {
			const { turn, trail, window } = folded(life, step);
			return { ...newLife(), turn, trail, window };
		}
	}
}

/** A call as the model sees it. */
export function visibleCall({ call }: Begun, text: string | undefined, shortened: boolean): VisibleCall {
	const { tool, input, directory } = call;
	return { tool, input, directory, text, shortened };
}

/** The same call after its text, if there is one, was taken away. */
function emptied(call: VisibleCall): VisibleCall {
	return call.text === undefined ? call : { ...call, text: "" };
}

/** Files that ibid must leave alone. */
export function isSecret(key: string): boolean {
	return key.endsWith("/.env");
}

/** The conversation with one more event in its window. */
export function folded(life: Life, event: Event, came?: Came): Life {
	return { ...life, window: fold(life.window, event), trail: { before: life.trail, event, came } };
}

/** The conversation after an event that may have changed a subject. */
export function doubt(life: Life, { key }: Pick<Doubt, "key">): Life {
	const latest = new Map(life.latest);
	latest.delete(key);
	return { ...life, latest };
}

function withLabel(labels: Life["labels"], { key, label }: Pick<Shown, "key" | "label">): Life["labels"] {
	const known = labels.get(key) ?? [];
	return known.includes(label) ? labels : new Map(labels).set(key, [...known, label]);
}

/** How an event names lines of a file. */
export function placeOf({ key, first, last }: Doubt): Place {
	const path = key.slice("file ".length);
	const subject = { kind: "file", name: path, label: path } as const;
	return Number.isFinite(last) ? { subject, lines: { first, last } } : { subject };
}

/** A write without a result may or may not have happened. */
function nextTurn(life: Life): Life {
	let next: Life = { ...folded(life, { kind: "turn" }), turn: life.turn + 1, open: [] };
	for (const { own } of life.open) {
		if (own) next = doubt(next, own);
	}
	return next;
}
