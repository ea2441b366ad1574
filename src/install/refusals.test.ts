import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyInstall, extendInstall, NotTakenBack } from "./apply.ts";
import { filesIn } from "./files.ts";
import { FOUND, type House, LAUNCHER, newHouse, removeHouses, SETTINGS } from "./house.test.ts";
import { readJournal } from "./journal.ts";
import { type RevertOutcome, revertInstall } from "./revert.ts";
import { StepFailed } from "./steps.ts";
import type { HostInstaller, InstallStep } from "./types.ts";

let house: House;
beforeEach(() => {
	house = newHouse();
});
afterAll(removeHouses);

const putIn = (fitting: HostInstaller = house.fitting): Promise<void> =>
	applyInstall(fitting, house.machine, FOUND, LAUNCHER, "1.0.0");
const takeOut = (): Promise<RevertOutcome[]> => revertInstall(house.fitting, house.machine, FOUND);
const journal = (): unknown => readJournal(house.machine.data, house.fitting.host);

/** A host with a different last step. */
function endingWith(...steps: readonly InstallStep[]): HostInstaller {
	return { ...house.fitting, install: (...args) => [...house.fitting.install(...args), ...steps] };
}

function failing(mayFail: boolean): InstallStep {
	const { args } = house.fitting.uninstall(house.machine, FOUND).find((step) => step.kind === "run") ?? { args: [] };
	const [script = "", , registry = ""] = args;
	return { kind: "run", says: "", program: FOUND.program, args: [script, "fail", registry], mayFail };
}

describe("nothing is changed", () => {
	test.each(["settings", "registry"] as const)("if the %s are read-only", async (which) => {
		writeFileSync(house.registry, "{}");
		chmodSync(house[which], 0o444);
		const before = house.tree();
		await expect(putIn()).rejects.toThrow(`${house[which]} may not be written to.`);
		expect([house.tree(), journal()]).toEqual([before, undefined]);
	});

	test("if settings are not JSON, and the message names the line", async () => {
		writeFileSync(house.settings, '{\n"plugins": [\n');
		const before = house.tree();
		await expect(putIn(unwired())).rejects.toThrow(`${house.settings}, line 3, column 1`);
		expect([house.tree(), journal()]).toEqual([before, undefined]);
	});

	test("if settings are not UTF-8", async () => {
		writeFileSync(house.settings, Buffer.from(`\ufeff${SETTINGS}`, "utf16le"));
		const before = readFileSync(house.settings);
		await expect(putIn(unwired())).rejects.toThrow(`${house.settings} is not written in UTF-8.`);
		expect([readFileSync(house.settings), journal()]).toEqual([before, undefined]);
	});

	test("if a program of the host fails; its message is given in one line, without warnings", async () => {
		writeFileSync(house.registry, '{ "plugins": [ ] }');
		const before = house.tree();
		const refusal = await putIn(endingWith(failing(false))).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(StepFailed);
		expect(String(refusal)).toEndWith("failed: The host has a bad day. And more.");
		expect([house.tree(), journal()]).toEqual([before, undefined]);
	});

	test("if a program of the host fails after it has written something", async () => {
		const before = house.tree();
		const write = `require("node:fs").writeFileSync(${JSON.stringify(house.settings)}, '{"time":5}'); process.exit(4);`;
		const spoil: InstallStep = { kind: "run", says: "", program: FOUND.program, args: ["-e", write] };
		await expect(putIn(endingWith(spoil))).rejects.toBeInstanceOf(StepFailed);
		expect([house.tree(), journal()]).toEqual([before, undefined]);
	});

	test("in a working ibid if an upgrade fails halfway", async () => {
		writeFileSync(house.registry, '{ "plugins": [ ] }');
		const before = house.tree();
		await putIn();
		const [works, folder] = [house.tree(), join(house.machine.data, "plugins", "host")];
		const edit: InstallStep = { kind: "edit", says: "", path: house.settings, edit: () => "{}" };
		const upgrade = putIn(endingWith(edit, failing(false)));
		await expect(upgrade).rejects.toThrow("The host has a bad day.");
		expect(house.fitting.wired(house.machine).kind).toBe("yes");
		expect([house.tree(), filesIn(folder)]).toEqual([works, new Map([["a", "1"]])]);
		await takeOut();
		expect([house.tree(), journal()]).toEqual([before, undefined]);
	});

	test("in a working ibid if an upgrade would change read-only settings", async () => {
		const other = join(house.machine.home, "the host", "later.json");
		writeFileSync(other, "{ }", { mode: 0o444 });
		await putIn();
		const works = house.tree();
		const touches: HostInstaller["touches"] = (machine) =>
			house.fitting.wired(machine).kind === "yes" ? house.fitting.touches(machine) : [other];
		await expect(putIn({ ...house.fitting, touches })).rejects.toThrow(`${other} may not be written to.`);
		expect(house.tree()).toEqual(works);
		expect(journal()).toMatchObject({ isDone: true });
	});

	test("by uninstalling if settings have become read-only", async () => {
		await putIn();
		chmodSync(house.settings, 0o444);
		const before = house.tree();
		await expect(takeOut()).rejects.toThrow(`${house.settings} may not be written to.`);
		expect(house.tree()).toEqual(before);
		chmodSync(house.settings, 0o644);
		await takeOut();
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS);
	});

	/** The settings would be changed first, and settings that cannot be read cannot be judged. */
	function unwired(): HostInstaller {
		const edits: HostInstaller["install"] = (...args) =>
			house.fitting.install(...args).filter(({ kind }) => kind === "edit");
		return { ...house.fitting, install: edits, wired: () => ({ kind: "no" }) };
	}
});

describe("a failure that cannot be undone", () => {
	const problemOf = async (fitting: HostInstaller): Promise<NotTakenBack> => {
		const error = await putIn(fitting).then(
			() => undefined,
			(error: unknown) => error,
		);
		if (error instanceof NotTakenBack) return error;
		throw error ?? new Error("Nothing has failed.");
	};

	test("says why it failed, why it could not be undone, and which files are not as they were", async () => {
		const uninstall: HostInstaller["uninstall"] = () => [failing(false)];
		const { message, problem, changed } = await problemOf({ ...endingWith(failing(false)), uninstall });
		expect([message, problem.message]).toEqual(Array(2).fill(expect.stringContaining("The host has a bad day.")));
		expect(changed).toEqual([house.settings, house.registry]);
		expect(journal()).toMatchObject({ isDone: false });
		await takeOut();
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS);
	});

	test.each([0, 4])("names a file that can no longer be read, after a program that ends with %d", async (code) => {
		const path = JSON.stringify(house.settings);
		const spoil = `const fs = require("node:fs"); fs.rmSync(${path}); fs.mkdirSync(${path}); console.error("spoiled");`;
		const args = ["-e", `${spoil} process.exit(${code});`];
		const { message, problem, changed } = await problemOf(
			endingWith({ kind: "run", says: "", program: FOUND.program, args }),
		);
		expect(message).toContain(code === 0 ? "is a folder" : "failed: spoiled");
		expect(problem.message).toContain(`${house.settings} is a folder`);
		expect(changed).toContain(house.settings);
	});

	test("is reported if nothing more can be recorded", async () => {
		const block: InstallStep = {
			kind: "edit",
			says: "",
			path: house.registry,
			edit: (text) => {
				mkdirSync(join(house.machine.data, "installed", `${house.fitting.host}.json.ibid-new`), { recursive: true });
				return text;
			},
		};
		expect((await problemOf(endingWith(block))).changed).toEqual([house.settings, house.registry]);
		expect(journal()).toMatchObject({ isDone: false });
	});

	test("does not matter if a working ibid was restored all the same", async () => {
		await putIn();
		const works = house.tree();
		const uninstall: HostInstaller["uninstall"] = () => [failing(false)];
		const upgrade = putIn({ ...endingWith(failing(false)), uninstall });
		await expect(upgrade).rejects.toBeInstanceOf(StepFailed);
		expect([house.tree(), journal()]).toEqual([works, expect.objectContaining({ isDone: true })]);
	});
});

describe("in spite of that,", () => {
	test("a program may fail if other steps do what it should have done", async () => {
		await putIn(endingWith(failing(true)));
		expect(house.fitting.wired(house.machine).kind).toBe("yes");
	});

	test("read-only files with nothing of ours do not prevent uninstalling", async () => {
		const only = { ...house.fitting, install: () => [], uninstall: () => [] };
		await putIn(only);
		chmodSync(house.settings, 0o444);
		const left = await revertInstall(only, house.machine, FOUND);
		expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
	});

	test("uninstall removes our entries even without a journal", async () => {
		await putIn();
		rmSync(join(house.machine.data, "installed"), { recursive: true });
		await takeOut();
		expect(house.fitting.wired(house.machine)).toEqual({ kind: "no" });
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS);
	});

	test("our entries do not come back if ibid is installed once more and uninstalled", async () => {
		await putIn();
		rmSync(join(house.machine.data, "installed"), { recursive: true });
		await putIn();
		await takeOut();
		expect(house.fitting.wired(house.machine)).toEqual({ kind: "no" });
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS);
	});

	test("uninstalling changes nothing if ibid was never installed", async () => {
		const before = house.tree();
		await takeOut();
		expect(house.tree()).toEqual(before);
	});

	test("an upgrade may change other files than the install before", async () => {
		const other = join(house.machine.home, "the host", "later.json");
		writeFileSync(other, "{ }");
		await putIn();
		const before = house.tree();
		// Where the entry goes depends on which files exist.
		const touches: HostInstaller["touches"] = (machine) =>
			house.fitting.wired(machine).kind === "yes" ? house.fitting.touches(machine) : [other];
		const edit: InstallStep = { kind: "edit", says: "", path: other, edit: () => '{"plugins":["ibid"]}' };
		await putIn({ ...house.fitting, touches, install: () => [edit] });
		expect(readFileSync(other, "utf8")).toBe('{"plugins":["ibid"]}');
		await takeOut();
		expect(readFileSync(other, "utf8")).toBe("{ }");
		expect(house.tree()).not.toEqual(before);
	});

	test("what the user has decided about ibid survives an upgrade, and is removed with it", async () => {
		const trust: InstallStep = {
			kind: "edit",
			says: "",
			path: house.settings,
			edit: (text = "") => text.replace("{", '{ "trusts": true,'),
		};
		await putIn();
		await extendInstall(house.fitting, house.machine, [trust]);
		expect(readFileSync(house.settings, "utf8")).toContain("trusts");
		await putIn({
			...house.fitting,
			keeps: () => (readFileSync(house.settings, "utf8").includes("trusts") ? [trust] : []),
		});
		expect(readFileSync(house.settings, "utf8")).toContain("trusts");
		const left = await takeOut();
		expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
		expect(readFileSync(house.settings, "utf8")).toBe(SETTINGS);
	});
});
