import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Printed } from "./hosts.ts";

/** The lines of files by their names. */
export type NamedFiles = Readonly<Record<string, readonly string[]>>;

/** Folders that git knows, made when first asked for, one for each list of files. */
export type Repositories = {
	readonly with: (files: NamedFiles) => string;
	/** What a command prints in such a folder with some files changed; it runs only the first time that it is asked for. */
	readonly printed: (command: string, files: NamedFiles, changed: NamedFiles) => Printed;
	readonly remove: () => void;
};

export function newRepositories(): Repositories {
	const folders = new Map<string, string>();
	const outputs = new Map<string, Printed>();
	const folderWith = (files: NamedFiles): string => {
		const key = JSON.stringify(files);
		const folder = folders.get(key) ?? mkdtempSync(join(realpathSync(tmpdir()), "ibid-evidence-"));
		if (!folders.has(key)) commitOnly(folder, files);
		folders.set(key, folder);
		return folder;
	};
	return {
		with: folderWith,
		printed: (command, files, changed) => {
			const key = JSON.stringify([command, files, changed]);
			const printed = outputs.get(key) ?? runChanged(command, folderWith(files), files, changed);
			outputs.set(key, printed);
			return printed;
		},
		remove: () => {
			for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
		},
	};
}

function runChanged(command: string, folder: string, files: NamedFiles, changed: NamedFiles): Printed {
	putFiles(folder, changed);
	const printed = runCommand(command, folder);
	putFiles(folder, files);
	return printed;
}

/** Makes these all the files that a folder and its git know. */
export function commitOnly(folder: string, files: NamedFiles): void {
	for (const name of readdirSync(folder)) if (name !== ".git") rmSync(join(folder, name), { recursive: true });
	putFiles(folder, files);
	const { output, code } = runCommand(`git init -q . && git add -A . && git ${AUTHOR} commit -qm start`, folder);
	if (code !== 0) throw new Error(`git: ${output}`);
}

const AUTHOR = "-c user.name=you -c user.email=you@example.com -c commit.gpgsign=false";

export function putFiles(folder: string, files: NamedFiles): void {
	for (const [name, lines] of Object.entries(files)) {
		writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(""));
	}
}

/** Runs a command for real. */
export function runCommand(command: string, cwd: string): Printed {
	const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" };
	const { stdout, stderr, status } = spawnSync("bash", ["-c", command], { cwd, encoding: "utf8", input: "", env });
	return { output: stdout + stderr, code: status ?? 1 };
}
