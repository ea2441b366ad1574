import { expect } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { expectAllAsBefore, expectStanding, type Fitted, putIn, takeOut, treeIn } from "./install-fitted.ts";
import { makePlace, type Place } from "./install-place.ts";

/** Both ways out of each stop, at once, since programs of hosts take their time. */
export async function isStopped(fitted: Fitted, root: string): Promise<void> {
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
