import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_FILE } from "../config/places.ts";
import type { Origin, Settings } from "../config/types.ts";
import { harmless, pathWords } from "./config-words.ts";
import { type Column, counted, headedTable, left, wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Settings for people: every key, its value and who says so; then the globs; then the files. */
export function configLines(settings: Settings, user: string, terminal: Terminal): string[] {
	const { bold, dim, width, home } = terminal;
	const rows = [...settings.values].map(([name, value]) => [name, inWords(value), setBy(settings.origins.get(name))]);
	const paint = (who: string): string => (who === DEFAULT ? dim(who) : who);
	const columns: readonly Column[] = [left("key"), left("value"), { ...left("set by", "end"), paint }];
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

function setBy(origins: readonly Origin[] = []): string {
	return origins.map(originWords).join(", ") || DEFAULT;
}

/** Where nobody has set anything. */
const DEFAULT = "default";

function originWords(origin: Origin): string {
	if (origin.kind === "environment") return origin.name;
	return origin.line === undefined ? origin.kind : `${origin.kind}:${origin.line}`;
}

function fileWords(file: string, home: string): string {
	return `${pathWords(file, home)}${existsSync(file) ? "" : ` ${MISSING}`}`;
}

/** Stands behind the path of a file that is not there. */
const MISSING = "(none)";
