import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { toolsOf } from "../../../contracts/hosts.ts";
import { code, plain } from "../../../sim/conversation-fixture.ts";
import { fold } from "../../core/fold.ts";
import { read } from "../../core/read.ts";
import { emptyWindow, type Window } from "../../core/window.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import { hasNotes } from "../../lens/result-text.ts";
import type { ToolCall } from "../../lens/types.ts";
import { refusal, tailCall } from "./channel.ts";
import {
	type Asked,
	type GeminiFixture,
	newGeminiFixture,
	printed,
	type Result,
	readOf,
	runOf,
	someLines,
	textOf,
} from "./gemini-fixture.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-promise-"));
afterAll(() => rmSync(base, { recursive: true }));

/** For one test, on a machine that has much else to do. */
const PATIENCE = 60_000;
const TOOLS = toolsOf("gemini-cli");
const NAMES = ["a.ts", "b.ts"] as const;

/** How a file is looked at, and what may happen otherwise. */
type Way = "whole" | "some" | "more" | "cat" | "sed";
type Look = { readonly file: number; readonly way: Way };
type Step =
	| { readonly kind: "look"; readonly looks: readonly Look[] }
	| { readonly kind: "edit" | "change"; readonly file: number; readonly line: number }
	| { readonly kind: "mask" | "compress"; readonly keeps: number };

const file = fc.integer({ min: 0, max: 1 });
const way = fc.constantFrom<Way>("whole", "whole", "some", "more", "cat", "sed");
const looks = fc.uniqueArray(fc.record({ file, way }), {
	minLength: 1,
	maxLength: 2,
	selector: (look) => JSON.stringify(look),
});
const line = fc.integer({ min: 0, max: 59 });
const keeps = fc.integer({ min: 0, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ kind: fc.constant("look"), looks }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("edit", "change"), file, line }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("mask", "compress"), keeps }) },
);

/** A session: its files, the window turn by turn, and which of its results are ours. */
type Life = {
	readonly fixture: GeminiFixture;
	readonly files: string[][];
	standing: (readonly Result[])[];
	/** What the host masks before it sends the next results. */
	masking: (result: Result, index: number) => Result;
	readonly ours: Set<string>;
};

async function live(steps: readonly Step[], asErrors: boolean): Promise<Life> {
	const fixture = newGeminiFixture(base);
	fixture.channel = asErrors ? refusal : tailCall;
	const life: Life = { fixture, files: [code(60), code(60, 500)], standing: [], masking: same, ours: new Set() };
	for (const each of steps) await happen(life, each);
	return life;
}

async function happen(life: Life, each: Step): Promise<void> {
	const { fixture, files, standing } = life;
	switch (each.kind) {
		case "look":
			return turn(
				life,
				each.looks.map((look) => showing(files[look.file]!, NAMES[look.file]!, look.way)),
			);
		case "change":
			files[each.file] = files[each.file]!.with(each.line, `// changed ${fixture.recorded().length}`);
			return;
		case "edit": {
			const [old_string, new_string] = [files[each.file]![each.line]!, `// edited ${fixture.recorded().length}`];
			files[each.file] = files[each.file]!.with(each.line, new_string);
			const asked = { tool: "replace", input: { file_path: NAMES[each.file], old_string, new_string } };
			return turn(life, [[asked, `Successfully modified file: ${NAMES[each.file]} (1 replacements).`]]);
		}
		case "mask":
			life.masking = (result, index) => (index < standing.flat().length - each.keeps ? masked(result) : result);
			return;
		case "compress":
			return rewrite(life, standing.flat().slice(standing.flat().length - each.keeps), []);
	}
}

const same = (result: Result): Result => result;
const masked = (result: Result): Result => ({ ...result, response: { output: "<tool_output_masked>\n…" } });

function showing(lines: readonly string[], name: string, way: Way): [Asked, string] {
	switch (way) {
		case "whole":
			return [readOf(name), plain(lines)];
		case "some":
			return [readOf(name, 11, 40), someLines(lines, 11, 40)];
		case "more":
			return [readOf(name, 31, 60), someLines(lines, 31, 60)];
		case "cat":
			return [runOf(`cat ${name}`), printed(plain(lines))];
		case "sed":
			return [runOf(`sed -n 5,50p ${name}`), printed(plain(lines.slice(4, 50)))];
	}
}

/** The model makes calls. What is shortened must lead back to what the tool has said, by what stood there before. */
async function turn(life: Life, calls: readonly (readonly [Asked, string])[]): Promise<void> {
	const { fixture, standing, masking, ours } = life;
	const got = await fixture.turn(calls, (open) => {
		if (masking !== same) rewrite(life, standing.flat().map(masking), open);
	});
	for (const [index, each] of got.entries()) {
		if (!each.isReplaced) continue;
		expect(rebuilt({ ...life, standing }, each)).toBe(calls[index]?.[1]);
		ours.add(each.id);
	}
	Object.assign(life, { standing: [...life.standing, got], masking: same });
}

function rewrite(life: Life, results: readonly Result[], open: readonly Result[]): void {
	life.standing = results.map((result) => [result]);
	life.fixture.rewrite(results, open);
}

/** What a shortened text stands for, by what the model has before it and by nothing that ibid has kept. */
function rebuilt({ fixture, standing, ours }: Life, got: Result): string | undefined {
	const callOf = ({ id, asked }: Result): ToolCall => ({ id, ...asked, directory: fixture.project });
	const asking = (window: Window, turn: readonly Result[]): Window =>
		turn.reduce(
			(now, each) => fold(now, { kind: "call", call: lookAtCall(TOOLS, callOf(each)) }),
			fold(window, { kind: "turn" }),
		);
	let window = emptyWindow();
	for (const turn of standing) {
		window = asking(window, turn);
		for (const each of turn) {
			const [text, shortened] = [inside(each), ours.has(each.id) && hasNotes(textOf(each))];
			const view = lookAtText(TOOLS, callOf(each), text, "done", shortened);
			window = fold(window, { kind: "result", id: each.id, text, view, shortened });
		}
	}
	const view = lookAtText(TOOLS, callOf(got), inside(got), "done", true);
	return view.kind === "shown" ? read(asking(window, [got]), inside(got), view.parts) : undefined;
}

/** A result of ours without what the host puts around it; those of commands have it anyway. */
function inside(result: Result): string {
	const text = textOf(result);
	if (result.asked.tool === "run_shell_command") return text;
	return /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(text)?.[1] ?? text;
}

describe("whatever happens in a session of Gemini CLI", () => {
	test(
		"a shortened text leads back to what its tool has said",
		async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), fc.boolean(), async (steps, asErrors) => {
					const { fixture } = await live(steps, asErrors);
					expect(fixture.recorded().filter(({ kind }) => kind === "failure")).toEqual([]);
				}),
				{ numRuns: 60 },
			);
		},
		PATIENCE,
	);

	const look = (way: Way): Step => ({ kind: "look", looks: [{ file: 0, way }] });

	test("a run that can no longer be read still counts as an earlier run", async () => {
		const { ours } = await live(
			[
				look("whole"),
				{ kind: "mask", keeps: 0 },
				{
					kind: "look",
					looks: [
						{ file: 0, way: "sed" },
						{ file: 0, way: "whole" },
					],
				},
				{
					kind: "look",
					looks: [
						{ file: 0, way: "whole" },
						{ file: 0, way: "sed" },
					],
				},
				look("some"),
				look("some"),
				look("more"),
				look("sed"),
				look("whole"),
			],
			false,
		);
		expect(ours.size).toBe(6);
	});

	test.each([false, true])("much is shortened in such sessions; as errors: %p", async (asErrors) => {
		const edit: Step = { kind: "edit", file: 0, line: 20 };
		const { ours } = await live([look("whole"), look("some"), edit, look("whole"), look("sed")], asErrors);
		expect(ours.size).toBe(2);
		const kept = await live([look("whole"), { kind: "compress", keeps: 1 }, look("whole")], asErrors);
		expect(kept.ours.size).toBe(1);
		const other: Step = { kind: "look", looks: [{ file: 1, way: "whole" }] };
		const gone = await live([look("whole"), { kind: "mask", keeps: 0 }, other, look("whole"), other], asErrors);
		expect(gone.ours.size).toBe(1);
	});
});
