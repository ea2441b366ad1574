import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { UnreadableFile } from "../../audit/sum.ts";
import type { LogPlace } from "../../host/definition.ts";
import { HOSTS } from "../../hosts.ts";
import type { HostName } from "../../lens/types.ts";
import { UserError } from "../../runtime/user-error.ts";
import { statIf, systemCode } from "../../wire/system-error.ts";
import { grouped } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The files with sessions: the named ones, or all that these hosts keep; no host means all hosts. */
export function sessionFiles(
	paths: readonly string[],
	hosts: readonly HostName[],
	{ home, environment }: Pick<Terminal, "home" | "environment">,
): string[] {
	if (paths.length > 0) return ordered(paths.flatMap(filesAt));
	return filesIn(
		HOSTS.filter(({ name }) => hosts.length === 0 || hosts.includes(name)).flatMap(({ logs }) =>
			logs(home, environment),
		),
	);
}

function filesAt(path: string): string[] {
	try {
		return filesUnder(path);
	} catch (error) {
		if (systemCode(error) === "ENOENT") throw new UserError(`${path} does not exist.`);
		throw error;
	}
}

/** Throws if the named paths have no session that can be read, unless the user interrupted the reading. */
export function mustHoldSessions(
	paths: readonly string[],
	files: readonly string[],
	unreadable: readonly UnreadableFile[],
	{ interrupt, progress }: Pick<Terminal, "interrupt" | "progress">,
): void {
	const words = paths.length === 0 || interrupt.aborted ? undefined : noSessionWords(paths, files, unreadable);
	if (words === undefined) return;
	// Clears the progress line before an error is printed.
	progress("");
	throw new UserError(words);
}

function noSessionWords(
	paths: readonly string[],
	files: readonly string[],
	unreadable: readonly UnreadableFile[],
): string | undefined {
	if (files.length === 0) return `There is no session in ${new Intl.ListFormat("en-GB").format(paths)}. ${nameOne()}`;
	const [first] = unreadable;
	if (!first || new Set(unreadable.map(({ path }) => path)).size < files.length) return undefined;
	const said = `${first.path}${/^cannot /.test(first.why) ? "" : ":"} ${first.why}.`;
	const all = files.length === 1 ? said : `None of ${grouped(files.length)} files can be read, such as ${said}`;
	return `${all} ${/permission denied/.test(first.why) ? OPEN_IT : nameOne()}`;
}

function nameOne(): string {
	const hosts = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(HOSTS.map(({ title }) => title));
	return `Give a log of ${hosts}, or a folder of such logs.`;
}

const OPEN_IT = "Make it readable for your user, or give another.";

/** Whether a file may have entries from a time on: a log last written a day before that has none. */
export function mayReach(file: string, since: number | undefined): boolean {
	// New entries of a database may still be in the file next to it.
	if (since === undefined || file.endsWith(".db")) return true;
	const stats = statIf(file);
	// A folder is listed only because it cannot be opened, so its content is unknown.
	return !stats?.isFile() || stats.mtimeMs >= since - DAY;
}

const DAY = 24 * 60 * 60 * 1000;

/** The sessions in these places, and files that may be sessions but cannot be opened. */
export function filesIn(places: readonly LogPlace[]): string[] {
	return ordered(places.flatMap(({ folder, isLog }) => walk(folder, "", isLog)));
}

/**
 * The file at a path, or the possible sessions in a folder: logs, documents and databases. What cannot be opened is
 * included, so that reading it reports why. Throws if the path does not exist.
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

/** Each file once, ordered by name. */
export function ordered(files: readonly string[]): string[] {
	return [...new Set(files)].sort();
}

/** Files under a root that may be sessions, by their relative path, and folders that cannot be opened. */
function walk(root: string, folder: string, isLog: LogPlace["isLog"]): string[] {
	const entries = entriesOf(join(root, folder));
	if (entries === "closed") return [join(root, folder)];
	return entries.flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return NO_SESSIONS.has(entry.name) ? [] : walk(root, path, isLog);
		const isFile = entry.isFile() || (entry.isSymbolicLink() && mayBeFile(join(root, path)));
		return isFile && isLog(path) ? [join(root, path)] : [];
	});
}

const NO_SESSIONS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The content of a folder; empty if it does not exist. */
function entriesOf(folder: string): Dirent[] | "closed" {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		return NOTHING_THERE.has(systemCode(error) ?? "") ? [] : "closed";
	}
}

const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/**
 * Whether a link leads to a file, or cannot be followed. Links to folders are not followed, because they may form a
 * circle.
 */
function mayBeFile(link: string): boolean {
	try {
		return statSync(link, { throwIfNoEntry: false })?.isFile() ?? false;
	} catch {
		return true;
	}
}
