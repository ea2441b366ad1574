import * as v from "valibot";

/** A hook that calls an MCP server passes objects as JSON text; on standard input they are objects. */
export const JsonArgument: v.GenericSchema<unknown, unknown> = v.pipe(
	v.unknown(),
	v.transform((value) => (typeof value === "string" ? parsed(value) : value)),
);

/** A text that happens to be JSON for a single word stays that text. */
function parsed(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : text;
	} catch {
		return text;
	}
}
