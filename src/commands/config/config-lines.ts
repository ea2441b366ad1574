import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_FILE } from "../../config/places.ts";
import type { ConfigWarning, SettingOrigin, Settings } from "../../config/types.ts";
import { didYouMean } from "../../runtime/user-error.ts";
import { counted, headedTable, left, type TableColumn, wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { harmless, pathWords, valueWords } from "../terminal/text.ts";

/** Settings for people: every key with its value and origin; then the globs; then the files. */
export function configLines(settings: Settings, user: string, terminal: Terminal): string[] {
	const { bold, dim, width, home } = terminal;
	const rows = [...settings.values].map(([name, value]) => [name, inWords(value), setBy(settings.origins.get(name))]);
	const paint = (who: string): string => (who === DEFAULT ? dim(who) : who);
	const columns: readonly TableColumn[] = [left("key"), left("value"), { ...left("set by", "end"), paint }];
	const lines = headedTable(columns, rows, terminal);
	const { ignore } = settings.config;
	const globs = ignore.length > 0 ? ["", bold("never shortened"), ...ignore.map(harmless)] : [];
	const project = join(settings.root, PROJECT_FILE);
	const files = [`user     ${fileWords(user, home)}`, `project  ${fileWords(project, home)}`];
	const places = files.flatMap((words) => wrap(words, width, INDENT));
	return [...lines, ...globs, "", ...places.map((line) => line.replace(MISSING, dim(MISSING)))];
}

const INDENT = " ".repeat("project  ".length);

function inWords(value: unknown): string {
	if (!Array.isArray(value)) return String(value);
	if (value.length === 0) return "none";
	return counted(value.length, "glob");
}

function setBy(origins: readonly SettingOrigin[] = []): string {
	return origins.map(originWords).join(", ") || DEFAULT;
}

/** If no setting was changed. */
const DEFAULT = "default";

function originWords(origin: SettingOrigin): string {
	if (origin.kind === "environment") return origin.name;
	return origin.line === undefined ? origin.kind : `${origin.kind}:${origin.line}`;
}

function fileWords(file: string, home: string): string {
	return `${pathWords(file, home)}${existsSync(file) ? "" : ` ${MISSING}`}`;
}

/** Follows the path of a file that does not exist. */
const MISSING = "(none)";

/** A warning about settings, in words. */
export function warningWords(warning: ConfigWarning, home: string): string {
	const place = originPlace(warning.origin, home);
	switch (warning.kind) {
		case "unknown":
			return `${place}: there is no key ${keyWords(warning.key)}.${meant(warning.key, warning.known)}`;
		case "wrong": {
			const taken = warning.counts === false ? " It counts as false." : "";
			return `${place}: ${warning.key} cannot be ${valueWords(warning.value)}; it can be ${warning.can}.${taken}`;
		}
		case "wider":
			return `${place}: ${warning.key} is ignored here: a project's file can only restrict ibid.`;
		case "not for projects":
			return `${place}: ${warning.key} is ignored here: a project's file cannot set it.`;
		case "broken": {
			const isOff = warning.isOff ? ", and ibid is off, since it may say so" : "";
			return `${place}, ${warning.why}. Nothing in it counts${isOff}.`;
		}
		case "unreadable":
			return `${place} cannot be read (${warning.why}), so ibid is off.`;
	}
}

/** Where a value was set, in words. */
export function originPlace(origin: SettingOrigin, home: string): string {
	if (origin.kind === "environment") return origin.name;
	const path = pathWords(origin.file, home);
	return origin.line === undefined ? path : `${path}:${origin.line}`;
}

function keyWords(key: string): string {
	return /^[\w.-]{1,40}$/.test(key) ? key : valueWords(key);
}

/** The key that was probably meant: one of a similar name, or of this name in a group. */
function meant(key: string, known: readonly string[]): string {
	const inner = known.find((name) => name === key || name.endsWith(`.${key}`));
	if (inner === undefined) return didYouMean(key, known);
	const [group, name] = inner.split(".");
	return ` There is a key ${name} in ${group}.`;
}
