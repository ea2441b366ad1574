import { type GenericSchema, safeParse } from "valibot";

/** Whether a value is an object with named properties. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a schema understands it. */
export function understood<T>(schema: GenericSchema<unknown, T>, value: unknown): T | undefined {
	const result = safeParse(schema, value);
	return result.success ? result.output : undefined;
}

/** A written moment, in milliseconds. */
export function timeOf(moment: unknown): number | undefined {
	const time = typeof moment === "string" ? Date.parse(moment) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}
