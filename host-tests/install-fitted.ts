import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { applyInstall } from "../src/install/apply.ts";
import { type RevertOutcome, revertInstall } from "../src/install/revert.ts";
import type { InstallStatus, Machine } from "../src/install/types.ts";
import { type Kit, type Place, treeOf } from "./install-place.ts";

/** What the contract of installing must know about a host. */
export type Fitted = Kit & {
	/** The user's file that gets an entry of ours, by its path from the home directory. */
	readonly settings: string;
	/** How the user changes these settings; applied to the settings before ibid was installed, or to those with it. */
	readonly change: (text: string) => string;
	/** What the host writes on any run: paths from the home directory, folders with everything in them. */
	readonly writes: readonly RegExp[];
	/** Folders that the host's own commands make and leave; what is in them counts. */
	readonly leaves?: readonly RegExp[];
	/** The state of the host after our steps; "yes" unless the user must do something more. */
	readonly standing?: InstallStatus["kind"];
	/** A session in which files are read one after another: the results in each request. */
	readonly session: (machine: Machine, reads: readonly Read[]) => Promise<readonly (readonly string[])[]>;
};

/** A file of the project that the model reads, and what happens on the machine before that. */
export type Read = { readonly path: string; readonly meanwhile: () => void };

/** Installs ibid in the host. */
export function putIn(
	{ installer }: Fitted,
	{ machine, found, launcher }: Place,
	afterEach?: () => void,
): Promise<void> {
	return applyInstall(installer, machine, found, launcher, "0.0.0", afterEach);
}

/** Uninstalls it. */
export function takeOut(
	{ installer }: Fitted,
	{ machine, found }: Place,
	afterEach?: () => void,
): Promise<RevertOutcome[]> {
	return revertInstall(installer, machine, found, afterEach);
}

/** Whether uninstalling reports every file of the user as restored. */
export function expectAllAsBefore(left: readonly RevertOutcome[]): void {
	expect(left.filter(({ state }) => state !== "as before")).toEqual([]);
}

/** Whether the host would start the program in the data folder, and its files exist. */
export function expectStanding({ installer, standing = "yes" }: Fitted, { machine }: Place): void {
	const wired = installer.wired(machine);
	expect(wired.kind).toBe(standing);
	if (wired.kind !== "yes") return;
	const files = wired.launcher.filter((word) => isAbsolute(word));
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
	expect(files.filter((file) => file.startsWith(machine.data))).not.toEqual([]);
}

/** Everything in the home directory, except the data folder and what the host writes on any run. */
export function treeIn({ machine: { home, data } }: Place, { writes, leaves = [] }: Fitted): Map<string, string> {
	const own = relative(home, data);
	const tree = treeOf(home, (path) => path === own || writes.some((pattern) => pattern.test(path)));
	const isLeft = (path: string): boolean => [...leaves, SHARED].some((pattern) => pattern.test(path));
	return new Map([...tree].filter(([path, what]) => what !== "a folder" || !isLeft(path)));
}

/** Folders that all programs share, so they may remain. */
const SHARED = /^(\.?config|(\.local\/)?state|\.local|\.cache)$/;

/** A file that one session reads, whether ibid is in use then, and what happens on the machine before it. */
export type Step = readonly [path: string, isInUse: boolean, meanwhile?: (() => void) | undefined];

/**
 * Plays a session that reads files one after another: where ibid is in use, each comes shortened that came before. Where
 * it only guards writes, every file is refused that would be written with a note in it, and no other.
 */
export async function expectComing(
	{ session, installer }: Fitted,
	{ machine }: Place,
	steps: readonly Step[],
): Promise<void> {
	const requests = await session(
		machine,
		steps.map(([path, , meanwhile = () => {}]) => ({ path, meanwhile })),
	);
	expect(requests.at(-1)?.length).toBe(steps.length);
	const came = steps.map((_, index) => {
		const text = requests.find((results) => results.length > index)?.[index] ?? "";
		if (installer.isGuard) return /(?:Nothing|Again nothing) was written/.test(text) ? "refused" : "written";
		// A lean text says all lines.
		return text.includes("Left out, already above") ? "shortened" : text.length > 500 ? "whole" : text;
	});
	const expected = steps.map(([path, isInUse], index) => {
		if (installer.isGuard) return isInUse ? "refused" : "written";
		const isShown = steps.slice(0, index).some(([earlier]) => earlier === path);
		return isInUse && isShown ? "shortened" : "whole";
	});
	expect(came).toEqual(expected);
}
