import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../lens/types.ts";

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

/** The sessions in these places. */
export function filesIn(places: readonly Place[]): string[] {
	const there = places.filter(({ folder }) => existsSync(folder));
	const files = there.flatMap(({ folder, isSession }) =>
		walk(folder, "")
			.filter(isSession)
			.map((path) => join(folder, path)),
	);
	return ordered(files);
}

/** The file at a path, or what may be sessions in a folder: logs, documents and databases. */
export function filesUnder(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	return ordered(
		walk(path, "")
			.filter((file) => /\.(jsonl|json|db)$/.test(file))
			.map((file) => join(path, file)),
	);
}

/** Each file once, in an order that hangs on nothing but the names. */
export function ordered(files: readonly string[]): string[] {
	return [...new Set(files)].sort();
}

/** Files under a folder, by their path from its root. Folders that cannot be opened count as empty. */
function walk(root: string, folder: string): string[] {
	return entriesOf(join(root, folder)).flatMap((entry) => {
		const path = folder === "" ? entry.name : join(folder, entry.name);
		if (entry.isDirectory()) return NO_SESSIONS.has(entry.name) ? [] : walk(root, path);
		return entry.isFile() || isLinkToFile(entry, join(root, path)) ? [path] : [];
	});
}

const NO_SESSIONS: ReadonlySet<string> = new Set([".git", "node_modules"]);

function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

/** Links to folders are not followed, since they may lead in a circle. */
function isLinkToFile(entry: Dirent, path: string): boolean {
	return entry.isSymbolicLink() && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}
