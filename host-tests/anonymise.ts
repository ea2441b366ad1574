import { hostname, release, userInfo } from "node:os";
import { FOLDERS, folderOfFolders } from "./folders.ts";

/** Replaces throw-away folders by `/home/you`, however a host has written their names, and hides the system. */
export function anonymise(text: string): string {
	let changed = text;
	for (const [purpose, place] of Object.entries(FOLDERS)) {
		const path = `${folderOfFolders()}/ibid-${purpose}-`;
		for (const spell of SPELLINGS) changed = changed.replace(pattern(spell(path)), spell(place));
	}
	return changed.replaceAll(release(), "6.1.0");
}

/** What still identifies the machine on which a text was recorded. */
export function traces(text: string): string[] {
	const { username, homedir } = userInfo();
	const words = [folderOfFolders(), username, hostname(), release(), homedir, import.meta.dirname].flatMap((word) =>
		SPELLINGS.map((spell) => spell(word)),
	);
	const found = [...new Set(words)].filter((word) => !COMMON.has(word) && hasWord(text, word));
	return [...found, ...(text.match(SECRETS) ?? [])];
}

/** A path as it is, as Claude Code names folders after it, and as part of a URL. */
const SPELLINGS: readonly ((path: string) => string)[] = [
	(path) => path,
	(path) => path.replaceAll(/[^A-Za-z0-9]/g, "-"),
	(path) => encodeURIComponent(path),
];

/** Too common to identify anyone. */
const COMMON = new Set(["root", "-root", "user", "node", "localhost", "unknown", "", "/", "-"]);

const SECRETS = /sk-[a-z]+-[\w-]{8,}|(?!noreply@)\b[\w.+-]+@(?!example\.com)[\w-]+\.(?:com|org|net|io|dev)\b/g;

function pattern(beginning: string): RegExp {
	return new RegExp(`${RegExp.escape(beginning)}[A-Za-z0-9]{6}`, "g");
}

function hasWord(text: string, word: string): boolean {
	const before = word.startsWith("%") ? "" : "(?<![A-Za-z0-9])";
	return new RegExp(`${before}${RegExp.escape(word)}(?![A-Za-z0-9])`).test(text);
}
