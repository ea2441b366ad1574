import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyInstall } from "./apply.ts";
import { readJournal } from "./journal.ts";
import {
	FOUND,
	LAUNCHER,
	type MachineFixture,
	newMachineFixture,
	removeMachineFixtures,
	SETTINGS,
} from "./machine-fixture.test.ts";
import { type RevertOutcome, revertInstall } from "./revert.ts";
import type { HostInstaller } from "./types.ts";

let fixture: MachineFixture;
beforeEach(() => {
	fixture = newMachineFixture();
});
afterAll(removeMachineFixtures);

const putIn = (installer: HostInstaller = fixture.installer, afterEach?: () => void): Promise<void> =>
	applyInstall(installer, fixture.machine, FOUND, LAUNCHER, "1.0.0", afterEach);
const takeOut = (afterEach?: () => void): Promise<RevertOutcome[]> =>
	revertInstall(fixture.installer, fixture.machine, FOUND, afterEach);
const statesOf = (left: readonly RevertOutcome[]): string[] => left.map(({ state }) => state);
const wired = (): string => fixture.installer.wired(fixture.machine).kind;

describe("an installed ibid", () => {
	test("is there, and is removed without a trace", async () => {
		const before = fixture.tree();
		await putIn();
		expect(wired()).toBe("yes");
		expect(fixture.tree()).not.toEqual(before);
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(fixture.tree()).toEqual(before);
		expect(wired()).toBe("no");
	});

	test("is there once if it is installed twice", async () => {
		const before = fixture.tree();
		await putIn();
		const after = fixture.tree();
		await putIn();
		expect(fixture.tree()).toEqual(after);
		await takeOut();
		expect(fixture.tree()).toEqual(before);
	});

	test("is recorded with its version and with what starts it", async () => {
		await putIn();
		const journal = readJournal(fixture.machine.data, fixture.installer.host);
		expect(journal).toMatchObject({ version: "1.0.0", launcher: LAUNCHER, isDone: true });
		await takeOut();
		expect(readJournal(fixture.machine.data, fixture.installer.host)).toBeUndefined();
	});

	test("can be removed with a report on each file and its content", async () => {
		await putIn();
		const from = readFileSync(fixture.settings, "utf8");
		const [settings, registry] = await takeOut();
		expect(settings).toEqual({ path: fixture.settings, state: "as before", from, to: SETTINGS });
		expect(registry).toMatchObject({ path: fixture.registry, state: "as before", to: undefined });
	});
});

describe("uninstalling restores the former bytes of the user's files:", () => {
	const ODD: readonly (readonly [string, () => void])[] = [
		["with lines that end as on Windows", () => writeFileSync(fixture.settings, SETTINGS.replaceAll("\n", "\r\n"))],
		["with a byte order mark", () => writeFileSync(fixture.settings, `\ufeff${SETTINGS}`)],
		["with rights of their own", () => chmodSync(fixture.settings, 0o640)],
		["where they are empty", () => writeFileSync(fixture.settings, "")],
		["where they are missing", () => rmSync(fixture.settings)],
		["where their folder is missing", () => rmSync(dirname(fixture.settings), { recursive: true })],
		[
			"behind a link",
			() => {
				mkdirSync(join(fixture.machine.home, "dot files"));
				writeFileSync(join(fixture.machine.home, "dot files", "mine"), SETTINGS);
				rmSync(fixture.settings);
				symlinkSync("../dot files/mine", fixture.settings);
			},
		],
		[
			"behind a link to nothing",
			() => {
				rmSync(fixture.settings);
				symlinkSync("../none", fixture.settings);
			},
		],
		["where the host writes all of them anew", () => writeFileSync(fixture.registry, '{ "plugins" : [ "other" ] }')],
	];

	test.each(ODD)("%s", async (_, makeOdd) => {
		makeOdd();
		const before = fixture.tree();
		await putIn();
		expect(wired()).toBe("yes");
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(fixture.tree()).toEqual(before);
	});
});

describe("a file that the user changed since", () => {
	test("loses our part and nothing else, and this is reported", async () => {
		await putIn();
		const changed = readFileSync(fixture.settings, "utf8").replace("eggs", "more eggs");
		writeFileSync(fixture.settings, changed);
		const [settings, registry] = await takeOut();
		expect(settings).toMatchObject({ state: "changed since", from: changed });
		expect(settings?.to).toBe(SETTINGS.replace("eggs", "more eggs"));
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS.replace("eggs", "more eggs"));
		expect(registry?.state).toBe("as before");
	});

	test("keeps the change after an upgrade and after uninstalling", async () => {
		await putIn();
		writeFileSync(fixture.settings, readFileSync(fixture.settings, "utf8").replace("eggs", "more eggs"));
		await putIn();
		expect(wired()).toBe("yes");
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS.replace("eggs", "more eggs"));
	});

	test("may have been deleted", async () => {
		await putIn();
		rmSync(fixture.settings);
		expect(statesOf(await takeOut())).toEqual(["changed since", "as before"]);
		expect(existsSync(fixture.settings)).toBe(false);
	});

	test("is deleted if it did not exist before and is empty without our part", async () => {
		await putIn();
		writeFileSync(fixture.registry, '{ "plugins": [ "ibid" ] }');
		expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
		expect(existsSync(fixture.registry)).toBe(false);
	});

	test("stays if it did not exist before and the user has written in it", async () => {
		await putIn();
		writeFileSync(fixture.registry, '{"plugins":["ibid","other"]}');
		expect(statesOf(await takeOut())).toEqual(["as before", "changed since"]);
		expect(readFileSync(fixture.registry, "utf8")).toBe('{"plugins":["other"]}');
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
			fixture = newMachineFixture();
			if (isThere) writeFileSync(fixture.registry, '{\n\t"plugins": []\n}');
			const before = fixture.tree();
			if (!(await isStopped(putIn(fixture.installer, stopAfter(writes))))) return false;
			expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
			expect([writes, fixture.tree()]).toEqual([writes, before]);
			return true;
		});
		expect(stops).toBe(8);
	});

	test("at any write, installing resumes", async () => {
		const stops = await each(async (writes) => {
			fixture = newMachineFixture();
			const before = fixture.tree();
			if (!(await isStopped(putIn(fixture.installer, stopAfter(writes))))) return false;
			await putIn();
			expect(wired()).toBe("yes");
			await takeOut();
			expect([writes, fixture.tree()]).toEqual([writes, before]);
			return true;
		});
		expect(stops).toBe(8);
	});

	test("while uninstalling, uninstalling again completes it", async () => {
		const stops = await each(async (writes) => {
			fixture = newMachineFixture();
			writeFileSync(fixture.registry, '{\n\t"plugins": [ "other" ]\n}');
			const before = fixture.tree();
			await putIn();
			if (!(await isStopped(takeOut(stopAfter(writes))))) return false;
			await takeOut();
			expect([writes, fixture.tree()]).toEqual([writes, before]);
			return true;
		});
		expect(stops).toBe(5);
	});

	test("while uninstalling, the user's changes since are kept", async () => {
		const stops = await each(async (writes) => {
			fixture = newMachineFixture();
			await putIn();
			writeFileSync(fixture.settings, readFileSync(fixture.settings, "utf8").replace("eggs", "more eggs"));
			if (!(await isStopped(takeOut(stopAfter(writes))))) return false;
			await takeOut();
			expect([writes, readFileSync(fixture.settings, "utf8")]).toEqual([writes, SETTINGS.replace("eggs", "more eggs")]);
			return true;
		});
		expect(stops).toBe(6);
	});

	test("in the middle of writing a file, nothing is left beside it for long", async () => {
		const before = fixture.tree();
		expect(await isStopped(putIn(fixture.installer, stopAfter(1)))).toBe(true);
		writeFileSync(`${fixture.settings}.ibid-new`, "half");
		await takeOut();
		expect(fixture.tree()).toEqual(before);
	});

	test.each(["", '{ "plugins": ["oth'])(
		"while a host writes settings, of which it leaves %j, gets them back",
		async (torn) => {
			const before = fixture.tree();
			expect(await isStopped(putIn(fixture.installer, stopAfter(1)))).toBe(true);
			writeFileSync(fixture.settings, torn);
			expect(statesOf(await takeOut())).toEqual(["as before", "as before"]);
			await putIn();
			expect(await isStopped(takeOut(stopAfter(1)))).toBe(true);
			writeFileSync(fixture.settings, torn);
			await takeOut();
			expect(fixture.tree()).toEqual(before);
		},
	);

	test("right after an edit, the file gets back even what its meaning does not show", async () => {
		const path = fixture.settings;
		const installer: HostInstaller = {
			...fixture.installer,
			install: () => [{ kind: "edit", says: "", path, edit: (text) => `${text}ibid` }],
			uninstall: () => [{ kind: "edit", says: "", path, edit: (text) => text?.replace(/ibid|other/g, "") }],
		};
		const stop = (): void => {
			if (readFileSync(path, "utf8") === `${SETTINGS}ibid`) throw new Stopped();
		};
		expect(await isStopped(putIn(installer, stop))).toBe(true);
		await revertInstall(installer, fixture.machine, FOUND);
		expect(readFileSync(path, "utf8")).toBe(SETTINGS);
	});
});
