import * as v from "valibot";

/** Whether a value is an object with named properties. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a schema parses it. */
export function understood<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
	const result = v.safeParse(schema, value);
	return result.success ? result.output : undefined;
}

/** A point in time, in milliseconds. */
export function timeOf(moment: unknown): number | undefined {
	const time = typeof moment === "string" ? Date.parse(moment) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** An object with named properties; valibot's own record accepts lists, too. */
export const Properties: v.GenericSchema<unknown, Readonly<Record<string, unknown>>> = v.custom<
	Readonly<Record<string, unknown>>
>(isRecord);

/** The arguments of a call as JSON in a string, in which no arguments may be an empty string. */
export const Arguments: v.GenericSchema<string, Readonly<Record<string, unknown>>> = v.pipe(
	v.string(),
	v.transform((text) => text || "{}"),
	v.parseJson(),
	Properties,
);
