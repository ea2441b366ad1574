import { CLOCK, hits, type Silent, SRC, testSearch } from "../../../contracts/search.ts";
import { copilotCliTools } from "./copilot-cli.ts";

const lines = { output_mode: "content", "-n": true } as const;
const pathed = hits((number, text) => `${CLOCK}:${number}:${text}`);
const LARGE = "Output too large to read at once (15.2 KB). Saved to: /tmp/x\n\nPreview:\n";

/** Results about which less is known, whatever the name of the search. */
const silentFor = (tool: string, place: "path" | "paths"): readonly Silent[] => [
	[tool, { pattern: "turn", [place]: CLOCK, ...lines }, pathed, "of the call"],
	[tool, { pattern: "turn", [place]: CLOCK, ...lines, "-A": 5 }, hits((n, text) => `${n}-${text}`), "of the call"],
	[tool, { pattern: "turn", [place]: CLOCK, ...lines }, hits((n, text) => `${n}:${text}`), "of the call"],
	[
		tool,
		{ pattern: "turn", [place]: SRC, ...lines, "-A": 5 },
		hits((n, text) => `${CLOCK}-${n}-${text}`),
		"of the call",
	],
	[tool, { pattern: "KEY", [place]: ".env", ...lines }, ".env:1:KEY=x", "not kept"],
	[tool, { pattern: "KEY", [place]: "keys/server.key", ...lines }, "keys/server.key:1:KEY", "not kept"],
	[tool, { pattern: "rule", [place]: "AGENTS.md", ...lines }, "AGENTS.md:1:rule", "not kept"],
	[tool, { pattern: "turn", ...lines }, LARGE + pathed, "hidden"],
	[tool, { pattern: "(" }, "regex parse error: unclosed group", "failed", "failed"],
	["glob", { pattern: "**/*" }, LARGE + CLOCK, "hidden"],
];

testSearch(
	"Copilot CLI 1.0.40",
	copilotCliTools,
	[
		["rg", { pattern: "turn" }, `${CLOCK}\n${SRC}/dial.ts`],
		["rg", { pattern: "turn", output_mode: "files_with_matches", "-i": true }, CLOCK],
		["rg", { pattern: "turn", paths: [SRC], ...lines }, `${CLOCK}:3:turn();\n${SRC}/dial.ts:9:turn();`],
		["rg", { pattern: "turn", paths: SRC, glob: "**/*.ts", ...lines, head_limit: 1 }, `${CLOCK}:3:turn(hand3);`],
		["rg", { pattern: "turn", paths: SRC, type: "ts", output_mode: "count" }, `${CLOCK}:6`],
		["rg", { pattern: "turn", paths: [SRC], ...lines, "-C": 1 }, `${CLOCK}-2-a\n${CLOCK}:3:turn();\n--\n${CLOCK}-8-b`],
		["rg", { pattern: "none" }, "No matches found."],
		["glob", { pattern: "**/*.ts", paths: [SRC] }, `${CLOCK}\n${SRC}/dial.ts`],
		["glob", { pattern: "src/*.ts" }, CLOCK],
		["glob", { pattern: "*.zig" }, "No files matched the pattern."],
	],
	[
		...silentFor("rg", "paths"),
		["rg", { pattern: "KEY", paths: [CLOCK, ".env"], ...lines }, ".env:1:KEY=x", "not kept"],
	],
);

testSearch(
	"Copilot CLI that names its search grep",
	copilotCliTools,
	[
		["grep", { pattern: "turn" }, `${CLOCK}\n${SRC}/dial.ts`],
		["grep", { pattern: "turn", output_mode: "files_with_matches", "-i": true }, CLOCK],
		["grep", { pattern: "turn", path: SRC, ...lines }, `${CLOCK}:3:turn();\n${SRC}/dial.ts:9:turn();`],
		["grep", { pattern: "turn", path: SRC, glob: "*.ts", ...lines, head_limit: 1 }, `${CLOCK}:3:turn(hand3);`],
		["grep", { pattern: "turn", output_mode: "count" }, `${CLOCK}:6`],
		["grep", { pattern: "a\\nb", multiline: true, ...lines }, `${CLOCK}:3:a\n${CLOCK}:4:b`],
		["grep", { pattern: "none" }, "No matches found."],
		["glob", { pattern: "**/*.ts", path: SRC }, `${CLOCK}\n${SRC}/dial.ts`],
		["glob", { pattern: "src/*.ts" }, CLOCK],
		["glob", { pattern: "*.zig" }, "No files matched the pattern."],
	],
	silentFor("grep", "path"),
);
