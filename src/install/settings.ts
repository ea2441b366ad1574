import { parseJsonc } from "../wire/jsonc.ts";
import { textAt } from "./files.ts";

/** What a file of settings says under its keys; nothing if it is missing or cannot be read. */
export function saidIn(path: string): Readonly<Record<string, unknown>> {
	try {
		return entriesOf(parseJsonc(textAt(path) ?? "{}"));
	} catch {
		return {};
	}
}

/** What stands under the keys of an object; nothing where it is none. */
export function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}
