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

/** What settings say, however they are written, and without what says nothing. */
export function meaningOf(bytes: Uint8Array | undefined): string {
	const text = bytes ? Buffer.from(bytes).toString("utf8") : "";
	try {
		return JSON.stringify(withoutNothing(parseJsonc(text.trim() === "" ? "{}" : text)));
	} catch {
		return text.replace(/\s+/g, " ").trim();
	}
}

/** What is wrong with a file of settings in JSON; undefined where nothing is, or where there is none. */
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
