import { parseJsonc } from "../wire/jsonc.ts";
import { textAt } from "./files.ts";

/** The content of a settings file by its keys; empty if the file is missing or cannot be read. */
export function saidIn(path: string): Readonly<Record<string, unknown>> {
	try {
		return entriesOf(parseJsonc(textAt(path) ?? "{}"));
	} catch {
		return {};
	}
}

/** The values of an object by their keys; empty if it is not an object. */
export function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}
