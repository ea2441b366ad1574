import { CLOCK, hits, type Silent, SRC, testSearch } from "../../../contracts/search.ts";
import { geminiCliTools } from "./gemini-cli.ts";

const found = (count: number, where: string, text: string): string =>
	`Found ${count} matches for pattern "turn" in ${where}:\n---\nFile: clock.ts\n${text}\n---`;
const lines = hits((number, text) => `L${number}: ${text}`);

/** Results about which less is known, whatever the name of the search. */
const silentFor = (tool: string): readonly Silent[] => [
	[tool, { pattern: "turn", path: CLOCK }, lines, "of the call"],
	[tool, { pattern: "turn", path: CLOCK }, hits((number, text) => `${number}:${text}`), "of the call"],
	[tool, { pattern: "KEY", path: ".env" }, found(1, ".env", "L1: KEY=x"), "not kept"],
	[tool, { pattern: "rule", path: "GEMINI.md" }, found(1, "GEMINI.md", "L1: rule"), "not kept"],
	[tool, { pattern: "turn" }, `Tool output was too large and has been truncated.\n${lines}`, "hidden"],
	[tool, { pattern: "(" }, "Invalid regular expression pattern", "failed", "failed"],
	["glob", { pattern: "*", path: "/none" }, "Search path does not exist /none", "failed", "failed"],
	["list_directory", { path: CLOCK }, `Error: Path is not a directory: ${CLOCK}`, "failed", "failed"],
];

testSearch(
	"Gemini CLI before 0.61",
	geminiCliTools,
	[
		["search_file_content", { pattern: "turn" }, found(6, "the workspace directory", lines)],
		["search_file_content", { pattern: "turn", include: "*.ts" }, found(1, 'path "." (filter: "*.ts")', "L3: turn();")],
		["search_file_content", { pattern: "turn", path: "src" }, found(1, 'path "src"', "L3: turn();")],
		["search_file_content", { pattern: "none" }, 'No matches found for pattern "none" in the workspace directory.'],
		["glob", { pattern: "**/*.ts" }, `Found 2 file(s) matching "**/*.ts" within ${SRC}:\n${CLOCK}\n${SRC}/dial.ts`],
		["glob", { pattern: "*.zig" }, 'No files found matching pattern "*.zig"'],
		["glob", { pattern: "*.ts", path: SRC }, `Found 1 file(s) (9 files were git-ignored):\n${CLOCK}`],
		["list_directory", { path: SRC }, `Directory listing for ${SRC}:\n[DIR] hands\nclock.ts`],
		["list_directory", { path: SRC, ignore: ["*.js"] }, `Directory listing for ${SRC}:\nclock.ts\n\n(1 ignored)`],
		["list_directory", { path: SRC }, `Directory ${SRC} is empty.`],
	],
	[
		...silentFor("search_file_content"),
		["search_file_content", { pattern: "turn", path: CLOCK }, found(6, `path "${CLOCK}"`, lines), "of the call"],
		["glob", { pattern: "*" }, "Tool output was too large and has been truncated.\nThe rest is elsewhere.", "hidden"],
	],
);

testSearch(
	"Gemini CLI 0.61",
	geminiCliTools,
	[
		["grep_search", { pattern: "turn" }, found(6, 'path "."', lines)],
		["grep_search", { pattern: "turn", dir_path: "src", total_max_matches: 1 }, found(1, "src", "L3: turn();\n(more)")],
		["grep_search", { pattern: "turn", names_only: true }, "Found 1 files with matches:\nsrc/clock.ts"],
		["grep_search", { pattern: "none", dir_path: "src" }, 'No matches found for pattern "none" in path "src".'],
		["grep_search", { pattern: "turn", context: 1 }, found(1, "src", "L2- a\nL3: turn();\nL4- b")],
		["glob", { pattern: "**/*.ts" }, `Found 2 file(s) matching "**/*.ts":\n${CLOCK}\n${SRC}/dial.ts`],
		["glob", { pattern: "*.zig", dir_path: SRC }, 'No files found matching pattern "*.zig"'],
		["list_directory", { dir_path: SRC }, `Directory listing for ${SRC}:\n[DIR] hands\nclock.ts (120 bytes)`],
		["list_directory", { dir_path: SRC, ignore: ["*.js"] }, `Directory listing for ${SRC}:\nclock.ts\n\n(1 ignored)`],
		["list_directory", { dir_path: SRC }, `Directory ${SRC} is empty.`],
	],
	[
		...silentFor("grep_search"),
		[
			"grep_search",
			{ pattern: "turn", after: 5 },
			found(
				1,
				"src",
				hits((n, text) => `L${n}- ${text}`),
			),
			"of the call",
		],
		["grep_search", { pattern: "KEY", dir_path: ".env.local" }, found(1, ".env.local", "L1: KEY=x"), "not kept"],
		["grep_search", { pattern: "turn" }, "<tool_output_masked>\nL3: turn();\n</tool_output_masked>", "hidden"],
		["grep_search", { pattern: "turn" }, `${lines}\n\n<hook_context>No.</hook_context>`, "hidden"],
		["glob", { pattern: "*" }, "Output too large. Showing first 8,000 and last 32,000 characters.", "hidden"],
	],
);
