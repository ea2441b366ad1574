import { describe, expect, test } from "bun:test";
import type { Outcome, Tools } from "../src/lens/types.ts";

/** A case: its tool, the text, what is left of the text, and how the call ended. */
export type Row = readonly [name: string, tool: string, text: string, left: string, outcome: Outcome];

/** Two lines of a file. */
export const CLOCK = "export const tick = 1;\nexport const tock = 2;";

/** A case in which a text only resembles a wrapper, so all of it is left. */
export function plain(name: string, tool: string, text: string): Row {
	return [name, tool, text, text.replace(/\n$/, ""), "done"];
}

/** A case in which a call did nothing, so the text is only the host's own words. */
export function refusal(name: string, tool: string, text: string): Row {
	return [name, tool, text, text, "failed"];
}

/**
 * What must hold for the wrappers of every host version. Some tools (`always`) wrap every text: a text without the
 * wrapper is not theirs.
 */
export function testUnwrap(
	version: string,
	unwrap: Tools["unwrap"],
	wrappers: readonly Row[],
	lookalikes: readonly Row[],
	always: readonly string[],
): void {
	const rows = [...wrappers, ...lookalikes];
	const tools = new Set(rows.map(([, tool]) => tool));
	describe(`what ${version} puts around a text`, () => {
		test.each(rows)("%s", (_name, tool, text, left, outcome) => {
			const lines = text.split("\n");
			const { from, end, uncut: _, ...said } = unwrap(lines, tool);
			expect(said).toEqual({ outcome });
			// No line of a cut text is claimed, so its place matters only if the case gives one.
			if (left !== "" || outcome !== "cut") expect(lines.slice(from, end)).toEqual(left === "" ? [] : left.split("\n"));
		});

		test("is not recognised in lines after a mark", () => {
			for (const [, tool, text] of wrappers) {
				const lines = text.split("\n").map((line) => (line === "" ? "" : `> ${line}`));
				const { from, end, outcome } = unwrap(lines, tool);
				expect(lines.slice(from, end).join("\n")).toBe(lines.join("\n").replace(/\n$/, ""));
				expect(outcome).toBe(always.includes(tool) ? "cut" : "done");
			}
		});

		test("leaves a place inside the text, for every text and tool", () => {
			const pieces = rows.map(([, , text]) => text);
			const texts = ["", "\n", "\n\n\n", ...pieces, ...pieces.map((text) => `${text}\n${pieces[0]}\n\n${text}\n`)];
			for (const tool of tools)
				for (const text of texts) {
					const lines = text.split("\n");
					const { from, end } = unwrap(lines, tool);
					expect(from >= 0 && from <= end && end <= lines.length).toBe(true);
				}
		});

		test("is found quickly, however long the text", () => {
			const long = wrappers.map(([, , text]) => `${text}\n`.repeat(3000).split("\n"));
			const begun = performance.now();
			for (const tool of tools) for (const lines of long) unwrap(lines, tool);
			expect(performance.now() - begun).toBeLessThan(5_000);
		});
	});
}
