import { CLOCK, hits, SRC, testSearch } from "../../../contracts/search.ts";
import { claudeCodeTools } from "./claude-code.ts";

const content = { pattern: "turn", output_mode: "content" } as const;
const near = { ...content, path: CLOCK, "-C": 6 } as const;
const lines = hits((number, text) => `${number}-${text}`);

testSearch(
	"Claude Code up to 2.1.215",
	claudeCodeTools("2.1.215"),
	[
		["Glob", { pattern: "**/*.ts" }, `${SRC}/clock.ts\n${SRC}/dial.ts`],
		["Glob", { pattern: "*.md", path: SRC }, "No files found"],
		["Glob", { pattern: "**/*" }, `${CLOCK}\n(Results are truncated. Consider using a more specific path or pattern.)`],
		["LS", { path: SRC }, `- ${SRC}/\n  - clock.ts\n  - dial.ts`],
		["Grep", { pattern: "turn" }, "Found 2 files\nsrc/clock.ts\nsrc/dial.ts"],
		["Grep", { pattern: "turn", output_mode: "files_with_matches" }, "No files found"],
		["Grep", { pattern: "turn", output_mode: "count" }, "src/clock.ts:6\n\nFound 6 total occurrences across 1 file."],
		["Grep", content, hits((number, text) => `src/clock.ts:${number}:${text}`)],
		["Grep", { ...content, path: "src", "-A": 5 }, hits((number, text) => `${CLOCK}-${number}-${text}`)],
		["Grep", { ...content, path: "D:\\work\\src" }, hits((number, text) => `src\\clock.ts:${number}:${text}`)],
		["Grep", { ...content, path: CLOCK }, "No matches found"],
		[
			"Grep",
			{ ...content, head_limit: 9 },
			"No matches found\n\n[Showing results with pagination = limit: 9, offset: 0]",
		],
	],
	[
		["Grep", { ...near, output_mode: "files_with_matches" }, `${lines}\n9:tick`, "of the call"],
		["Grep", { ...near, path: SRC }, hits((number, text) => `src/clock.ts-${number}-${text}`), "of the call"],
		["Grep", { ...near, path: undefined }, `${lines}\n9:tick`, "of the call"],
		["Grep", { ...near, "-n": false }, `${lines}\n9:tick`, "of the call"],
		["Grep", { ...near, path: ".env" }, `${lines}\n9:tick`, "not kept"],
		["Grep", { ...near, path: "src/CLAUDE.md" }, `${lines}\n9:tick`, "not kept"],
		["Grep", near, `<persisted-output>\nOutput too large (72KB).\n\n${lines}\n...\n</persisted-output>`, "hidden"],
		["Grep", near, "[Old tool result content cleared]", "hidden"],
		["Grep", near, "<tool_use_error>Path does not exist: /home/you/clock.ts</tool_use_error>", "failed"],
		["Grep", near, "The user doesn't want to proceed with this tool use.", "failed"],
		["Glob", { pattern: "*" }, "<tool_use_error>Directory does not exist: src</tool_use_error>", "failed"],
		["Glob", { pattern: "*" }, "Ripgrep search timed out after 20 seconds.", "failed", "failed"],
	],
);
