import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { FOUND, type House, LAUNCHER, newHouse, removeHouses, SETTINGS } from "./house.test.ts";
import { readJournal } from "./journal.ts";
import { install } from "./put-in.ts";
import { remembering } from "./remember.ts";
import { uninstall } from "./take-out.ts";

let house: House;
beforeEach(async () => {
	house = newHouse();
	await install(house.fitting, house.machine, FOUND, LAUNCHER, "1.0.0");
});
afterEach(removeHouses);

const settings = (): string => readFileSync(house.settings, "utf8");

/** As a host does that puts something into settings by itself. */
async function hostWrites(): Promise<string> {
	writeFileSync(house.settings, settings().replace("{", '{ "$schema": "x",'));
	return "done";
}

test("what the host writes when it is tried out is taken back with ours", async () => {
	expect(await remembering(house.fitting, house.machine, hostWrites)).toBe("done");
	expect(settings()).toContain("$schema");
	const left = await uninstall(house.fitting, house.machine, FOUND);
	expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
	expect(settings()).toBe(SETTINGS);
});

test("so it is where the trial fails", async () => {
	const fails = (): Promise<never> => hostWrites().then(() => Promise.reject(new Error("no")));
	await expect(remembering(house.fitting, house.machine, fails)).rejects.toThrow("no");
	await uninstall(house.fitting, house.machine, FOUND);
	expect(settings()).toBe(SETTINGS);
});

test("what the user has changed before stays the user's", async () => {
	writeFileSync(house.settings, settings().replace("4", "5"));
	await remembering(house.fitting, house.machine, hostWrites);
	await uninstall(house.fitting, house.machine, FOUND);
	expect(settings()).toBe(SETTINGS.replace("4", "5").replace("{", '{ "$schema": "x",'));
});

test("where nothing was written nothing is remembered, nor where nobody knows of an install", async () => {
	const before = readJournal(house.machine.data, "pi");
	await remembering(house.fitting, house.machine, async () => {});
	expect(readJournal(house.machine.data, "pi")).toEqual(before);
	await uninstall(house.fitting, house.machine, FOUND);
	await remembering(house.fitting, house.machine, hostWrites);
	expect(readJournal(house.machine.data, "pi")).toBeUndefined();
});
