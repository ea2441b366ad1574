import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { install, type Left, uninstall } from "../src/install/apply.ts";
import type { Machine, Wired } from "../src/install/types.ts";
import { removeFolders } from "./folders.ts";
import { type Kit, makePackage, makePlace, ODDITIES, type Place, treeOf } from "./install-place.ts";

/** What the contract of installing has to know of a host. */
export type Fitted = Kit & {
	/** The file among the user's that gets an entry of ours, by its path from the home. */
	readonly settings: string;
	/** The user changes these settings; applied to what they were before ibid came, or to what they are with it. */
	readonly change: (text: string) => string;
	/** What settings say, where programs of the host's write them anew; without it, every byte counts. */
	readonly meaning?: (text: string) => unknown;
	/** What the host writes by itself on any run, or when its own commands are used: paths from the home. */
	readonly writes: readonly RegExp[];
	/** How the host stands once our steps are done; "yes" unless the user has to do something besides. */
	readonly standing?: Wired["kind"];
	/** Whether it is stopped at every write; not where that is done to another version of the same host. */
	readonly isStoppedToo?: boolean;
	/** Whether stops are left to another version of the same host. */
	readonly isBrief?: boolean;
	/** A session in which one file is read twice: both results, as they stand in the last request. */
	readonly session: (machine: Machine) => Promise<readonly string[]>;
};

/** Holds a host to what is promised to whoever installs ibid and takes it out again. */
export function testFitting(name: string, fitted: Fitted): void {
	let root = "";
	beforeAll(async () => {
		root = await makePackage();
	}, 60_000);
	afterAll(removeFolders);
	describe(name, () => {
		test("works with ibid, works with it put in twice, and is as before without it", () => lives(fitted, root), 60_000);
		test("loses our entry and nothing else where the user has changed it", () => isChanged(fitted, root), 60_000);
		const stopping = fitted.isStoppedToo === false ? test.skip : test;
		stopping("is mended after a stop at any write", () => isStopped(fitted, root), 120_000);
		stopping("is mended after a stop while ibid leaves", () => isStoppedLeaving(fitted, root), 120_000);
		test("does not touch settings that are closed to writing", () => isClosed(fitted, root), 60_000);
		test("gets settings of its own where there were none", () => isBare(fitted, root), 60_000);
		test.each(Object.entries(ODDITIES))(
			"gives settings back that %s",
			async (_, makeOdd) => {
				const place = await makePlace(fitted, root);
				makeOdd(join(place.machine.home, fitted.settings));
				const before = treeIn(place, fitted);
				await putIn(fitted, place);
				expectStanding(fitted, place);
				expectAllAsBefore(await takeOut(fitted, place));
				expect(treeIn(place, fitted)).toEqual(before);
			},
			60_000,
		);
	});
}

async function lives(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	const before = treeIn(place, fitted);
	expect(fitted.fitting.wired(place.machine)).toEqual({ kind: "no" });
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expect(await fitted.fitting.tryOut(place.machine, place.found, place.launcher)).toBeUndefined();
	await expectSession(fitted, place, "shortened");
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expectAllAsBefore(await takeOut(fitted, place));
	expect(treeIn(place, fitted)).toEqual(before);
	expect(fitted.fitting.wired(place.machine)).toEqual({ kind: "no" });
	await expectSession(fitted, place, "whole");
	expect(treeIn(place, fitted)).toEqual(before);
}

async function isChanged(fitted: Fitted, root: string): Promise<void> {
	const { change, settings, meaning = (text: string): unknown => text } = fitted;
	const place = await makePlace(fitted, root);
	const file = join(place.machine.home, settings);
	const before = readFileSync(file, "utf8");
	await putIn(fitted, place);
	const installed = readFileSync(file, "utf8");
	writeFileSync(file, change(installed));
	expect(change(installed)).not.toBe(installed);
	const left = await takeOut(fitted, place);
	expect(left.find(({ path }) => path === file)?.state).toBe("changed since");
	expect(meaning(readFileSync(file, "utf8"))).toEqual(meaning(change(before)));
	expect(fitted.fitting.wired(place.machine)).toEqual({ kind: "no" });
}

/** Both ways out of each stop, at once, since programs of hosts take their time. */
async function isStopped(fitted: Fitted, root: string): Promise<void> {
	await Promise.all([false, true].map((isAgain) => isStoppedComing(fitted, root, isAgain)));
}

/** One home, which is put back for each stop. */
async function isStoppedComing(fitted: Fitted, root: string, isAgain: boolean): Promise<void> {
	const place = await makePlace(fitted, root);
	const before = treeIn(place, fitted);
	const putBack = keepHome(place);
	let writes = 1;
	for (; await isEnded(putIn(fitted, place, stopAfter(writes))); writes++) {
		if (isAgain) {
			await putIn(fitted, place);
			expectStanding(fitted, place);
		}
		expectAllAsBefore(await takeOut(fitted, place));
		expect([writes, treeIn(place, fitted)]).toEqual([writes, before]);
		expect(writes).toBeLessThan(MOST_WRITES);
		putBack();
	}
	expect(writes).toBeGreaterThan(LEAST_WRITES);
}

/** Remembers a home; gives what puts it back. */
function keepHome({ machine: { home } }: Place): () => void {
	const copy = (from: string, to: string): void => cpSync(from, to, { recursive: true, verbatimSymlinks: true });
	copy(home, `${home} kept`);
	return () => {
		rmSync(home, { recursive: true });
		copy(`${home} kept`, home);
	};
}

const MOST_WRITES = 40;

class Stopped extends Error {}

/** One install, to which the home is put back for each stop. */
async function isStoppedLeaving(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	const before = treeIn(place, fitted);
	await putIn(fitted, place);
	const putBack = keepHome(place);
	let writes = 1;
	for (; await isEnded(takeOut(fitted, place, stopAfter(writes))); writes++) {
		await takeOut(fitted, place);
		expect([writes, treeIn(place, fitted)]).toEqual([writes, before]);
		expect(writes).toBeLessThan(MOST_WRITES);
		putBack();
	}
	expect(writes).toBeGreaterThan(LEAST_WRITES);
}

/** Those of the journal alone. */
const LEAST_WRITES = 2;

function stopAfter(writes: number): () => void {
	let left = writes;
	return () => {
		if (--left === 0) throw new Stopped();
	};
}

/** Whether something was stopped by us; what went wrong otherwise is thrown. */
async function isEnded(work: Promise<unknown>): Promise<boolean> {
	try {
		await work;
		return false;
	} catch (error) {
		if (error instanceof Stopped) return true;
		throw error;
	}
}

async function isClosed(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	const file = join(place.machine.home, fitted.settings);
	chmodSync(file, 0o444);
	const before = treeIn(place, fitted);
	const refusal = await putIn(fitted, place).catch((error: unknown) => error);
	expect(refusal).toBeInstanceOf(Error);
	expect(String(refusal)).toContain(file);
	expect(treeIn(place, fitted)).toEqual(before);
	expect(fitted.fitting.wired(place.machine)).toEqual({ kind: "no" });
	chmodSync(file, 0o644);
	await putIn(fitted, place);
	expectStanding(fitted, place);
}

async function isBare(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	for (const path of Object.keys(fitted.files)) removeAll(place.machine, path);
	const before = treeIn(place, fitted);
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expectAllAsBefore(await takeOut(fitted, place));
	expect(treeIn(place, fitted)).toEqual(before);
}

/** Takes a file away with the outermost folder around it, unless ibid's own is in there. */
function removeAll({ home, data }: Machine, path: string): void {
	const outermost = join(home, path.split("/")[0] ?? path);
	const isShared = data.startsWith(`${outermost}/`);
	rmSync(isShared ? join(home, path) : outermost, { recursive: true, force: true });
}

function putIn({ fitting }: Fitted, { machine, found, launcher }: Place, afterEach?: () => void): Promise<void> {
	return install(fitting, machine, found, launcher, "0.0.0", afterEach);
}

function takeOut({ fitting }: Fitted, { machine, found }: Place, afterEach?: () => void): Promise<Left[]> {
	return uninstall(fitting, machine, found, afterEach);
}

function expectAllAsBefore(left: readonly Left[]): void {
	expect(left.filter(({ state }) => state !== "as before")).toEqual([]);
}

/** Whether the host would start the program in the data folder, by files that are there. */
function expectStanding({ fitting, standing = "yes" }: Fitted, { machine }: Place): void {
	const wired = fitting.wired(machine);
	expect(wired.kind).toBe(standing);
	if (wired.kind !== "yes") return;
	const files = wired.launcher.filter((word) => isAbsolute(word));
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
	expect(files.filter((file) => file.startsWith(machine.data))).not.toEqual([]);
}

async function expectSession({ session }: Fitted, { machine }: Place, wanted: "shortened" | "whole"): Promise<void> {
	const [first = "", second = "", ...others] = await session(machine);
	expect(others).toEqual([]);
	expect(first).not.toContain("[ibid]");
	expect(first.length).toBeGreaterThan(500);
	if (wanted === "whole") expect(second).not.toContain("[ibid]");
	else expect(second).toContain("[ibid]");
}

/** What stands in the home, but for what is in the data folder and what the host writes on any run. */
function treeIn({ machine: { home, data } }: Place, { writes }: Fitted): Map<string, string> {
	const own = relative(home, data);
	return treeOf(home, (path) => path === own || writes.some((pattern) => pattern.test(path)));
}
