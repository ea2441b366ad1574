import * as v from "valibot";

/** What a value can be. */
export type Kind<Value> = {
	/** The value, if it can be that; else undefined. */
	readonly accept: (value: unknown) => Value | undefined;
	/** What it can be, in words that follow "it can be". */
	readonly can: string;
	/** The same for programs, as JSON schema. */
	readonly schema: Readonly<Record<string, unknown>>;
	/** What a variable or an argument means by a text; the text itself where it means nothing. */
	readonly fromText: (text: string) => unknown;
};

/** On or off. */
export function toggle(): Kind<boolean> {
	return {
		accept: accepting(v.boolean()),
		can: "true or false",
		schema: { type: "boolean" },
		fromText(text) {
			if (/^(on|1|true|yes)$/i.test(text)) return true;
			return /^(off|0|false|no)$/i.test(text) ? false : text;
		},
	};
}

/** One of some words. */
export function choice<Word extends string>(words: readonly Word[]): Kind<Word> {
	return {
		accept: accepting(v.picklist(words)),
		// Loading what words lists takes longer than all the rest, and hooks have no need of it.
		get can() {
			return new Intl.ListFormat("en", { type: "disjunction" }).format(words);
		},
		schema: { type: "string", enum: words },
		fromText: (text) => text,
	};
}

/** A number from one up to another. */
export function number(from: number, to: number): Kind<number> {
	return {
		accept: accepting(v.pipe(v.number(), v.minValue(from), v.maxValue(to))),
		can: `a number from ${from} to ${to}`,
		schema: { type: "number", minimum: from, maximum: to },
		fromText: numberIn,
	};
}

/** A whole number from one up to another. */
export function whole(from: number, to: number): Kind<number> {
	return {
		accept: accepting(v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to))),
		can: `a whole number from ${from} to ${to}`,
		schema: { type: "integer", minimum: from, maximum: to },
		fromText: numberIn,
	};
}

/** A list of globs. */
export function globs(): Kind<readonly string[]> {
	return {
		accept: accepting(v.array(v.pipe(v.string(), v.regex(GLOB)))),
		can: 'a list of globs such as "*.lock" or "/docs/**", none of which begins with "!"',
		schema: { type: "array", items: { type: "string", pattern: GLOB.source } },
		fromText: (text) =>
			text
				.split(",")
				.map((glob) => glob.trim())
				.filter((glob) => glob !== ""),
	};
}

/** Not empty, and no exception from other globs: a project's could undo those of the user. */
const GLOB = /^(?!!).*[^/]/;

function accepting<Value>(schema: v.GenericSchema<unknown, Value>): (value: unknown) => Value | undefined {
	return (value) => {
		const result = v.safeParse(schema, value);
		return result.success ? result.output : undefined;
	};
}

function numberIn(text: string): unknown {
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
