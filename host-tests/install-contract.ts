import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../src/install/types.ts";
import { removeFolders } from "./folders.ts";
import { examine, ibidDoes } from "./install-commands.ts";
import {
	expectAllAsBefore,
	expectComing,
	expectStanding,
	type Fitted,
	putIn,
	type Step,
	takeOut,
	treeIn,
} from "./install-fitted.ts";
import { makePackage, makePlace, ODDITIES } from "./install-place.ts";
import { isStopped, isStoppedLeaving } from "./install-stops.ts";
import { expectNothingLeft, isUpgraded } from "./install-upgrade.ts";

export type { Fitted, Read } from "./install-fitted.ts";

/** Tests what we promise to users who install and uninstall ibid in a host. */
export function testInstaller(name: string, fitted: Fitted): void {
	let root = "";
	beforeAll(async () => {
		root = await makePackage();
	}, 60_000);
	afterAll(removeFolders, 60_000);
	describe(name, () => {
		test(
			"works with ibid, works if ibid is installed twice, and is as before after uninstalling",
			() => lives(fitted, root),
			TIME,
		);
		test("loses our entry and nothing else if the user has changed the file", () => isChanged(fitted, root), TIME);
		test("obeys in a running session when ibid is switched off and on again", () => isSwitchedOff(fitted, root), TIME);
		test("stops using ibid in a running session as soon as it is uninstalled", () => isLeft(fitted, root), TIME);
		test(
			"keeps an older ibid until a newer one is installed, and has none in the end",
			() => isUpgraded(fitted, root),
			TIME,
		);
		test("is repaired after a crash at any write while installing", () => isStopped(fitted, root), MUCH_TIME);
		test("is repaired after a crash while uninstalling", () => isStoppedLeaving(fitted, root), MUCH_TIME);
		test(
			"works from a home directory whose path has characters with a meaning for shells",
			() => isStrange(fitted, root),
			TIME,
		);
		test("gets rid of an ibid whose journal is lost", () => isForgotten(fitted, root), TIME);
		test("does not touch settings that are read-only", () => isClosed(fitted, root), TIME);
		test("gets a settings file if it had none", () => isBare(fitted, root), TIME);
		test.each(Object.entries(ODDITIES))(
			"restores settings that %s",
			async (_, makeOdd) => {
				const place = await makePlace(fitted, root);
				const file = join(place.machine.home, fitted.settings);
				makeOdd(file);
				const [before, own] = [treeIn(place, fitted), readFileSync(file, "utf8")];
				await putIn(fitted, place);
				expectStanding(fitted, place);
				expectAllAsBefore(await takeOut(fitted, place));
				expect(treeIn(place, fitted)).toEqual(before);
				expect(readFileSync(file, "utf8")).toBe(own);
			},
			TIME,
		);
	});
}

const TIME = 120_000;
const MUCH_TIME = 300_000;

async function lives(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	await expectComing(fitted, place, twice(CLOCK, false));
	const before = treeIn(place, fitted);
	const isSeen = (): string => examine(root, place, fitted.installer.host).wired;
	expect([fitted.installer.wired(place.machine), isSeen()]).toEqual([{ kind: "no" }, "no"]);
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expect(isSeen()).toBe(fitted.standing ?? "yes");
	expect(await fitted.installer.tryOut(place.machine, place.found, place.launcher)).toBeUndefined();
	await expectComing(fitted, place, twice(CLOCK, true));
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expectAllAsBefore(await takeOut(fitted, place));
	expect(treeIn(place, fitted)).toEqual(before);
	expect([fitted.installer.wired(place.machine), isSeen()]).toEqual([{ kind: "no" }, "no"]);
	await expectComing(fitted, place, twice(CLOCK, false));
	expect(treeIn(place, fitted)).toEqual(before);
}

const [CLOCK, COUNTER, DURATION] = ["src/clock.ts", "src/counter.ts", "src/duration.ts"] as const;

function twice(path: string, isInUse: boolean, meanwhile?: () => void): Step[] {
	return [
		[path, isInUse, meanwhile],
		[path, isInUse],
	];
}

/** The user switches ibid off and on while the model reads; what was shortened before stays as it was sent. */
async function isSwitchedOff(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	const before = treeIn(place, fitted);
	await putIn(fitted, place);
	const switchTo = (command: string) => (): void => ibidDoes(root, place, command);
	const off = twice(COUNTER, false, switchTo("disable"));
	const on = twice(DURATION, true, switchTo("enable"));
	await expectComing(fitted, place, [...twice(CLOCK, true), ...off, ...on]);
	ibidDoes(root, place, "uninstall");
	expect(treeIn(place, fitted)).toEqual(before);
	await expectNothingLeft(root, place);
}

/** The user uninstalls ibid while the model reads, and wants nothing of it to remain. */
async function isLeft(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root);
	const before = treeIn(place, fitted);
	await putIn(fitted, place);
	const leave = (): void => ibidDoes(root, place, "uninstall", "--purge");
	await expectComing(fitted, place, [...twice(CLOCK, true), ...twice(COUNTER, false, leave)]);
	expect(existsSync(place.machine.data)).toBe(false);
	expect(treeIn(place, fitted)).toEqual(before);
}

/** Some hosts start programs through a shell, and some put variables into their settings. */
async function isStrange(fitted: Fitted, root: string): Promise<void> {
	const place = await makePlace(fitted, root, `it's "my" $one & (100%25)`);
	const before = treeIn(place, fitted);
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expect(await fitted.installer.tryOut(place.machine, place.found, place.launcher)).toBeUndefined();
	expectAllAsBefore(await takeOut(fitted, place));
	expect(treeIn(place, fitted)).toEqual(before);
}

async function isChanged(fitted: Fitted, root: string): Promise<void> {
	const { change, settings } = fitted;
	const place = await makePlace(fitted, root);
	const file = join(place.machine.home, settings);
	const before = readFileSync(file, "utf8");
	await putIn(fitted, place);
	const installed = readFileSync(file, "utf8");
	writeFileSync(file, change(installed));
	expect(change(installed)).not.toBe(installed);
	const left = await takeOut(fitted, place);
	expect(left.find(({ path }) => path === file)?.state).toBe("changed since");
	expect(readFileSync(file, "utf8")).toEqual(change(before));
	expect(fitted.installer.wired(place.machine)).toEqual({ kind: "no" });
}

/** The data folder was deleted, and ibid is installed once more before it is uninstalled. */
async function isForgotten(fitted: Fitted, root: string): Promise<void> {
	const { settings } = fitted;
	const place = await makePlace(fitted, root);
	const file = join(place.machine.home, settings);
	const before = readFileSync(file, "utf8");
	await putIn(fitted, place);
	rmSync(join(place.machine.data, "installed"), { recursive: true });
	await putIn(fitted, place);
	expectStanding(fitted, place);
	expectAllAsBefore(await takeOut(fitted, place));
	expect(readFileSync(file, "utf8")).toEqual(before);
	expect(fitted.installer.wired(place.machine)).toEqual({ kind: "no" });
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
	expect(fitted.installer.wired(place.machine)).toEqual({ kind: "no" });
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

/** Removes a file with the outermost folder around it, unless ibid's own folder is in there. */
function removeAll({ home, data }: Machine, path: string): void {
	const outermost = join(home, path.split("/")[0] ?? path);
	const isShared = data.startsWith(`${outermost}/`);
	rmSync(isShared ? join(home, path) : outermost, { recursive: true, force: true });
}
