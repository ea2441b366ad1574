import { describe, expect, test } from "bun:test";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import { unwrapNothing } from "../src/lens/result-text.ts";
import type { Outcome, ToolCall, Tools } from "../src/lens/types.ts";
import { UNLIMITED } from "../src/lens/views.ts";

/** Arguments of a call. */
export type Input = ToolCall["input"];

/** A call that searches, and the text that answers it: lines of the call, of use where it is asked again. */
export type Answered = readonly [tool: string, input: Input, text: string];
/** One of which less may be said: its lines look like a file's, but are the call's; or it hides, fails, is not kept. */
export type Silent = readonly [
	tool: string,
	input: Input,
	text: string,
	end: "of the call" | "hidden" | "failed" | "not kept",
	outcome?: Outcome,
];

/** A folder of a project. */
export const SRC: string = "/home/you/project/src";
/** A file in it. */
export const CLOCK: string = `${SRC}/clock.ts`;

/** Hits in neighbouring lines of a file, worded as a host does. */
export function hits(word: (number: number, text: string) => string): string {
	return [3, 4, 5, 6, 7, 8].map((number) => word(number, `turn(hand${number});`)).join("\n");
}

/** What the tools of a host version that search show, of which none shows a file. */
export function testSearch(
	version: string,
	tools: Tools,
	answered: readonly Answered[],
	silent: readonly Silent[],
): void {
	describe(version, () => {
		test.each(answered)("%s %j is answered by %j", (tool, input, text) => {
			expect(said(tools, tool, input, text)).toBe("of the call");
		});

		test.each(silent)("%s %j answered by %j shows no file: %s", (tool, input, text, end, outcome = "done") => {
			expect(said(tools, tool, input, text, outcome)).toBe(end);
		});

		const names = [...new Set([...answered, ...silent].map(([tool]) => tool))];
		test.each(names)("asking %s again is harmless", (tool) => {
			expect(lookAtCall(tools, { id: "1", tool, input: { pattern: "x" }, directory: "/" }).readOnly).toBe(true);
		});
	});
}

/** What is said of a text: all of its lines are the call's, or it is hidden, failed, or not kept. */
function said(tools: Tools, tool: string, input: Input, text: string, outcome?: Outcome): string {
	const call = { id: "1", tool, input, directory: "/home/you/project" };
	const view = lookAtText(tools, call, text, outcome);
	if (view.kind === "opaque") return view.hides.length > 0 ? "hidden" : "untold";
	if (view.kind === "failed" || view.kind === "left") return view.kind;
	if (view.parts.length === 0) return "not kept";
	const { end: count } = unwrapNothing(text.split("\n"));
	const [subject] = lookAtCall(tools, call).subjects;
	expect(view.parts).toMatchObject([{ subject: { kind: "call" }, from: 0, count, first: 1, room: UNLIMITED }]);
	expect(view.parts[0]!.subject).toEqual(subject!);
	return "of the call";
}
