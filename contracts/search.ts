import { describe, expect, test } from "bun:test";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import { unwrapNothing } from "../src/lens/result-text.ts";
import type { Outcome, ToolCall, Tools } from "../src/lens/types.ts";
import { UNLIMITED } from "../src/lens/views.ts";

/** Arguments of a call. */
export type Input = ToolCall["input"];

/** A call that searches, and its result: its lines belong to the call, and help if the same call comes again. */
export type Answered = readonly [tool: string, input: Input, text: string];
/**
 * A call about which less is known: its lines look like a file's but belong to the call; or it hides, fails, or is not
 * kept.
 */
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

/** Hits in neighbouring lines of a file, in the format of a host. */
export function hits(word: (number: number, text: string) => string): string {
	return [3, 4, 5, 6, 7, 8].map((number) => word(number, `turn(hand${number});`)).join("\n");
}

/** What the searching tools of a host version show; none of them shows a file. */
export function testSearch(
	version: string,
	tools: Tools,
	answered: readonly Answered[],
	silent: readonly Silent[],
): void {
	describe(version, () => {
		test.each(answered)("%s %j has the result %j", (tool, input, text) => {
			expect(said(tools, tool, input, text)).toBe("of the call");
		});

		test.each(silent)("%s %j with the result %j shows no file: %s", (tool, input, text, end, outcome = "done") => {
			expect(said(tools, tool, input, text, outcome)).toBe(end);
		});

		const names = [...new Set([...answered, ...silent].map(([tool]) => tool))];
		test.each(names)("asking %s again is harmless", (tool) => {
			expect(lookAtCall(tools, { id: "1", tool, input: { pattern: "x" }, directory: "/" }).readOnly).toBe(true);
		});
	});
}

/** What the lens says about a text: all of its lines belong to the call, or it is hidden, failed, or not kept. */
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
