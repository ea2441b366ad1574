import { describe, expect, test } from "bun:test";
import { fold } from "../core/fold.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { deliver } from "./deliver.ts";
import {
	changeTool,
	describeTools,
	editTool,
	readOnlyTool,
	readTool,
	searchTool,
	shellTool,
	writeTool,
} from "./index.ts";
import { lookAtCall, lookAtText } from "./look.ts";
import type { Outcome, ToolCall } from "./types.ts";

const tools = describeTools({
	show: readTool({ path: "file", first: "start", last: "end", numbers: ": " }),
	plain: readTool({ path: "file", first: "offset", count: "limit", most: 100 }),
	save: writeTool({ path: "file", text: "content" }),
	replace: editTool({ path: "file", old: "before", text: "after" }),
	format: changeTool({ path: "file" }),
	find: searchTool({ path: "folder" }),
	run: shellTool({ command: "script", trims: false }),
	time: readOnlyTool(),
});

const code = Array.from({ length: 50 }, (_, index) => `const value${index + 1} = compute(${index + 1});`);
const numbered = (first: number, last: number): string =>
	code
		.slice(first - 1, last)
		.map((line, index) => `${first + index}: ${line}`)
		.join("\n");

type Exchange = readonly [tool: string, input: ToolCall["input"], text: string, outcome?: Outcome];

/** What is sent for each result of a conversation with one call per turn. */
function sent(talk: readonly Exchange[]): string[] {
	let window: Window = emptyWindow();
	return talk.map(([tool, input, text, outcome], index) => {
		const call = { id: String(index), tool, input, directory: "/project" };
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
		const delivery = deliver(window, tools, call, text, outcome);
		window = delivery.window;
		return delivery.answer.text;
	});
}

const whole = ["show", { file: "a.ts" }, numbered(1, 50)] as const;

describe("an own tool that reads files", () => {
	test("is quoted by the numbers that it prints", () => {
		const [first, second] = sent([whole, whole]);
		expect(first).toBe(numbered(1, 50));
		expect(second).toStartWith("[ibid] lines 1-50 as last shown by show.");
	});

	test("may show a range of lines, up to a last line or a number of lines", () => {
		expect(sent([whole, ["show", { file: "a.ts", start: 11, end: 40 }, numbered(11, 40)]])[1]).toStartWith("[ibid]");
		const part = ["plain", { file: "a.ts", offset: 11, limit: 30 }, code.slice(10, 40).join("\n")] as const;
		expect(sent([whole, part])[1]).toStartWith("[ibid] lines 11-40");
	});

	test.each([
		["has another number than was asked for", { file: "a.ts", start: 11 }, numbered(12, 40)],
		["has no numbers", { file: "a.ts" }, code.join("\n")],
		["has more lines than were asked for", { file: "a.ts", start: 1, end: 10 }, numbered(1, 11)],
		["answers a range that ends before it begins", { file: "a.ts", start: 9, end: 8 }, numbered(9, 10)],
		["answers a range that is no number", { file: "a.ts", start: "9" }, numbered(9, 10)],
		["is empty", { file: "a.ts" }, ""],
	])("is not believed if its result %s", (_, input, text) => {
		const call = { id: "1", tool: "show", input, directory: "/project" };
		expect(lookAtText(tools, call, text).kind).toBe("opaque");
	});

	test("ends a file only if it could have shown more", () => {
		const roomOf = (input: object) => {
			const call = { id: "1", tool: "plain", input: { file: "a.ts", ...input }, directory: "/project" };
			const view = lookAtText(tools, call, code.join("\n"));
			return view.kind === "shown" ? view.parts[0]?.room : undefined;
		};
		expect([roomOf({}), roomOf({ limit: 50 }), roomOf({ limit: 500 })]).toEqual([100, 50, 100]);
	});
});

describe("own tools that change files", () => {
	const changed = numbered(1, 50).replace("compute(20)", "compute(0)");

	test("allow the model's own text to be quoted", () => {
		expect(sent([["save", { file: "a.ts", content: `${code.join("\n")}\n` }, "ok"], whole])[1]).toStartWith("[ibid]");
	});

	test("have the edited line sent if the edit was not made as described", () => {
		const edit = ["replace", { file: "a.ts", before: "compute(20)", after: "compute(2)" }, "ok"] as const;
		const text = sent([whole, edit, ["show", { file: "a.ts" }, changed]])[2];
		expect(text).toContain("20: const value20 = compute(0);");
		expect(text?.length).toBeLessThan(changed.length);
	});

	test("hide what was shown of a file if their arguments do not say what they do", () => {
		expect(sent([whole, ["format", { file: "a.ts" }, "ok"], whole])[2]).toBe(numbered(1, 50));
	});
});

describe("other own tools", () => {
	test("are known by the files that their commands print", () => {
		expect(sent([whole, ["run", { script: "cat a.ts" }, `${code.join("\n")}\n`]])[1]).toStartWith("[ibid] lines 1-50");
	});

	test("are known to change nothing, or to search", () => {
		for (const tool of ["time", "find"]) {
			const call = { id: "1", tool, input: { folder: "src" }, directory: "/project" };
			expect(lookAtCall(tools, call).readOnly).toBe(true);
		}
		const secret = { id: "1", tool: "find", input: { folder: ".env" }, directory: "/project" };
		expect(lookAtText(tools, secret, "KEY=1")).toEqual({ kind: "shown", parts: [] });
	});
});
