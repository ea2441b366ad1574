import { ALL_KEYS, type AnyKey } from "../config/keys.ts";
import { PROJECT_FILE } from "../config/places.ts";
import type { Entry } from "./reference.ts";

/** Each key that can be set: what it means, what it can be, its default and its variable. */
export const KEY_ENTRIES: readonly Entry[] = ALL_KEYS.map((key) => {
	const { name, about, variable } = key;
	return { name, about: `${about}${choicesOf(key)} Default: ${defaultWords(key)}. Variable: ${variable}.` };
});

/** Who has a say, and whose say counts, one paragraph each. */
export const PRECEDENCE: readonly string[] = [
	"What variables say counts first, then the project's file, then yours, then the default. What they say of ignore adds up.",
	`A project's ${PROJECT_FILE} may come from strangers, so it can only narrow what you have set: switch ibid off, ignore more files, ask more of a note.`,
];

/** What counts if nobody sets a key. */
export function defaultWords({ default: standard }: AnyKey): string {
	return Array.isArray(standard) ? "none" : String(standard);
}

/** What a project may do to a key. */
export function projectWords(key: AnyKey): string {
	if ("add" in key) return "can add to it";
	if (!("isNarrower" in key)) return "has no say";
	return typeof key.default === "boolean" ? "can set it to false" : "can raise it";
}

function choicesOf({ kind: { schema } }: AnyKey): string {
	return Array.isArray(schema.enum) ? ` One of ${schema.enum.join(", ")}.` : "";
}
