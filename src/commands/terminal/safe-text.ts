import { sep } from "node:path";

/** A path, short if it lies in the home. */
export function pathWords(path: string, home: string): string {
	const isInside = path.startsWith(home) && /^([\\/]|$)/.test(path.slice(home.length));
	return harmless(isInside ? `~${path.slice(home.length)}` : path);
}

/** Words in which such paths may stand. */
export function wordsWithPaths(text: string, home: string): string {
	return harmless(text.replaceAll(`${home}${sep}`, `~${sep}`));
}

/** A value as a file would say it; the beginning of a long one. */
export function valueWords(value: unknown): string {
	const text = harmless(String(JSON.stringify(value)));
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 40;

/** A text without signs that steer a terminal: it may come from a repository of strangers. */
export function harmless(text: string): string {
	return text.replaceAll(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
