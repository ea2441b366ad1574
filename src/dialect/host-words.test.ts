import { describe, expect, test } from "bun:test";
import { attachedIn, directoryIn, withoutBackground } from "./host-words.ts";

describe("the directory of a conversation", () => {
	test.each([
		[
			"# Environment\nYou have been invoked in the following environment: \n - Primary working directory: /w\n - Is a git repository: false",
		],
		[
			"<system-reminder>\n# Environment\nYou have been invoked in the following environment: \n - Primary working directory: /w\n</system-reminder>",
		],
		["<environment_context>\n  <cwd>/w</cwd>\n  <shell>bash</shell>\n</environment_context>"],
		["<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /w\n- **Directory Structure:**\n"],
		[
			"This is the Qwen Code. We are setting up.\nToday's date is Monday.\nMy operating system is: linux\nI'm currently working in the directory: /w\n",
		],
		["You are OpenCode, the best coding agent.\n\n<env>\n  Working directory: /w\n  Workspace root folder: /\n</env>"],
		[
			"You are the GitHub Copilot CLI, a terminal assistant.\n* Current working directory: /w\n* Git repository root: none",
		],
		["You are an expert coding assistant.\nCurrent date: 2026-11-18\nCurrent working directory: /w"],
	])("is read in %j", (text) => {
		expect(directoryIn([text])).toBe("/w");
		expect(directoryIn([text.replaceAll("/w", "C:\\w")])).toBe("C:\\w");
		expect(directoryIn([text.replaceAll("/w", "w")])).toBeUndefined();
		expect(directoryIn([`My log says:\n${text}`])).toBeUndefined();
	});

	test("is the last one that a host has stated", () => {
		const stated = (path: string): string => `<environment_context>\n  <cwd>${path}</cwd>\n</environment_context>`;
		expect(directoryIn([stated("/v"), "Go on.", stated("/w"), "Current working directory: /u"])).toBe("/w");
		expect(directoryIn([])).toBeUndefined();
	});
});

describe("what a host says of the project for any prompt", () => {
	const background = (words: string): string => {
		return `<system-reminder>\nAs you answer the user's questions, you can use the following context:\n${words}\n</system-reminder>`;
	};

	test.each([
		[background("# gitStatus\nStatus:\n M src/a.ts"), ""],
		[`${background("# gitStatus\n M src/a.ts")}\nLook at b.ts.`, "\nLook at b.ts."],
		[
			"<system-reminder>\nThe user sent a new message while you were working:\nLook at a.ts.\n</system-reminder>",
			undefined,
		],
		[`Look at this: ${background("a.ts")}`, undefined],
	])("is not what the user wrote: %j", (text, written = text) => {
		expect(withoutBackground(text)).toBe(written);
	});
});

describe("what a host has put into a prompt", () => {
	test.each([
		["nothing", "Read a.ts.", []],
		["a file of pi", '<file name="/w/a.ts">\none\n</file>', ["hidden /w/a.ts"]],
		["files of Gemini CLI", "\nContent from @a.ts:\none\nContent from @b c.ts:\n", ["hidden a.ts", "hidden b c.ts"]],
		["a file that has changed", "Note: /w/a.ts was modified, either by the user or by a linter.", ["hidden /w/a.ts"]],
		[
			"a read",
			'Called the Read tool with the following input: {"filePath":"a.ts"}',
			["cut read by Read", "hidden a.ts"],
		],
		["a command", 'Called the Bash tool with the following input: {"command":"ls"}', ["cut read by Bash"]],
	])("hides %s", (_, text, expected) => {
		const words = attachedIn([text], "/w")?.map((entry) => {
			if (entry.kind === "shown") return `${entry.outcome} read by ${entry.call.tool}`;
			return entry.kind === "hidden" ? `${entry.kind} ${entry.path}` : entry.kind;
		});
		expect(words).toEqual(expected);
	});

	test.each(["{", "[]", "7", "…"])("is unknown if the input of a call is %j", (json) => {
		expect(attachedIn([`Called the Read tool with the following input: ${json}`], "/w")).toBeUndefined();
	});

	test("is found in large texts without looking back from every letter", () => {
		const texts = ["You are \n".repeat(1e5), "<session_context>\n".repeat(1e5), "Note: ".repeat(2e5), " ".repeat(1e6)];
		expect(directoryIn(texts)).toBeUndefined();
		expect(attachedIn(texts, "/w")).toEqual([]);
	});
});
