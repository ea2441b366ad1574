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

/** What settings mean, however they are written, and without what has no effect. */
export function meaningOf(bytes: Uint8Array | undefined): string {
	const text = bytes ? Buffer.from(bytes).toString("utf8") : "";
	try {
		return JSON.stringify(withoutNothing(parseJsonc(text.trim() === "" ? "{}" : text)));
	} catch {
		return text.replace(/\s+/g, " ").trim();
	}
}

/** What is wrong with a JSON settings file; undefined if nothing is, or if there is no file. */
export function whyBroken(path: string): string | undefined {
	try {
		const text = textAt(path) ?? "";
		if (/\.jsonc?$/.test(path) && text.trim() !== "") parseJsonc(text);
		return undefined;
	} catch (error) {
		return `${path}, ${error instanceof Error ? error.message : error}`;
	}
}

/** Whether a program seems to have been stopped while it wrote settings: they are empty now, or half of JSON. */
export function isTorn(before: Uint8Array | undefined, now: Uint8Array | undefined): boolean {
	if (!before || !now || before.length === 0) return false;
	return now.length === 0 || (isJson(before) && !isJson(now));
}

function isJson(bytes: Uint8Array): boolean {
	try {
		parseJsonc(Buffer.from(bytes).toString("utf8"));
		return true;
	} catch {
		return false;
	}
}

function withoutNothing(value: unknown): unknown {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	const told = Object.entries(value).map(([key, each]) => [key, withoutNothing(each)] as const);
	const telling = told.filter(([, each]) => !isNothing(each)).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(telling);
}

function isNothing(value: unknown): boolean {
	return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
