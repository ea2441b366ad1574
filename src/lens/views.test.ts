import { describe, expect, test } from "bun:test";
import type { Gutter, Part, View } from "../core/types.ts";
import { NO_GUTTER, UNLIMITED, withoutDoubtfulEnds } from "./views.ts";

const FILE = { kind: "file", name: "/clock.ts", label: "clock.ts" } as const;
const TAB: Gutter = { kind: "number", width: 0, mark: "\t", forced: true };

function shown(text: string, part: Partial<Part> = {}): View {
	const whole: Part = {
		subject: FILE,
		from: 0,
		count: text.split("\n").length,
		first: 11,
		gutter: NO_GUTTER,
		room: 20,
	};
	return { kind: "shown", parts: [{ ...whole, ...part }] };
}

/** Lines of the text that are still lines of the file, with the number of the first, and those in doubt. */
function sure(text: string, part: Partial<Part> = {}): string {
	const { view, doubts } = withoutDoubtfulEnds(shown(text, part), text);
	if (view.kind !== "shown") return view.kind;
	const parts = view.parts.map(({ from, count, first, room }) => `${from}+${count} as ${first} of ${room}`);
	const hides = doubts.map(({ lines }) => `hides ${lines?.first}-${lines?.last}`);
	return [...parts, ...hides].join(", ");
}

describe("if a host may have trimmed a text,", () => {
	test.each([
		["one\ntwo", "0+2 as 11 of 20"],
		["\tone\ntwo", "1+1 as 12 of 19, hides 11-11"],
		["\n \n\tone\ntwo", "3+1 as 14 of 17, hides 11-13"],
		["\none\ntwo", "1+2 as 12 of 19, hides 11-11"],
		["one\ntwo ", "0+1 as 11 of 0, hides 11-Infinity"],
		["one\ntwo\n\n", "0+2 as 11 of 0, hides 11-Infinity"],
		["\tone", "hides 11-11"],
		[" \n\t", "hides 11-Infinity"],
	])("the lens is sure of these lines of %j: %s", (text, expected) => {
		expect(sure(text)).toBe(expected);
	});

	test.each([
		["  11\tone\n  12\ttwo", "0+2 as 11 of 20"],
		["11\tone\n12\t", "0+2 as 11 of 20"],
		["11\tone\n12\ttwo ", "0+1 as 11 of 0, hides 11-Infinity"],
		["11\tone\n12\t ", "0+1 as 11 of 0, hides 11-Infinity"],
	])("the lens is sure of these numbered lines of %j: %s", (text, expected) => {
		expect(sure(text, { gutter: TAB })).toBe(expected);
	});

	test("lines above and below a part do not matter", () => {
		expect(sure("\tword\none\n ", { from: 1, count: 1 })).toBe("1+1 as 11 of 20");
	});

	test("a part with unlimited room keeps it", () => {
		expect(sure("\tone\ntwo", { room: UNLIMITED })).toBe(`1+1 as 12 of ${UNLIMITED - 1}, hides 11-11`);
	});

	test("hunks and signed lines of a diff are clipped alike", () => {
		const part: Part = { subject: FILE, from: 0, count: 3, first: 1, gutter: { kind: "sign", sign: " " }, room: 0 };
		const view: View = { kind: "diff", parts: [], signed: [part], hunks: [{ subject: FILE, from: 0, count: 3 }] };
		expect(withoutDoubtfulEnds(view, " one\n two\n three")).toMatchObject({
			view: { signed: [{ from: 1, count: 2, first: 2 }], hunks: [{ from: 1, count: 2 }] },
			doubts: [{ subject: FILE, lines: { first: 1, last: 1 } }],
		});
	});

	test.each<View>([{ kind: "failed" }, { kind: "opaque", hides: [] }])("a view %j stays as it is", (view) => {
		expect(withoutDoubtfulEnds(view, " one")).toEqual({ view, doubts: [] });
	});
});
