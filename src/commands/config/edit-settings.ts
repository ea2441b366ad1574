import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT_FILE } from "../../config/places.ts";
import { bytesOf, linkEnd, replaceFile, textIn } from "../../install/files.ts";
import { programIn } from "../../install/launcher.ts";
import { UserError } from "../../runtime/user-error.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { type Json, parseJsonc } from "../../wire/jsonc.ts";
import { removeIn, setIn } from "../../wire/jsonc-edit.ts";
import { systemCode, systemWords } from "../../wire/system-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords } from "../terminal/text.ts";

/** Sets a key in a settings file, which is created if it is missing. Nothing else in it changes. */
export function setKey(file: string, key: string, value: Json, terminal: Terminal): void {
	const blank = newText(schemaFor(file, terminal));
	editFile(file, terminal, (text) => setIn(text.trim() === "" ? blank : text, key.split("."), value));
}

/** Removes a key from a settings file. A file that we created and that is empty then is deleted. */
export function dropKey(file: string, key: string, terminal: Terminal): void {
	editFile(file, terminal, (text) => removeIn(text, key.split(".")));
}

function editFile(file: string, { home }: Terminal, change: (text: string) => string): void {
	try {
		const target = linkEnd(file);
		const before = textIn(bytesOf(target) ?? Buffer.from(""));
		if (before === undefined) throw new Error("it is not written in UTF-8");
		const after = change(before);
		if (after === before) return;
		const isGone = isNew(after) && !lstatSync(file).isSymbolicLink() && isRemoved(file);
		if (!isGone) replaceSettings(target, after);
	} catch (error) {
		throw new UserError(`${pathWords(file, home)} cannot be changed: ${editError(error)}.`);
	}
}

/** Deletes a file. False if that fails, because it is a mount point or its folder is read-only. */
function isRemoved(file: string): boolean {
	try {
		rmSync(file);
		return true;
	} catch {
		return false;
	}
}

/** Atomic, because another process may read the file meanwhile. */
function replaceSettings(file: string, text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	// A rename would succeed, but a read-only file is meant not to change.
	if (existsSync(file)) accessSync(file, constants.W_OK);
	replaceFile(file, `${file}.${process.pid}.tmp`, Buffer.from(text), 0o666);
}

function newText(schema: string | undefined): string {
	const inside = schema === undefined ? "" : `\n\t"$schema": ${JSON.stringify(schema)}\n`;
	return `// Settings of ibid. "ibid config" shows them all, and where each was set.\n{${inside}}\n`;
}

/** Whether a file has nothing but what we created it with. */
function isNew(text: string): boolean {
	if (text.trim() === "") return false;
	const value = parseJsonc(text);
	const schema = value instanceof Object && "$schema" in value ? value.$schema : undefined;
	return text === newText(typeof schema === "string" ? schema : undefined);
}

/**
 * The schema for editors: from the project's own package; else from the copy that hosts start, because package caches
 * come and go; else from this program.
 */
function schemaFor(file: string, { worker, home, environment }: Terminal): string | undefined {
	if (basename(file) === PROJECT_FILE)
		return existsSync(join(dirname(file), SCHEMA_IN_PROJECT)) ? SCHEMA_IN_PROJECT : undefined;
	// The command of a worker ends with the program's file and the word for workers.
	const program = worker.at(-2) ?? "";
	const own = existsSync(program) ? dirname(realpathSync(program)) : undefined;
	const copied = join(programIn(stateFolder(home, environment)), "dist");
	// A compiled program is in a folder next to that of the script.
	const folders = [copied, ...(own === undefined ? [] : [own, join(own, "..", "dist")])];
	const schema = folders.map((folder) => join(folder, "config.schema.json")).find((path) => existsSync(path));
	return schema === undefined ? undefined : pathToFileURL(schema).href;
}

/** The schema in a project's package, as a path from its settings file. */
export const SCHEMA_IN_PROJECT = "./node_modules/ibid/dist/config.schema.json";

function editError(error: unknown): string {
	return systemWords(error) ?? systemCode(error) ?? (error instanceof Error ? error.message : String(error));
}
