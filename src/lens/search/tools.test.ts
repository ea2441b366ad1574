import { describe, expect, test } from "bun:test";
import { lookAtCall, lookAtText } from "../look.ts";
import { unwrapNothing } from "../page.ts";
import type { Lens, ToolCall, Tools } from "../types.ts";
import { claudeCodeSearches, copilotSearches, geminiSearches, openCodeSearches, piSearches } from "./tools.ts";

type Shape = readonly [tool: string, input: ToolCall["input"], text: string];

const SRC = "/home/you/project/src";
const CLOCK = `${SRC}/clock.ts`;
const TURNS = [3, 4, 5, 6, 7, 8].map((number) => ({ number, text: `turn(hand${number});` }));
const each = (word: (number: number, text: string) => string): string =>
	TURNS.map(({ number, text }) => word(number, text)).join("\n");

const claudeCode: readonly Shape[] = [
	["Glob", { pattern: "**/*.ts" }, `${SRC}/clock.ts\n${SRC}/dial.ts`],
	["Glob", { pattern: "*.md", path: SRC }, "No files found"],
	["Glob", { pattern: "**/*" }, `${CLOCK}\n(Results are truncated. Consider using a more specific path or pattern.)`],
	["LS", { path: SRC }, `- ${SRC}/\n  - clock.ts\n  - dial.ts`],
	["Grep", { pattern: "turn" }, "Found 2 files\nsrc/clock.ts\nsrc/dial.ts"],
	["Grep", { pattern: "turn", output_mode: "files_with_matches" }, "No files found"],
	["Grep", { pattern: "turn", output_mode: "count" }, "src/clock.ts:6\n\nFound 6 total occurrences across 1 file."],
	["Grep", { pattern: "turn", output_mode: "content" }, each((number, text) => `src/clock.ts:${number}:${text}`)],
	["Grep", { output_mode: "content", path: "src", "-A": 5 }, each((number, text) => `${CLOCK}-${number}-${text}`)],
	["Grep", { pattern: "none", output_mode: "content", path: CLOCK }, "No matches found"],
];

const openCode: readonly Shape[] = [
	["grep", { pattern: "turn" }, `Found 6 matches\n${CLOCK}:\n${each((number, text) => `  Line ${number}: ${text}\n`)}`],
	[
		"grep",
		{ pattern: "turn", path: CLOCK },
		`Found 6 matches\n${CLOCK}:\n${each((n, text) => `  Line ${n}: ${text}`)}`,
	],
	["grep", { pattern: "turn", include: "*.ts" }, `Found 1 matches\n${SRC}/dial.ts:\n  Line 9: turn(dial);\n`],
	["grep", { pattern: "none" }, "No files found"],
	["grep", { pattern: "t" }, `Found 300 matches (showing first 100)\n${CLOCK}:\n  Line 1: t\n\n\n(Results truncated)`],
	["grep", { pattern: "t", path: "/" }, `Found 1 matches\n${CLOCK}:\n  Line 1: t\n\n\n(Some paths were skipped)`],
	["glob", { pattern: "**/*.ts" }, `${CLOCK}\n${SRC}/dial.ts`],
	["glob", { pattern: "*.zig", path: SRC }, "No files found"],
	["glob", { pattern: "**/*" }, `${CLOCK}\n\n(Results are truncated: showing first 100 results.)`],
	["list", { path: SRC }, `${SRC}/\n  clock.ts\n  dial.ts`],
];

const pi: readonly Shape[] = [
	["grep", { pattern: "turn", path: CLOCK, context: 6 }, each((number, text) => `clock.ts-${number}- ${text}`)],
	["grep", { pattern: "turn", path: CLOCK }, each((number, text) => `clock.ts:${number}: ${text}`)],
	["grep", { pattern: "turn", path: SRC, glob: "*.ts" }, each((number, text) => `clock.ts:${number}: ${text}`)],
	["grep", { pattern: "turn" }, each((number, text) => `src/clock.ts:${number}:${text}`)],
	[
		"grep",
		{ pattern: "t", literal: true, limit: 1 },
		"clock.ts:1: t\n\n[1 matches limit reached. Use limit=2 for more]",
	],
	["grep", { pattern: "x", ignoreCase: true }, `clock.ts:1: ${"x".repeat(500)}... [truncated]`],
	["grep", { pattern: "none" }, "No matches found"],
	["find", { pattern: "*.ts", path: SRC }, "clock.ts\ndial.ts"],
	["find", { pattern: "*.zig" }, "No files found matching pattern"],
	["ls", { path: SRC }, "clock.ts\ndial.ts\nhands/"],
];

const found = (count: number, where: string): string => `Found ${count} matches for pattern "turn" in ${where}:\n---\n`;
const gemini: readonly Shape[] = [
	[
		"grep_search",
		{ pattern: "turn" },
		`${found(6, 'path "."')}File: src/clock.ts\n${each((n, text) => `L${n}: ${text}`)}`,
	],
	[
		"grep_search",
		{ pattern: "turn", after: 5 },
		`${found(1, "src")}File: clock.ts\n${each((n, text) => `L${n}- ${text}`)}`,
	],
	["grep_search", { pattern: "turn", names_only: true }, "Found 1 files with matches:\nsrc/clock.ts"],
	["grep_search", { pattern: "none", dir_path: "src" }, 'No matches found for pattern "none" in path "src".'],
	[
		"search_file_content",
		{ pattern: "turn" },
		`${found(1, "the workspace directory")}File: src/clock.ts\nL3: turn();\n---`,
	],
	["search_file_content", { pattern: "turn", include: "*.ts" }, `${found(1, "src")}File: a.ts\nL3: turn();\n---`],
	["glob", { pattern: "**/*.ts" }, `Found 2 file(s) matching "**/*.ts":\n${CLOCK}\n${SRC}/dial.ts`],
	["glob", { pattern: "*.zig" }, 'No files found matching pattern "*.zig"'],
	["list_directory", { dir_path: SRC }, `Directory listing for ${SRC}:\n[DIR] hands\nclock.ts`],
	["list_directory", { path: SRC }, `Directory ${SRC} is empty.`],
];

const lines = { output_mode: "content", "-n": true } as const;
const copilot: readonly Shape[] = [
	["rg", { pattern: "turn", paths: [CLOCK], ...lines }, each((number, text) => `${CLOCK}:${number}:${text}`)],
	["rg", { pattern: "turn", paths: [SRC], ...lines, "-A": 5 }, each((number, text) => `${CLOCK}-${number}-${text}`)],
	["rg", { pattern: "turn", paths: [CLOCK], ...lines, "-A": 5 }, each((number, text) => `${number}-${text}`)],
	["rg", { pattern: "turn", paths: SRC, glob: "**/*.ts", ...lines, head_limit: 1 }, `${CLOCK}:3:turn(hand3);`],
	["rg", { pattern: "turn" }, `${CLOCK}\n${SRC}/dial.ts`],
	["grep", { pattern: "turn", path: CLOCK, ...lines }, each((number, text) => `${CLOCK}:${number}:${text}`)],
	["grep", { pattern: "turn", output_mode: "count" }, `${CLOCK}:6`],
	["grep", { pattern: "none" }, "No matches found."],
	["glob", { pattern: "**/*.ts", paths: [SRC] }, `${CLOCK}\n${SRC}/dial.ts`],
	["glob", { pattern: "*.zig" }, "No files matched the pattern."],
];

describe.each<[string, Readonly<Record<string, Lens>>, readonly Shape[]]>([
	["Claude Code", claudeCodeSearches, claudeCode],
	["OpenCode", openCodeSearches, openCode],
	["pi", piSearches, pi],
	["Gemini CLI", geminiSearches, gemini],
	["Copilot CLI", copilotSearches, copilot],
])("%s", (_, lenses, shapes) => {
	const tools: Tools = { lenses, unwrap: unwrapNothing };

	test.each(shapes.map((shape) => [...shape] as [...Shape]))("%s %j shows no file", (tool, input, text) => {
		const call = { id: "1", tool, input, directory: "/home/you/project" };
		const { end: count } = unwrapNothing(text.split("\n"));
		const subject = { kind: "call", name: expect.stringMatching(new RegExp(`^${tool}\n`)) };
		const view = { kind: "shown", parts: [{ subject, from: 0, count, first: 1 }] };
		expect(lookAtText(tools, call, text)).toMatchObject(view);
	});

	test.each(Object.keys(lenses))("asking %s again is harmless", (tool) => {
		expect(lookAtCall(tools, { id: "1", tool, input: { pattern: "x" }, directory: "/" }).readOnly).toBe(true);
	});
});
