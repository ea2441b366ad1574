import { CLOCK, hits, SRC, testSearch } from "../../../contracts/search.ts";
import { openCodeTools } from "./opencode.ts";

const found = (count: string, text: string): string => `Found ${count}\n${CLOCK}:\n${text}`;
const CUT =
	"(Results truncated: showing 100 of 300 matches (200 hidden). Consider using a more specific path or pattern.)";
const SAVED = "The tool call succeeded but the output was truncated. Full output saved to: /tmp/x";

testSearch(
	"OpenCode 1.14 and 1.18",
	openCodeTools,
	[
		[
			"grep",
			{ pattern: "turn" },
			found(
				"6 matches",
				hits((number, text) => `  Line ${number}: ${text}\n`),
			),
		],
		["grep", { pattern: "turn", include: "*.ts" }, `Found 1 matches\n${SRC}/dial.ts:\n  Line 9: turn(dial);\n`],
		["grep", { pattern: "none" }, "No files found"],
		["grep", { pattern: "t" }, `${found("300 matches (showing first 100)", "  Line 1: t")}\n\n\n${CUT}`],
		[
			"grep",
			{ pattern: "t", path: "/" },
			`${found("1 matches", "  Line 1: t")}\n\n(Some paths were inaccessible and skipped)`,
		],
		["grep", { pattern: "t" }, `${found("2 matches", "  Line 1: t")}\n\n${SRC}/dial.ts:\n  Line 1: t`],
		["glob", { pattern: "**/*.ts" }, `${CLOCK}\n${SRC}/dial.ts`],
		["glob", { pattern: "*.zig", path: SRC }, "No files found"],
		["glob", { pattern: "**/*" }, `${CLOCK}\n\n(Results are truncated: showing first 100 results.)`],
		["list", { path: SRC }, `${SRC}/\n  clock.ts\n  dial.ts`],
	],
	[
		[
			"grep",
			{ pattern: "turn", path: CLOCK },
			found(
				"6 matches",
				hits((n, text) => `  Line ${n}: ${text}`),
			),
			"of the call",
		],
		["grep", { pattern: "turn", path: CLOCK }, hits((n, text) => `${n}: ${text}`), "of the call"],
		["grep", { pattern: "turn", path: CLOCK }, hits((n, text) => `${n}:${text}`), "of the call"],
		["grep", { pattern: "KEY", path: ".env" }, "Found 1 matches\n/home/you/.env:\n  Line 1: KEY=x", "not kept"],
		["grep", { pattern: "rule", path: "src/AGENTS.md" }, "Found 1 matches\nsrc/AGENTS.md:\n  Line 1: rule", "not kept"],
		["grep", { pattern: "turn" }, "[Old tool result content cleared]", "hidden"],
		["grep", { pattern: "turn" }, "[Output removed to save context - no longer needed]", "hidden"],
		[
			"grep",
			{ pattern: "turn" },
			`${found("9 matches", "  Line 1: t")}\n\n...38 lines truncated...\n\n${SAVED}`,
			"hidden",
		],
		["grep", {}, "The grep tool was called with invalid arguments: no pattern.", "failed"],
		["glob", { pattern: "*" }, "Tool execution aborted", "hidden"],
		["glob", { pattern: "*", path: "/none" }, "ENOENT: no such directory", "failed", "failed"],
	],
);
