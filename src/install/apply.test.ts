import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyInstall } from "./apply.ts";
import { FOUND, type House, LAUNCHER, newHouse, removeHouses, SETTINGS } from "./house.test.ts";
import { readJournal } from "./journal.ts";
import { type RevertOutcome, revertInstall } from "./revert.ts";
import type { HostInstaller } from "./types.ts";

let house: House;
beforeEach(() => {
	house = newHouse();
});
afterAll(removeHouses);

const putIn = (fitting: HostInstaller = house.fitting, afterEach?: () => void): Promise<void> =>
	applyInstall(fitting, house.machine, FOUND, LAUNCHER, "1.0.0", afterEach);
const takeOut = (afterEach?: () => void): Promise<RevertOutcome[]> =>
	revertInstall(house.fitting, house.machine, FOUND, afterEach);
const statesOf = (left: readonly RevertOutcome[]): string[] => left.map(({ state }) => state);
const wired = (): string => house.fitting.wired(house.machine).kind;

describe("an installed ibid", () => {
	test("is there, and is removed without a trace", async () => {
		const before = house.tree();
		await putIn();
		expect(wired()).toBe("yes");
		expect(house.tree()).not.toEqual(before);
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(house.tree()).toEqual(before);
		expect(wired()).toBe("no");
	});

	test("is there once if it is installed twice", async () => {
		const before = house.tree();
		await putIn();
		const after = house.tree();
		await putIn();
		expect(house.tree()).toEqual(after);
		await takeOut();
		expect(house.tree()).toEqual(before);
	});

	test("is recorded with its version and with what starts it", async () => {
		await putIn();
		const journal = readJournal(house.machine.data, house.fitting.host);
		expect(journal).toMatchObject({ version: "1.0.0", launcher: LAUNCHER, isDone: true });
		await takeOut();
		expect(readJournal(house.machine.data, house.fitting.host)).toBeUndefined();
	});

	test("can be removed with a report on each file and its content", async () => {
		await putIn();
		const from = readFileSync(house.settings, "utf8");
		const [settings, registry] = await takeOut();
		expect(settings).toEqual({ path: house.settings, state: "as before", from, to: SETTINGS });
		expect(registry).toMatchObject({ path: house.registry, state: "as before", to: undefined });
	});
});

describe("uninstalling restores the former bytes of the user's files:", () => {
	const ODD: readonly (readonly [string, () => void])[] = [
		["with lines that end as on Windows", () => writeFileSync(house.settings, SETTINGS.replaceAll("\n", "\r\n"))],
		["with a byte order mark", () => writeFileSync(house.settings, `\ufeff${SETTINGS}`)],
		["with rights of their own", () => chmodSync(house.settings, 0o640)],
		["where they are empty", () => writeFileSync(house.settings, "")],
		["where they are missing", () => rmSync(house.settings)],
		["where their folder is missing", () => rmSync(dirname(house.settings), { recursive: true })],
		[
			"behind a link",
			() => {
				mkdirSync(join(house.machine.home, "dot files"));
				writeFileSync(join(house.machine.home, "dot files", "mine"), SETTINGS);
				rmSync(house.settings);
				symlinkSync("../dot files/mine", house.settings);
			},
		],
		[
			"behind a link to nothing",
			() => {
				rmSync(house.settings);
				symlinkSync("../none", house.settings);
			},
		],
		["where the host writes all of them anew", () => writeFileSync(house.registry, '{ "plugins" : [ "other" ] }')],
	];

	test.each(ODD)("%s", async (_, makeOdd) => {
		makeOdd();
		const before = house.tree();
		await putIn();
		expect(wired()).toBe("yes");
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(house.tree()).toEqual(before);
	});
});

describe("a file that the user changed since", () => {
	test("loses our part and nothing else, and this is reported", async () => {
		await putIn();
		const changed = readFileSync(house.settings, "utf8").replace("eggs", "more eggs");
		writeFileSync(house.settings, changed);
		const [settings, registry] = await takeOut();
		expect(settings).toMatchObject({ state: "changed since", from: changed });
		expect(settings?.to).toBe(SETTINGS.replace("eggs", "more eggs"));
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS.replace("eggs", "more eggs"));
		expect(registry?.state).toBe("as before");
	});

	test("keeps the change after an upgrade and after uninstalling", async () => {
		await putIn();
		writeFileSync(house.settings, readFileSync(house.settings, "utf8").replace("eggs", "more eggs"));
		await putIn();
		expect(wired()).toBe("yes");
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS.replace("eggs", "more eggs"));
	});

	test("may have been deleted", async () => {
		await putIn();
		rmSync(house.settings);
		expect(statesOf(await takeOut())).toEqual(["changed since", "as before"]);
		expect(existsSync(house.settings)).toBe(false);
	});

	test("is deleted if it did not exist before and is empty without our part", async () => {
		await putIn();
		writeFileSync(house.registry, '{ "plugins": [ "ibid" ] }');
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(existsSync(house.registry)).toBe(false);
	});

	test("stays if it did not exist before and the user has written in it", async () => {
		await putIn();
		writeFileSync(house.registry, '{"plugins":["ibid","other"]}');
		expect(statesOf(await takeOut())).toEqual(["as before", "changed since"]);
		expect(readFileSync(house.registry, "utf8")).toBe('{"plugins":["other"]}');
	});
});

describe("after a crash", () => {
	class Stopped extends Error {}

	function stopAfter(writes: number): () => void {
		let left = writes;
		return () => {
			if (--left === 0) throw new Stopped();
		};
	}

	async function isStopped(work: Promise<unknown>): Promise<boolean> {
		const error = await work.then(
			() => undefined,
			(error: unknown) => error,
		);
		if (error !== undefined) expect(error).toBeInstanceOf(Stopped);
		return error !== undefined;
	}

	/** How many writes there were to crash at. */
	async function each(stop: (writes: number) => Promise<boolean>): Promise<number> {
		let writes = 1;
		while (await stop(writes)) writes++;
		return writes - 1;
	}

	test.each([false, true])("at any write, uninstalling repairs everything (registry exists: %p)", async (isThere) => {
		const stops = await each(async (writes) => {
			house = newHouse();
			if (isThere) writeFileSync(house.registry, '{\n\t"plugins": []\n}');
			const before = house.tree();
			if (!(await isStopped(putIn(house.fitting, stopAfter(writes))))) return false;
			expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
			expect([writes, house.tree()]).toEqual([writes, before]);
			return true;
		});
		expect(stops).toBe(8);
	});

	test("at any write, installing resumes", async () => {
		const stops = await each(async (writes) => {
			house = newHouse();
			const before = house.tree();
			if (!(await isStopped(putIn(house.fitting, stopAfter(writes))))) return false;
			await putIn();
			expect(wired()).toBe("yes");
			await takeOut();
			expect([writes, house.tree()]).toEqual([writes, before]);
			return true;
		});
		expect(stops).toBe(8);
	});

	test("while uninstalling, uninstalling again completes it", async () => {
		const stops = await each(async (writes) => {
			house = newHouse();
			writeFileSync(house.registry, '{\n\t"plugins": [ "other" ]\n}');
			const before = house.tree();
			await putIn();
			if (!(await isStopped(takeOut(stopAfter(writes))))) return false;
			await takeOut();
			expect([writes, house.tree()]).toEqual([writes, before]);
			return true;
		});
		expect(stops).toBe(5);
	});

	test("while uninstalling, the user's changes since are kept", async () => {
		const stops = await each(async (writes) => {
			house = newHouse();
			await putIn();
			writeFileSync(house.settings, readFileSync(house.settings, "utf8").replace("eggs", "more eggs"));
			if (!(await isStopped(takeOut(stopAfter(writes))))) return false;
			await takeOut();
			expect([writes, readFileSync(house.settings, "utf8")]).toEqual([writes, SETTINGS.replace("eggs", "more eggs")]);
			return true;
		});
		expect(stops).toBe(6);
	});

	test("in the middle of writing a file, nothing is left beside it for long", async () => {
		const before = house.tree();
		expect(await isStopped(putIn(house.fitting, stopAfter(1)))).toBe(true);
		writeFileSync(`${house.settings}.ibid-new`, "half");
		await takeOut();
		expect(house.tree()).toEqual(before);
	});

	test.each(["", '{ "plugins": ["oth'])(
		"while a host writes settings, of which it leaves %j, gets them back",
		async (torn) => {
			const before = house.tree();
			expect(await isStopped(putIn(house.fitting, stopAfter(1)))).toBe(true);
			writeFileSync(house.settings, torn);
			expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
			await putIn();
			expect(await isStopped(takeOut(stopAfter(1)))).toBe(true);
			writeFileSync(house.settings, torn);
			await takeOut();
			expect(house.tree()).toEqual(before);
		},
	);

	test("right after an edit, the file gets back even what its meaning does not show", async () => {
		const path = house.settings;
		const fitting: HostInstaller = {
			...house.fitting,
			install: () => [{ kind: "edit", says: "", path, edit: (text) => `${text}ibid` }],
			uninstall: () => [{ kind: "edit", says: "", path, edit: (text) => text?.replace(/ibid|other/g, "") }],
		};
		const stop = (): void => {
			if (readFileSync(path, "utf8") === `${SETTINGS}ibid`) throw new Stopped();
		};
		expect(await isStopped(putIn(fitting, stop))).toBe(true);
		await revertInstall(fitting, house.machine, FOUND);
		expect(readFileSync(path, "utf8")).toBe(SETTINGS);
	});
});
