import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { longCommands } from "../../../sim/long-commands.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import { unwrapNothing } from "../result-text.ts";
import type { ToolCall, Tools } from "../types.ts";
import { shellLens } from "./shell.ts";

const lens = shellLens({ command: "command", trims: false });
const tools: Tools = { lenses: { shell: lens }, unwrap: unwrapNothing };
const call = (command: string): ToolCall => ({ id: "1", tool: "shell", input: { command }, directory: "/project" });

/** Pieces of commands, whole and broken. */
const SIGNS = [..."'\"`$(){}<>&|;#~*[!=%\\\t \n\u0000\u2028é9"];
const WORDS = [
	"cat",
	"sed -n",
	"1,5p",
	"a.ts",
	"echo",
	"---",
	"nl -ba",
	"head -5",
	"tail",
	"awk",
	"NR==1",
	"cd",
	"git diff",
];
const MORE_WORDS = [
	"<<EOF",
	"<<'EOF'",
	"<<-X",
	"EOF",
	"X",
	"2>&1",
	"&&",
	"||",
	"rg -n",
	"-C5",
	"[ibid] ",
	"printf",
	"\\\n",
];
const SCRAPS = [...SIGNS, ...WORDS, ...MORE_WORDS];

const garbage = fc
	.array(fc.oneof(fc.constantFrom(...SCRAPS), fc.string({ maxLength: 3 })), { maxLength: 40 })
	.map((scraps) => scraps.join(""));

describe("garbage", () => {
	test("never makes the lens throw, and parts stay inside the text", () => {
		fc.assert(
			fc.property(garbage, garbage, fc.boolean(), (command, text, shortened) => {
				lookAtCall(tools, call(command));
				const view = lookAtText(tools, call(command), text, "done", shortened);
				if (view.kind !== "shown") return;
				let end = 0;
				for (const { from, count } of view.parts) {
					expect(from).toBeGreaterThanOrEqual(end);
					end = from + count;
				}
				expect(end).toBeLessThanOrEqual(text.split("\n").length);
			}),
			{ numRuns: 20_000 },
		);
	}, 60_000);
});

test.each(longCommands(20_000))("long %s are handled within the time limit", (_, command, text) => {
	expect(lookAtCall(tools, call(command)).subjects.length).toBeGreaterThan(0);
	expect(lookAtText(tools, call(command), text, "done", true).kind).toBe("shown");
});
