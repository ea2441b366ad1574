import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../lens/types.ts";
import { systemCode } from "../wire/system-error.ts";

/** Where a host keeps its sessions: a folder, and which files under it are sessions, by their path from there. */
export type Place = { readonly host: Host; readonly folder: string; readonly isSession: (path: string) => boolean };

/** Variables that hosts look at, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the sessions of all hosts are, unless told otherwise; the folders need not exist. */
export function placesOf(home: string, environment: Environment): Place[] {
	const at = (variable: string, ...otherwise: readonly string[]): string =>
		environment[variable] || join(home, ...otherwise);
	const claude = at("CLAUDE_CONFIG_DIR", ".claude");
	const codex = at("CODEX_HOME", ".codex");
	const openCode = join(at("XDG_DATA_HOME", ".local", "share"), "opencode");
	const pi = at("PI_CODING_AGENT_DIR", ".pi", "agent");
	const gemini = join(at("GEMINI_CLI_HOME"), ".gemini");
	const copilot = at("COPILOT_HOME", ".copilot");
	return [
		{ host: "claude-code", folder: join(claude, "projects"), isSession: named(/\.jsonl$/) },
		{ host: "codex", folder: join(codex, "sessions"), isSession: named(/rollout-[^/]*\.jsonl$/) },
		{ host: "codex", folder: join(codex, "archived_sessions"), isSession: named(/rollout-[^/]*\.jsonl$/) },
		// Other release channels have databases of their own, beside the usual one.
		{ host: "opencode", folder: openCode, isSession: named(/^opencode(-[^/]*)?\.db$/) },
		{ host: "pi", folder: join(pi, "sessions"), isSession: named(/\.jsonl$/) },
		{ host: "gemini-cli", folder: join(gemini, "tmp"), isSession: named(/(^|\/)chats\/.*\.jsonl?$/) },
		{ host: "copilot-cli", folder: join(copilot, "session-state"), isSession: named(/^[^/]*(\/events)?\.jsonl$/) },
	];
}

function named(pattern: RegExp): Place["isSession"] {
	return (path) => pattern.test(path.replaceAll("\\", "/"));
}

/** The sessions in these places, and what may hold some there and cannot be opened. */
export function filesIn(places: readonly Place[]): string[] {
	return ordered(places.flatMap(({ folder, isSession }) => walk(folder, "", isSession)));
}

/**
 * The file at a path, or what may be sessions in a folder: logs, documents and databases. What cannot be opened counts
 * as one, so that reading it says why. Throws where there is nothing at all.
 */
export function filesUnder(path: string): string[] {
	if (!isFolder(path)) return [path];
	return ordered(walk(path, "", (file) => /\.(jsonl|json|db)$/.test(file)));
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch (error) {
		if (systemCode(error) === "ENOENT") throw error;
		return false;
	}
}

/** Each file once, in an order that hangs on nothing but the names. */
export function ordered(files: readonly string[]): string[] {
	return [...new Set(files)].sort();
}

/** Files under a root that may be sessions, by their path from there, and folders that cannot be opened. */
function walk(root: string, folder: string, isSession: Place["isSession"]): string[] {
	const entries = entriesOf(join(root, folder));
	if (entries === "closed") return [join(root, folder)];
	return entries.flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return NO_SESSIONS.has(entry.name) ? [] : walk(root, path, isSession);
		const isFile = entry.isFile() || (entry.isSymbolicLink() && mayBeFile(join(root, path)));
		return isFile && isSession(path) ? [join(root, path)] : [];
	});
}

const NO_SESSIONS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** What is in a folder: nothing where there is none. */
function entriesOf(folder: string): Dirent[] | "closed" {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		return NOTHING_THERE.has(systemCode(error) ?? "") ? [] : "closed";
	}
}

const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Whether a link leads to a file, or cannot be followed. Links to folders are not followed, since they may lead in a circle. */
function mayBeFile(link: string): boolean {
	try {
		return statSync(link, { throwIfNoEntry: false })?.isFile() ?? false;
	} catch {
		return true;
	}
}
