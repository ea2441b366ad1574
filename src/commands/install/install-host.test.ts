import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { applyInstall } from "../../install/apply.ts";
import { FOUND, type House, LAUNCHER, newHouse, removeHouses, SETTINGS } from "../../install/house.test.ts";
import { readJournal } from "../../install/journal.ts";
import { revertInstall } from "../../install/revert.ts";
import { withTrialJournal } from "./install-host.ts";

let house: House;
beforeEach(async () => {
	house = newHouse();
	await applyInstall(house.fitting, house.machine, FOUND, LAUNCHER, "1.0.0");
});
afterEach(removeHouses);

const settings = (): string => readFileSync(house.settings, "utf8");

/** As a host does that changes settings itself. */
async function hostWrites(): Promise<string> {
	writeFileSync(house.settings, settings().replace("{", '{ "$schema": "x",'));
	return "done";
}

test("what the host writes during the test is removed together with ours", async () => {
	expect(await withTrialJournal(house.fitting, house.machine, hostWrites)).toBe("done");
	expect(settings()).toContain("$schema");
	const left = await revertInstall(house.fitting, house.machine, FOUND);
	expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
	expect(settings()).toBe(SETTINGS);
});

test("it is also removed if the test fails", async () => {
	const fails = (): Promise<never> => hostWrites().then(() => Promise.reject(new Error("no")));
	await expect(withTrialJournal(house.fitting, house.machine, fails)).rejects.toThrow("no");
	await revertInstall(house.fitting, house.machine, FOUND);
	expect(settings()).toBe(SETTINGS);
});

test("what the user has changed before stays the user's", async () => {
	writeFileSync(house.settings, settings().replace("4", "5"));
	await withTrialJournal(house.fitting, house.machine, hostWrites);
	await revertInstall(house.fitting, house.machine, FOUND);
	expect(settings()).toBe(SETTINGS.replace("4", "5").replace("{", '{ "$schema": "x",'));
});

test("nothing is recorded if nothing was written, or if there is no journal of an install", async () => {
	const before = readJournal(house.machine.data, "pi");
	await withTrialJournal(house.fitting, house.machine, async () => {});
	expect(readJournal(house.machine.data, "pi")).toEqual(before);
	await revertInstall(house.fitting, house.machine, FOUND);
	await withTrialJournal(house.fitting, house.machine, hostWrites);
	expect(readJournal(house.machine.data, "pi")).toBeUndefined();
});
