import { CLOCK, hits, SRC, testSearch } from "../../../contracts/search.ts";
import { piTools } from "./pi.ts";

const turn = { pattern: "turn", path: CLOCK } as const;

testSearch(
	"pi 0.58 to 1.5.0",
	piTools,
	[
		["grep", { ...turn, path: SRC, glob: "*.ts" }, hits((number, text) => `clock.ts:${number}: ${text}`)],
		["grep", { pattern: "turn" }, "src/clock.ts:3:turn();\n\nsrc/dial.ts:4:turn();"],
		[
			"grep",
			{ ...turn, literal: true, limit: 1 },
			"clock.ts:1: t\n\n[1 matches limit reached. Use limit=2 for more, or refine pattern]",
		],
		[
			"grep",
			{ ...turn, ignoreCase: true },
			`clock.ts:1: ${"x".repeat(500)}... [truncated]\n\n[Some lines truncated to 500 chars.]`,
		],
		["grep", { pattern: "none" }, "No matches found"],
		["find", { pattern: "*.ts", path: SRC }, "clock.ts\ndial.ts"],
		["find", { pattern: "**/*.ts", limit: 1 }, "src/clock.ts\n\n[1 results limit reached]"],
		["find", { pattern: "*.zig" }, "No files found matching pattern"],
		["ls", { path: SRC }, ".gitkeep\nclock.ts\nhands/"],
		["ls", { path: SRC, limit: 1 }, "clock.ts\n\n[1 entries limit reached]"],
		["ls", {}, "(empty directory)"],
	],
	[
		["grep", { ...turn, context: 6 }, hits((number, text) => `clock.ts-${number}- ${text}`), "of the call"],
		["grep", turn, hits((number, text) => `clock.ts:${number}: ${text}`), "of the call"],
		["grep", { ...turn, context: 6 }, hits((number, text) => `${number}-${text}`), "of the call"],
		["grep", turn, hits((number, text) => `${number}:${text}`), "of the call"],
		["grep", { pattern: "KEY", path: ".env" }, ".env:1: KEY=x", "not kept"],
		["grep", { pattern: "KEY", path: "keys/server.pem" }, "server.pem:1: KEY", "not kept"],
		["grep", { pattern: "rule", path: "AGENTS.md" }, "AGENTS.md:1: rule", "not kept"],
		["grep", { pattern: "(" }, "regex parse error: unclosed group", "failed", "failed"],
		["find", { pattern: "*", path: "/none" }, "Path not found: /none", "failed", "failed"],
		["ls", { path: "/none" }, "Path not found: /none", "failed", "failed"],
		["ls", { path: CLOCK }, `Not a directory: ${CLOCK}`, "failed", "failed"],
	],
);
