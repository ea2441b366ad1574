import { sep } from "node:path";
import type { Origin, Warning } from "../config/types.ts";
import { didYouMean } from "./mistake.ts";

/** A warning about settings, in words for people. */
export function warningWords(warning: Warning, home: string): string {
	const place = placeWords(warning.origin, home);
	switch (warning.kind) {
		case "unknown":
			return `${place}: there is no key ${keyWords(warning.key)}.${meant(warning.key, warning.known)}`;
		case "wrong": {
			const taken = warning.counts === false ? " It counts as false." : "";
			return `${place}: ${warning.key} cannot be ${valueWords(warning.value)}; it can be ${warning.can}.${taken}`;
		}
		case "wider":
			return `${place}: ${warning.key} stays as it is, since a project may only make ibid do less.`;
		case "not for projects":
			return `${place}: ${warning.key} stays as it is, since a project may not set it.`;
		case "broken": {
			const isOff = warning.isOff ? ", but as it may say so, ibid is off" : "";
			return `${place}, ${warning.why}. Nothing in it counts${isOff}.`;
		}
		case "unreadable":
			return `${place} cannot be read (${warning.why}), so ibid is off.`;
	}
}

/** Where something was set, as people would look for it. */
export function placeWords(origin: Origin, home: string): string {
	if (origin.kind === "environment") return origin.name;
	const path = pathWords(origin.file, home);
	return origin.line === undefined ? path : `${path}:${origin.line}`;
}

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

function keyWords(key: string): string {
	return /^[\w.-]{1,40}$/.test(key) ? key : valueWords(key);
}

/** The key that was probably meant: by its name, or in another place. */
function meant(key: string, known: readonly string[]): string {
	const inner = known.find((name) => name === key || name.endsWith(`.${key}`));
	if (inner === undefined) return didYouMean(key, known);
	const [group, name] = inner.split(".");
	return ` There is ${name} inside of ${group}.`;
}
