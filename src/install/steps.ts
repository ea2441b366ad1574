import { rmSync } from "node:fs";
import { bytesOf, putBytes, putFolder, putRights, rightsOf, textIn } from "./files.ts";
import { type Snapshot, snapshot } from "./journal.ts";
import type { InstallStep, Machine } from "./types.ts";

/**
 * Does one step on a machine. Programs of hosts may change the permissions of the files that they write; we restore
 * these.
 */
export async function perform(step: InstallStep, machine: Machine, files: readonly string[]): Promise<void> {
	switch (step.kind) {
		case "edit": {
			const before = fileText(step.path);
			const after = edited(step, before);
			if (after !== before) putBytes(step.path, after === undefined ? undefined : Buffer.from(after));
			return;
		}
		case "folder":
			putFolder(step.path, step.files);
			return;
		case "remove":
			rmSync(step.path, { recursive: true, force: true });
			return;
		case "run": {
			const rights = rightsOf(files);
			const { code, errors, output } = await machine.run(step.program, step.args, step.around);
			putRights(rights);
			if (code !== 0 && !step.mayFail) throw new StepFailed(step, `${errors}\n${output}`.trim());
		}
	}
}

/**
 * What files will contain after an edit, so that the edit is known as ours even if we are interrupted right after it.
 */
export function foreseen(step: Edit, files: readonly string[]): Snapshot {
	const text = edited(step, fileText(step.path));
	const bytes = text === undefined ? null : Buffer.from(text).toString("base64");
	return { ...snapshot(files), [step.path]: bytes };
}

/** The content of a file; undefined if there is none. */
function fileText(path: string): string | undefined {
	const bytes = bytesOf(path);
	const text = bytes && textIn(bytes);
	if (bytes && text === undefined) throw new Error(`${path} is not written in UTF-8.`);
	return text;
}

/** Writes the new content of a file; if that fails, the error begins with the file's name. */
function edited({ path, edit }: Edit, before: string | undefined): string | undefined {
	try {
		return edit(before);
	} catch (error) {
		throw new Error(`${path}, ${error instanceof Error ? error.message : error}.`, { cause: error });
	}
}

type Edit = Extract<InstallStep, { kind: "edit" }>;

/** A program of the host that did not do what we asked for. */
export class StepFailed extends Error {
	constructor({ program, args, noise }: Extract<InstallStep, { kind: "run" }>, why: string) {
		const told = why.split("\n").filter((line) => !/^WARN/.test(line) && !noise?.test(line));
		super(`${[program, ...args].join(" ")} failed: ${told.join(" ").replace(/\s+/g, " ").trim().slice(0, 400)}`);
	}
}
