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

/** What a file holds; undefined where there is none. Throws where it cannot be read. */
export function bytesOf(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch (error) {
		if (isMissing(error)) return undefined;
		// Of a folder the system does not say which it is.
		if (error instanceof Error && codeOf(error) === "EISDIR") error.message = `EISDIR: ${path} is a folder`;
		throw error;
	}
}

/** What a file says; undefined where there is none. Throws where it cannot be read. */
export function textAt(path: string): string | undefined {
	return bytesOf(path)?.toString("utf8");
}

/** The text that bytes are; undefined where they are none in UTF-8, which would not outlive a change. */
export function textIn(bytes: Buffer): string | undefined {
	const text = bytes.toString("utf8");
	return Buffer.from(text).equals(bytes) ? text : undefined;
}

/**
 * Writes or removes a file in one step, so that an interruption leaves the old one. A link stays a link,
 * and the file that it leads to keeps its rights.
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
 * Writes a file beside another and puts it in its place, with its rights and its owner. Where there was none, it gets these
 * rights, as far as the user lets anybody have them.
 */
export function replaceFile(path: string, next: string, bytes: Uint8Array, rights: number): void {
	const former = statSync(path, { throwIfNoEntry: false });
	try {
		writeFileSync(next, bytes, { mode: former?.mode ?? rights });
		if (former) chmodSync(next, former.mode);
		// Who works for another user must not take a file of theirs away.
		if (former && former.uid !== process.getuid?.()) chownSync(next, former.uid, former.gid);
		renameSync(next, path);
	} catch (error) {
		if (!former?.isFile() || !NOT_TO_BE_REPLACED.has(codeOf(error))) throw error;
		overwrite(path, bytes);
	} finally {
		// On a disk that is full, half of it may be there.
		drop(next);
	}
}

/** A file that is mounted by itself, as in containers, or in a folder that is closed, may be written to all the same. */
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

/** Takes away what somebody has left who was stopped while writing a file. */
export function dropUnfinished(path: string): void {
	drop(unfinished(linkEnd(path)));
}

/** Where nothing may be written, taking away what is not there may fail, too. */
function drop(path: string): void {
	if (existsSync(path)) rmSync(path, { force: true });
}

function unfinished(target: string): string {
	return `${target}.ibid-new`;
}

/** A file that the user has closed to writing is not to be replaced behind it, by us or by the host. */
export function mustBeOpen(path: string): void {
	const mode = statSync(path, { throwIfNoEntry: false })?.mode;
	if (mode !== undefined && ((mode & 0o200) === 0 || !isOpen(path))) throw new Error(`${path} may not be written to.`);
}

/** For root it always is, whatever the user has said; for others, rights of a group count, too. */
function isOpen(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** The rights of files, of those that are there. */
export function rightsOf(paths: readonly string[]): FileRights {
	const stats = paths.map((path) => [path, statSync(path, { throwIfNoEntry: false })] as const);
	return Object.fromEntries(stats.flatMap(([path, stat]) => (stat ? [[path, stat.mode & 0o7777]] : [])));
}

/** Gives files the rights back that they had, as far as they are there. */
export function putRights(rights: FileRights): void {
	const now = rightsOf(Object.keys(rights));
	for (const [path, mode] of Object.entries(rights))
		if (now[path] !== undefined && now[path] !== mode) chmodSync(path, mode);
}

/** Who may read and write files, by their paths, as the system counts it. */
export type FileRights = Readonly<Record<string, number>>;

/** Makes a folder for what is ours, with the missing folders around it; only the user may enter them. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Writes a folder of ours anew; nothing else may stand there. */
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

/** Puts a folder in the place of another, which may be in use: both names are missing only between two renames. */
function replaceFolder(path: string, next: string): void {
	const old = `${path}.old`;
	rmSync(old, { recursive: true, force: true });
	if (existsSync(path)) renameSync(path, old);
	renameSync(next, path);
	rmSync(old, { recursive: true, force: true });
}

/** What stands in a folder, by the paths from there; nothing where there is none. */
export function filesIn(path: string): Map<string, string> {
	if (!existsSync(path)) return new Map();
	const names = readdirSync(path, { recursive: true, encoding: "utf8" });
	const files = names.filter((name) => statSync(join(path, name)).isFile()).sort();
	return new Map(files.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(path, name), "utf8")]));
}

/** The folders around files that are not there, the innermost first. */
export function missingFolders(files: readonly string[]): string[] {
	const missing = new Set<string>();
	for (const file of files)
		for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.add(folder);
	return [...missing].sort((a, b) => b.length - a.length);
}

/** Takes folders away, in their order, in which nothing stands. */
export function dropEmptyFolders(folders: readonly string[]): void {
	for (const folder of folders) {
		try {
			// A link to a folder is the user's.
			if (lstatSync(folder).isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder);
		} catch {
			// An empty folder does no harm.
		}
	}
}

/** The file that a link leads to, by other links or not, also where there is none. */
export function linkEnd(path: string): string {
	const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
	// Where links lead to each other, the system says so.
	if (isLink) statSync(path, { throwIfNoEntry: false });
	return isLink ? linkEnd(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
}

function isMissing(error: unknown): boolean {
	return ["ENOENT", "ENOTDIR"].includes(String(codeOf(error)));
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}
