import { readFileSync } from "node:fs";
import { serve } from "../../src/wire/mcp-server.ts";

/** A server with one tool that shows a file of the project, as servers that people use do. */
await serve(
	{
		name: "files",
		version: "1.0.0",
		listed: [
			{
				name: "show",
				description: "Shows a file.",
				inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
				annotations: { readOnlyHint: true },
			},
		],
		call: async (_, { path }) => readFileSync(String(path), "utf8"),
	},
	process.stdin,
	process.stdout,
);
