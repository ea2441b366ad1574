import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../src/install/types.ts";
import { removeFolders } from "./folders.ts";
import { expectAllAsBefore, expectStanding, type Fitted, putIn, takeOut, treeIn } from "./install-fitted.ts";
import { makePackage, makePlace, ODDITIES, type Place } from "./install-place.ts";
import { isStopped, isStoppedLeaving } from "./install-stops.ts";

export type { Fitted } from "./install-fitted.ts";

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
		if (fitted.isStoppedToo !== false) {
			test("is mended after a stop at any write", () => isStopped(fitted, root), 120_000);
			test("is mended after a stop while ibid leaves", () => isStoppedLeaving(fitted, root), 120_000);
		}
		test("is freed of ibid that nobody remembers to have put in", () => isForgotten(fitted, root), 60_000);
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

/** The data folder was thrown away, and ibid is put in once more before it is taken out. */
async function isForgotten(fitted: Fitted, root: string): Promise<void> {
	const { settings, meaning = (text: string): unknown => text } = fitted;
	const place = await makePlace(fitted, root);
	const file = join(place.machine.home, settings);
	const before = readFileSync(file, "utf8");
	await putIn(fitted, place);
	rmSync(join(place.machine.data, "installed"), { recursive: true });
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expectAllAsBefore(await takeOut(fitted, place));
	expect(meaning(readFileSync(file, "utf8"))).toEqual(meaning(before));
	expect(fitted.fitting.wired(place.machine)).toEqual({ kind: "no" });
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

async function expectSession({ session }: Fitted, { machine }: Place, wanted: "shortened" | "whole"): Promise<void> {
	const [first = "", second = "", ...others] = await session(machine);
	expect(others).toEqual([]);
	expect(first).not.toContain("[ibid]");
	expect(first.length).toBeGreaterThan(500);
	if (wanted === "whole") expect(second).not.toContain("[ibid]");
	else expect(second).toContain("[ibid]");
}
