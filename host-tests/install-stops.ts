import { expect } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { expectAllAsBefore, expectStanding, type Fitted, putIn, takeOut, treeIn } from "./install-fitted.ts";
import { makePlace, type Place } from "./install-place.ts";

/** Tries both ways to continue after each stop, in parallel, because programs of hosts are slow. */
export async function isStopped(fitted: Fitted, root: string): Promise<void> {
	await Promise.all([false, true].map((isAgain) => isStoppedComing(fitted, root, isAgain)));
}

/** One home directory, which is restored for each stop. */
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

/** Remembers a home directory; returns a function that restores it. */
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

/** One installation, to which the home directory is restored for each stop. */
export async function isStoppedLeaving(fitted: Fitted, root: string): Promise<void> {
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

/** Only the stops at the journal. */
const LEAST_WRITES = 2;

function stopAfter(writes: number): () => void {
	let left = writes;
	return () => {
		if (--left === 0) throw new Stopped();
	};
}

/** Whether we caused the stop; any other error is thrown. */
async function isEnded(work: Promise<unknown>): Promise<boolean> {
	try {
		await work;
		return false;
	} catch (error) {
		if (error instanceof Stopped) return true;
		throw error;
	}
}
