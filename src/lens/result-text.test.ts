import { expect, test } from "bun:test";
import { toolsOf } from "../../contracts/hosts.ts";
import { fold } from "../core/fold.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { deliver } from "./deliver.ts";
import { lookAtCall } from "./look.ts";
import { type ResultKind, resultKind } from "./result-text.ts";
import type { ToolCall } from "./types.ts";

const TOOLS = toolsOf("claude-code");
const LINES = Array.from({ length: 80 }, (_, index) => `const value${index} = compute(${index * 7}, "${index}");`);
const FILE = { file_path: "/w/a.ts" };

const numbered = (from: number, end: number): string =>
	LINES.slice(from, end)
		.map((line, index) => `${from + index + 1}\t${line}`)
		.join("\n");
const bash = (command: string): Step => ({ tool: "Bash", input: { command }, text: LINES.join("\n") });
const read = (input: object, from = 0, end = LINES.length): Step => {
	return { tool: "Read", input: { ...FILE, ...input }, text: numbered(from, end) };
};
const WRITE: Step = { tool: "Write", input: { ...FILE, content: LINES.join("\n") }, text: "File created" };

type Step = Pick<ToolCall, "tool" | "input"> & { readonly text: string };

const CASES: readonly (readonly [ResultKind, string, readonly Step[]])[] = [
	["file", "a file", [read({})]],
	["file", "a file read again", [read({}), read({})]],
	["range", "a part of a file", [read({}), read({ offset: 11, limit: 40 }, 10, 50)]],
	["output", "what a command printed", [bash("npm test"), bash("npm test")]],
	["own", "a file that the model wrote", [WRITE, read({})]],
	["other", "what another tool said", [{ tool: "mcp__wiki__find", input: {}, text: LINES.join("\n") }]],
];

test.each(CASES)("of the kind %p is %s", (kind, _, steps) => {
	let window: Window = emptyWindow();
	let last: ResultKind | undefined;
	for (const [index, { tool, input, text }] of steps.entries()) {
		const call: ToolCall = { id: `${index}`, tool, input, directory: "/w" };
		const asked = lookAtCall(TOOLS, call);
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: asked });
		const delivery = deliver(window, TOOLS, call, text);
		window = delivery.window;
		last = resultKind(asked, delivery.answer);
		if (index > 0) expect(delivery.answer.form).not.toBe("whole");
	}
	expect(last).toBe(kind);
});

test("a file whose first line is behind a word of the tool is a file", () => {
	const tools = toolsOf("opencode");
	const call: ToolCall = { id: "1", tool: "read", input: { filePath: "/w/a.ts" }, directory: "/w" };
	const text = [
		"<path>/w/a.ts</path>",
		"<type>file</type>",
		`<content>${LINES.map((line, index) => `${index + 1}: ${line}`).join("\n")}`,
		"",
		`(End of file - total ${LINES.length} lines)`,
		"</content>",
	].join("\n");
	const asked = lookAtCall(tools, call);
	const window = fold(fold(emptyWindow(), { kind: "turn" }), { kind: "call", call: asked });
	expect(resultKind(asked, deliver(window, tools, call, text).answer)).toBe("file");
});
