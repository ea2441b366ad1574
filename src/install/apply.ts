import { rmSync } from "node:fs";
import { bytesOf, dropEmptyFolders, missingFolders, mustBeOpen, putBytes, putFolder } from "./files.ts";
import { type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "./journal.ts";
import type { Fitting, Found, Launcher, Machine, Step } from "./types.ts";

/**
 * Puts ibid into a host, step by step. An install that was stopped, or an older one, is taken out first. `afterEach` is
 * called when something was written: that is where a test stops it.
 */
export async function install(
	fitting: Fitting,
	machine: Machine,
	found: Found,
	launcher: Launcher,
	version: string,
	afterEach: () => void = () => {},
): Promise<void> {
	const { host } = fitting;
	const write = (journal: Journal): Journal => {
		writeJournal(machine.data, host, journal);
		afterEach();
		return journal;
	};
	const files = fitting.touches(machine);
	for (const path of files) mustBeOpen(path);
	const kept = fitting.keeps?.(machine) ?? [];
	if (readJournal(machine.data, host)) await uninstall(fitting, machine, found);
	const steps = [...fitting.install(machine, found, launcher), ...kept];
	const folders = missingFolders(files);
	let journal = write({ schema: 1, version, launcher, isDone: false, before: snapshot(files), folders, after: [] });
	for (const step of steps) {
		await perform(step, machine);
		afterEach();
		journal = write({ ...journal, after: [...journal.after, snapshot(files)] });
	}
	write({ ...journal, isDone: true });
}

/** Does more to a host that ibid is in already, so that it is taken back with the rest. */
export async function extend({ host }: Fitting, machine: Machine, steps: readonly Step[]): Promise<void> {
	let journal = readJournal(machine.data, host);
	for (const step of steps) {
		await perform(step, machine);
		if (!journal) continue;
		journal = { ...journal, after: [...journal.after, snapshot(Object.keys(journal.before))] };
		writeJournal(machine.data, host, journal);
	}
}

/** What became of a file of the user's. */
export type Left = {
	readonly path: string;
	/** It is as it was before ibid came; or it was changed since, and has lost what was ours, or had nothing of ours. */
	readonly state: "as before" | "changed since";
	/** What it held when we came to take ours out, and what it holds now; undefined where there is none. */
	readonly from: string | undefined;
	readonly to: string | undefined;
};

/** Takes ibid out of a host again. Files that nobody has changed since get their former bytes back. */
export async function uninstall(fitting: Fitting, machine: Machine, found: Found | undefined): Promise<Left[]> {
	const journal = readJournal(machine.data, fitting.host);
	const files = journal ? Object.keys(journal.before) : fitting.touches(machine);
	for (const path of files) mustBeOpen(path);
	const came = snapshot(files);
	for (const step of fitting.uninstall(machine, found)) await perform(step, machine);
	const left = files.map((path): Left => {
		const isOurs = journal !== undefined && isAsWeLeftIt(journal, path, came);
		if (isOurs || isLeftOver(journal, path)) putBytes(path, bytesIn(journal?.before ?? {}, path));
		const state = isOurs || journal?.before[path] === snapshot([path])[path] ? "as before" : "changed since";
		return { path, state, from: bytesIn(came, path)?.toString(), to: bytesOf(path)?.toString() };
	});
	dropEmptyFolders(journal?.folders ?? []);
	writeJournal(machine.data, fitting.host, undefined);
	return left;
}

/** As it was after one of our steps; or, if we were stopped in the midst of one, with nothing in it that says more than before. */
function isAsWeLeftIt({ before, after, isDone }: Journal, path: string, now: Snapshot): boolean {
	if (after.some((each) => each[path] === now[path]) || before[path] === now[path]) return true;
	return !isDone && meaningOf(bytesIn(before, path)) === meaningOf(bytesOf(path));
}

/** There was no such file, and it says nothing now. */
function isLeftOver(journal: Journal | undefined, path: string): boolean {
	return journal?.before[path] === null && meaningOf(bytesOf(path)) === meaningOf(undefined);
}

/** What settings say, however they are written, and without what says nothing. */
function meaningOf(bytes: Buffer | undefined): string {
	try {
		return JSON.stringify(withoutNothing(JSON.parse(bytes?.toString("utf8") || "{}")));
	} catch {
		return (bytes?.toString("utf8") ?? "").replace(/\s+/g, " ").trim();
	}
}

function withoutNothing(value: unknown): unknown {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	const told = Object.entries(value).map(([key, each]) => [key, withoutNothing(each)] as const);
	const telling = told.filter(([, each]) => !isNothing(each)).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(telling);
}

function isNothing(value: unknown): boolean {
	return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function bytesIn(shot: Snapshot, path: string): Buffer | undefined {
	const text = shot[path];
	return text === null || text === undefined ? undefined : Buffer.from(text, "base64");
}

async function perform(step: Step, machine: Machine): Promise<void> {
	switch (step.kind) {
		case "edit": {
			const before = bytesOf(step.path)?.toString("utf8");
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
			const { code, errors, output } = await machine.run(step.program, step.args, step.around);
			if (code !== 0 && !step.mayFail) throw new Failed(step, `${errors}\n${output}`.trim());
		}
	}
}

/** What a file is to hold; where it cannot be made to, its name stands before the reason. */
function edited({ path, edit }: Extract<Step, { kind: "edit" }>, before: string | undefined): string | undefined {
	try {
		return edit(before);
	} catch (error) {
		throw new Error(`${path}, ${error instanceof Error ? error.message : error}.`, { cause: error });
	}
}

/** A program of the host's that did not do what it was asked to. */
export class Failed extends Error {
	constructor({ program, args }: Extract<Step, { kind: "run" }>, why: string) {
		super(`${[program, ...args].join(" ")} failed: ${why.split("\n")[0] ?? ""}`);
	}
}
