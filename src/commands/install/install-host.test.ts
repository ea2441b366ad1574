import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { applyInstall } from "../../install/apply.ts";
import { readJournal } from "../../install/journal.ts";
import {
	FOUND,
	LAUNCHER,
	type MachineFixture,
	newMachineFixture,
	removeMachineFixtures,
	SETTINGS,
} from "../../install/machine-fixture.test.ts";
import { revertInstall } from "../../install/revert.ts";
import { withTrialJournal } from "./install-host.ts";

let fixture: MachineFixture;
beforeEach(async () => {
	fixture = newMachineFixture();
	await applyInstall(fixture.installer, fixture.machine, FOUND, LAUNCHER, "1.0.0");
});
afterEach(removeMachineFixtures);

const settings = (): string => readFileSync(fixture.settings, "utf8");

/** As a host does that changes settings itself. */
async function hostWrites(): Promise<string> {
	writeFileSync(fixture.settings, settings().replace("{", '{ "$schema": "x",'));
	return "done";
}

test("what the host writes during the test is removed together with ours", async () => {
	expect(await withTrialJournal(fixture.installer, fixture.machine, hostWrites)).toBe("done");
	expect(settings()).toContain("$schema");
	const left = await revertInstall(fixture.installer, fixture.machine, FOUND);
	expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
	expect(settings()).toBe(SETTINGS);
});

test("it is also removed if the test fails", async () => {
	const fails = (): Promise<never> => hostWrites().then(() => Promise.reject(new Error("no")));
	await expect(withTrialJournal(fixture.installer, fixture.machine, fails)).rejects.toThrow("no");
	await revertInstall(fixture.installer, fixture.machine, FOUND);
	expect(settings()).toBe(SETTINGS);
});

test("what the user has changed before stays the user's", async () => {
	writeFileSync(fixture.settings, settings().replace("4", "5"));
	await withTrialJournal(fixture.installer, fixture.machine, hostWrites);
	await revertInstall(fixture.installer, fixture.machine, FOUND);
	expect(settings()).toBe(SETTINGS.replace("4", "5").replace("{", '{ "$schema": "x",'));
});

test("nothing is recorded if nothing was written, or if there is no journal of an install", async () => {
	const before = readJournal(fixture.machine.data, "pi");
	await withTrialJournal(fixture.installer, fixture.machine, async () => {});
	expect(readJournal(fixture.machine.data, "pi")).toEqual(before);
	await revertInstall(fixture.installer, fixture.machine, FOUND);
	await withTrialJournal(fixture.installer, fixture.machine, hostWrites);
	expect(readJournal(fixture.machine.data, "pi")).toBeUndefined();
});
