import { serve } from "../../src/wire/mcp-server.ts";

const recipe = { name: "recipe", description: "A recipe", inputSchema: { type: "object", properties: {} } };

/** A server with one tool, which always says the same about each dish. */
await serve({ name: "recipes", version: "1.0.0", listed: [recipe], call }, process.stdin, process.stdout);

async function call(_: string, { dish }: Readonly<Record<string, unknown>>): Promise<string> {
	return Array.from({ length: 40 }, (_, step) => `Step ${step}: stir the ${dish} ${step * step + 3} times.`).join("\n");
}
