import { describe, expect, test } from "bun:test";
import type { OwnEdit, OwnWrite, Part, View } from "../src/core/types.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import type { Outcome, ToolCall, Tools } from "../src/lens/types.ts";

/** Arguments of a call. */
export type Input = ToolCall["input"];

/**
 * A call that changes files, its result, what the lens says about both, and how the call ended according to the host.
 */
export type Row = readonly [tool: string, input: Input, text: string, expected: string, outcome?: Outcome];

/** Where the model works. */
export const PROJECT: string = "/home/you/project";
/** The file that it changes. */
export const CLOCK: string = `${PROJECT}/src/clock.ts`;

/** What the tools of a host version do to files, and calls that are not believed: they hide, fail, or are unknown. */
export function testOwn(version: string, tools: Tools, told: readonly Row[], untold: readonly Row[]): void {
	describe(version, () => {
		test.each(told)("%s %j with the result %j: %s", (tool, input, text, expected, outcome = "done") => {
			expect(said(tools, tool, input, text, outcome)).toBe(expected);
			expect(expected).toMatch(/ (?:=|>) /);
		});

		test.each(untold)(
			"%s %j with the result %j is not believed: %s",
			(tool, input, text, expected, outcome = "done") => {
				expect(said(tools, tool, input, text, outcome)).toBe(expected);
				expect(expected).toMatch(/^nothing$|failed$|hides [^;]*$/);
			},
		);
	});
}

/** In words: what the lens says about a call and about its result. */
export function said(tools: Tools, tool: string, input: Input, text: string, outcome?: Outcome): string {
	const call = { id: "1", tool, input, directory: PROJECT };
	const { subjects, own, readOnly } = lookAtCall(tools, call);
	expect(readOnly).toBe(false);
	if (subjects.every(({ kind }) => kind === "call")) return subjects.length > 0 ? "nothing" : "no subject";
	return [
		...own.filter((each) => each.kind !== "patch").map(wordOwn),
		wordView(lookAtText(tools, call, text, outcome)),
	].join("; ");
}

function wordOwn(own: OwnWrite | OwnEdit): string {
	const file = lastName(own.subject.name);
	if (own.kind === "write") return `${file} = ${JSON.stringify(own.text)}`;
	return `${file}: ${JSON.stringify(own.old)} > ${JSON.stringify(own.text)}${own.all ? " everywhere" : ""}`;
}

function wordView(view: View): string {
	if (view.kind === "failed") return "failed";
	if (view.kind === "opaque") return `hides ${view.hides.map(({ subject }) => lastName(subject.name)).join(" ")}`;
	if (view.kind === "left") return "left";
	const word = ({ first, count, from, room }: Part): string =>
		`shows ${first}-${first + count - 1} from ${from}${room > 0 ? ` of ${room}` : ""}`;
	return view.parts.map(word).join() || "ok";
}

function lastName(path: string): string | undefined {
	return path.split(/[\\/]/).at(-1);
}

const patch = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const UPDATE = "*** Update File: src/clock.ts";

/** A patch of one line. */
export const PATCH: string = patch(UPDATE, "@@", "-now", "+then");
/** What it does. */
export const PATCHED: string = 'clock.ts: "now\\n" > "then\\n"';

/** Patches that are understood, and what the lens says about them once they are applied. */
export const PATCHES: readonly (readonly [text: string, effect: string])[] = [
	[PATCH, `${PATCHED}; ok`],
	[`${PATCH}\n`, `${PATCHED}; ok`],
	[patch("*** Add File: src/clock.ts", "+now", "+", "+then"), 'clock.ts = "now\\n\\nthen\\n"; ok'],
	[patch(UPDATE, "@@", "+now", "+then"), 'clock.ts: "" > "now\\nthen"; ok'],
	[patch(UPDATE, "@@", " above", "+now"), 'clock.ts: "above\\n" > "above\\nnow\\n"; ok'],
	[patch(UPDATE, "@@", " above", "", "-now"), 'clock.ts: "above\\n\\nnow\\n" > "above\\n\\n"; ok'],
	[patch(UPDATE, "@@ class Clock {", "-now", "+then"), `${PATCHED}; ok`],
	[patch(UPDATE, "@@", "-now", "+then", "*** End of File"), `${PATCHED}; ok`],
	[patch(UPDATE, "@@", "-a", "+b", "@@", "-c", "+d"), 'clock.ts: "a\\n" > "b\\n"; clock.ts: "c\\n" > "d\\n"; ok'],
	[patch(UPDATE, "@@", "-now", "+then", "*** Add File: src/dial.ts", "+x"), `${PATCHED}; dial.ts = "x\\n"; ok`],
	[patch("*** Delete File: src/clock.ts", "*** Add File: src/dial.ts", "+x"), 'dial.ts = "x\\n"; hides clock.ts'],
];

/** Patches that are not fully understood, even if they are applied. */
export const BAD_PATCHES: readonly (readonly [text: string, effect: string])[] = [
	[patch(UPDATE, "*** Move to: src/dial.ts", "@@", "-x", "+y"), "hides clock.ts dial.ts"],
	[patch(UPDATE, "*** Move to: src/dial.ts"), "hides clock.ts dial.ts"],
	[patch("*** Delete File: src/clock.ts"), "hides clock.ts"],
	[patch(UPDATE, "@@", "-a", "+b", UPDATE, "@@", "-c", "+d"), "hides clock.ts"],
	[patch(UPDATE, "@@", "-now", "then"), "hides clock.ts"],
	[patch(UPDATE, "@@ class Clock", "@@ run()", "-now"), "hides clock.ts"],
	[patch(UPDATE), "hides clock.ts"],
	[`<<'EOF'\n${PATCH}\nEOF`, "hides clock.ts"],
	[PATCH.replace("\n*** End Patch", ""), "hides clock.ts"],
	[PATCH.replace("src/", "~/"), "nothing"],
	[patch(), "nothing"],
	["--- a/src/clock.ts\n+++ b/src/clock.ts\n@@ -1 +1 @@\n-now\n+then", "nothing"],
];
