import { expect, test } from "bun:test";
import { fold } from "./fold.ts";
import { noneAt, settled, valueAt, valuesIn } from "./layered.ts";
import type { Subject } from "./types.ts";
import type { SubjectState } from "./window.ts";
import { emptyWindow, stateOf, type Window } from "./window.ts";

const MANY = 100;

function topicsOf({ states }: Window): SubjectState[] {
	return valuesIn(states);
}

function file(number: number): Subject {
	return { kind: "file", name: `/w/${number}.ts`, label: `${number}.ts` };
}

/** The windows after each of many subjects was named, one by one. */
function windowsOfMany(): Window[] {
	const windows = [emptyWindow()];
	for (let number = 0; number < MANY; number++) {
		const call = {
			id: String(number),
			subjects: [file(number)],
			readOnly: true,
			by: { kind: "tool", label: "Read" },
			own: [],
		} as const;
		windows.push(fold(windows.at(-1)!, { kind: "call", call }));
	}
	return windows;
}

test("every window knows the subjects named before it, and no others", () => {
	const known = windowsOfMany().map((window) =>
		topicsOf(window)
			.map(({ subject }) => subject.name)
			.sort(),
	);
	const named = Array.from({ length: MANY + 1 }, (_, count) => {
		return Array.from({ length: count }, (_, number) => file(number).name).sort();
	});
	expect(known).toEqual(named);
});

test("a subject that changes again is known as it is now, once, whether it is among the many or the few", () => {
	const last = windowsOfMany().at(-1)!;
	for (const number of [0, MANY - 1]) {
		const asked = fold(last, { kind: "ask", place: { subject: file(number) } });
		expect(stateOf(asked, file(number))?.asked).toHaveLength(1);
		expect(topicsOf(asked).filter(({ subject }) => subject.name === file(number).name)).toHaveLength(1);
		expect(stateOf(last, file(number))?.asked).toHaveLength(0);
	}
});

test("when the few join the many, what changed recently counts", () => {
	const states = topicsOf(windowsOfMany().at(-1)!);
	const recent = new Map(states.map((state) => [state.subject.name, { ...state, shown: 7 }]));
	const others = new Map(states.map((state) => [state.subject.name, state]));
	const joined = settled({ recent, others });
	expect(joined.recent.size).toBe(0);
	expect(valueAt(joined, file(3).name)?.shown).toBe(7);
	expect(valueAt(noneAt(), file(3).name)).toBeUndefined();
});
