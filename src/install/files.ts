import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The bytes of a file; undefined if there is none. Throws if it cannot be read. */
export function bytesOf(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch (error) {
		if (isMissing(error)) return undefined;
		// For a folder, the system's error does not name it.
		if (error instanceof Error && codeOf(error) === "EISDIR") error.message = `EISDIR: ${path} is a folder`;
		throw error;
	}
}

/** The text of a file; undefined if there is none. Throws if it cannot be read. */
export function textAt(path: string): string | undefined {
	return bytesOf(path)?.toString("utf8");
}

/** The text in some bytes; undefined if they are not UTF-8, because a change would damage them. */
export function textIn(bytes: Buffer): string | undefined {
	const text = bytes.toString("utf8");
	return Buffer.from(text).equals(bytes) ? text : undefined;
}

/**
 * Writes or removes a file in one step, so that an interruption leaves the old one. A link stays a link, and the file
 * that it points to keeps its permissions.
 */
export function putBytes(path: string, bytes: Uint8Array | undefined): void {
	const target = linkEnd(path);
	if (!bytes) {
		rmSync(target, { force: true });
		return;
	}
	mkdirSync(dirname(target), { recursive: true });
	mustBeOpen(path);
	replaceFile(target, unfinished(target), bytes, 0o600);
}

/**
 * Writes a file next to another and then replaces it, with its permissions and its owner. A new file gets these
 * permissions, limited by the user's umask.
 */
export function replaceFile(path: string, next: string, bytes: Uint8Array, rights: number): void {
	const former = statSync(path, { throwIfNoEntry: false });
	try {
		writeFileSync(next, bytes, { mode: former?.mode ?? rights });
		if (former) chmodSync(next, former.mode);
		// If we work for another user, their file must stay theirs.
		if (former && former.uid !== process.getuid?.()) chownSync(next, former.uid, former.gid);
		renameSync(next, path);
	} catch (error) {
		if (!former?.isFile() || !NOT_TO_BE_REPLACED.has(codeOf(error))) throw error;
		overwrite(path, bytes);
	} finally {
		// On a full disk, half of the file may be there.
		drop(next);
	}
}

/** A file that is mounted by itself, as in containers, or is in a read-only folder, may still be writable in place. */
const NOT_TO_BE_REPLACED: ReadonlySet<unknown> = new Set(["EBUSY", "EXDEV", "EACCES", "EPERM", "EROFS"]);

function overwrite(path: string, bytes: Uint8Array): void {
	const former = readFileSync(path);
	try {
		writeFileSync(path, bytes);
	} catch (error) {
		writeFileSync(path, former);
		throw error;
	}
}

/** Removes what an interrupted write of a file has left. */
export function dropUnfinished(path: string): void {
	drop(unfinished(linkEnd(path)));
}

/** In a read-only folder, removing a file that does not exist may fail, too. */
function drop(path: string): void {
	if (existsSync(path)) rmSync(path, { force: true });
}

function unfinished(target: string): string {
	return `${target}.ibid-new`;
}

/** A read-only file must not be replaced, neither by us nor by the host. */
export function mustBeOpen(path: string): void {
	const mode = statSync(path, { throwIfNoEntry: false })?.mode;
	if (mode !== undefined && ((mode & 0o200) === 0 || !isOpen(path))) throw new Error(`${path} is not writable.`);
}

/** Root can always write, whatever the user has set; for others, permissions of a group count, too. */
function isOpen(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** The permissions of those files that exist. */
export function rightsOf(paths: readonly string[]): FileRights {
	const stats = paths.map((path) => [path, statSync(path, { throwIfNoEntry: false })] as const);
	return Object.fromEntries(stats.flatMap(([path, stat]) => (stat ? [[path, stat.mode & 0o7777]] : [])));
}

/** Restores the permissions of those files that exist. */
export function putRights(rights: FileRights): void {
	const now = rightsOf(Object.keys(rights));
	for (const [path, mode] of Object.entries(rights))
		if (now[path] !== undefined && now[path] !== mode) chmodSync(path, mode);
}

/** Permissions of files by their paths, as the system numbers them. */
export type FileRights = Readonly<Record<string, number>>;

/** Makes a folder of ours, with the missing folders around it; only the user can open them. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Writes a folder of ours; nothing else remains in it. */
export function putFolder(path: string, files: ReadonlyMap<string, string>): void {
	const next = `${path}.new`;
	rmSync(next, { recursive: true, force: true });
	makePrivateFolder(next);
	for (const [name, text] of files) {
		mkdirSync(dirname(join(next, name)), { recursive: true });
		writeFileSync(join(next, name), text);
	}
	replaceFolder(path, next);
}

/** Replaces a folder that may be in use: both names are missing only between two renames. */
function replaceFolder(path: string, next: string): void {
	const old = `${path}.old`;
	rmSync(old, { recursive: true, force: true });
	if (existsSync(path)) renameSync(path, old);
	renameSync(next, path);
	rmSync(old, { recursive: true, force: true });
}

/** The files in a folder, by their paths from there; none if there is no folder. */
export function filesIn(path: string): Map<string, string> {
	if (!existsSync(path)) return new Map();
	const names = readdirSync(path, { recursive: true, encoding: "utf8" });
	const files = names.filter((name) => statSync(join(path, name)).isFile()).sort();
	return new Map(files.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(path, name), "utf8")]));
}

/** The missing folders around files, the innermost first. */
export function missingFolders(files: readonly string[]): string[] {
	const missing = new Set<string>();
	for (const file of files)
		for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.add(folder);
	return [...missing].sort((a, b) => b.length - a.length);
}

/** Removes those folders that are empty, in order. */
export function dropEmptyFolders(folders: readonly string[]): void {
	for (const folder of folders) {
		try {
			// A link to a folder belongs to the user.
			if (lstatSync(folder).isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder);
		} catch {
			// An empty folder does no harm.
		}
	}
}

/** The file that a link points to, perhaps through other links, even if it does not exist. */
export function linkEnd(path: string): string {
	const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
	// If links point to each other, the system reports it.
	if (isLink) statSync(path, { throwIfNoEntry: false });
	return isLink ? linkEnd(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
}

function isMissing(error: unknown): boolean {
	return ["ENOENT", "ENOTDIR"].includes(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}
