import * as v from "valibot";

/** Objects come as JSON where a server of tools is asked by a hook, and as they are on standard input. */
export const JsonArgument: v.GenericSchema<unknown, unknown> = v.pipe(
	v.unknown(),
	v.transform((value) => (typeof value === "string" ? parsed(value) : value)),
);

/** A text that happens to be JSON of a mere word is that text. */
function parsed(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : text;
	} catch {
		return text;
	}
}
