import { serve } from "../src/wire/mcp-server.ts";

/** What each tool of the server says when it is called for the nth time. */
const SAYS: Readonly<Record<string, (count: number) => string>> = { orders, places };

const inputSchema = { type: "object", properties: {} };
const annotations = { readOnlyHint: true };
const counts = new Map<string, number>();

/** A server with a tool that answers in JSON on one line, and one that searches. */
await serve(
	{
		name: "kitchen",
		version: "1.0.0",
		listed: Object.keys(SAYS).map((name) => ({ name, description: "Asks the kitchen.", inputSchema, annotations })),
		call: async (name) => {
			const count = (counts.get(name) ?? 0) + 1;
			counts.set(name, count);
			return SAYS[name]?.(count) ?? "";
		},
	},
	process.stdin,
	process.stdout,
);

/** Two values differ from call to call. */
function orders(count: number): string {
	const tables = Array.from({ length: 9 }, (_, at) => ({ table: at + 1, dish: "pea soup", with: ["bread", "salt"] }));
	return JSON.stringify({ open: count, tables, minutes: 7 * count });
}

function places(): string {
	const files = ["cellar/shelf-of-onions.txt", "cellar/shelf-of-leeks.txt"];
	const lines = Array.from({ length: 12 }, (_, at) => 7 * at + 3);
	return files.flatMap((file, at) => lines.map((line) => `${file}:${line}:place ${line * 5 + at}`)).join("\n");
}
