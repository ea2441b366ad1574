import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyInstall, extendInstall, NotTakenBack } from "./apply.ts";
import { filesIn } from "./files.ts";
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
import { StepFailed } from "./steps.ts";
import type { HostInstaller, InstallStep } from "./types.ts";

let fixture: MachineFixture;
beforeEach(() => {
	fixture = newMachineFixture();
});
afterAll(removeMachineFixtures);

const putIn = (installer: HostInstaller = fixture.installer): Promise<void> =>
	applyInstall(installer, fixture.machine, FOUND, LAUNCHER, "1.0.0");
const takeOut = (): Promise<RevertOutcome[]> => revertInstall(fixture.installer, fixture.machine, FOUND);
const journal = (): unknown => readJournal(fixture.machine.data, fixture.installer.host);

/** A host with a different last step. */
function endingWith(...steps: readonly InstallStep[]): HostInstaller {
	return { ...fixture.installer, install: (...args) => [...fixture.installer.install(...args), ...steps] };
}

function failing(mayFail: boolean): InstallStep {
	const { args } = fixture.installer.uninstall(fixture.machine, FOUND).find((step) => step.kind === "run") ?? {
		args: [],
	};
	const [script = "", , registry = ""] = args;
	return { kind: "run", says: "", program: FOUND.program, args: [script, "fail", registry], mayFail };
}

describe("nothing is changed", () => {
	test.each(["settings", "registry"] as const)("if the %s are read-only", async (which) => {
		writeFileSync(fixture.registry, "{}");
		chmodSync(fixture[which], 0o444);
		const before = fixture.tree();
		await expect(putIn()).rejects.toThrow(`${fixture[which]} is not writable.`);
		expect([fixture.tree(), journal()]).toEqual([before, undefined]);
	});

	test("if settings are not JSON, and the message names the line", async () => {
		writeFileSync(fixture.settings, '{\n"plugins": [\n');
		const before = fixture.tree();
		await expect(putIn(unwired())).rejects.toThrow(`${fixture.settings}, line 3, column 1`);
		expect([fixture.tree(), journal()]).toEqual([before, undefined]);
	});

	test("if settings are not UTF-8", async () => {
		writeFileSync(fixture.settings, Buffer.from(`\ufeff${SETTINGS}`, "utf16le"));
		const before = readFileSync(fixture.settings);
		await expect(putIn(unwired())).rejects.toThrow(`${fixture.settings} is not written in UTF-8.`);
		expect([readFileSync(fixture.settings), journal()]).toEqual([before, undefined]);
	});

	test("if a program of the host fails; its message is given in one line, without warnings", async () => {
		writeFileSync(fixture.registry, '{ "plugins": [ ] }');
		const before = fixture.tree();
		const refusal = await putIn(endingWith(failing(false))).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(StepFailed);
		expect(String(refusal)).toEndWith("failed: The host has a bad day. And more.");
		expect([fixture.tree(), journal()]).toEqual([before, undefined]);
	});

	test("if a program of the host fails after it has written something", async () => {
		const before = fixture.tree();
		const write = `require("node:fs").writeFileSync(${JSON.stringify(fixture.settings)}, '{"time":5}'); process.exit(4);`;
		const spoil: InstallStep = { kind: "run", says: "", program: FOUND.program, args: ["-e", write] };
		await expect(putIn(endingWith(spoil))).rejects.toBeInstanceOf(StepFailed);
		expect([fixture.tree(), journal()]).toEqual([before, undefined]);
	});

	test("in a working ibid if an upgrade fails halfway", async () => {
		writeFileSync(fixture.registry, '{ "plugins": [ ] }');
		const before = fixture.tree();
		await putIn();
		const [works, folder] = [fixture.tree(), join(fixture.machine.data, "plugins", "host")];
		const edit: InstallStep = { kind: "edit", says: "", path: fixture.settings, edit: () => "{}" };
		const upgrade = putIn(endingWith(edit, failing(false)));
		await expect(upgrade).rejects.toThrow("The host has a bad day.");
		expect(fixture.installer.wired(fixture.machine).kind).toBe("yes");
		expect([fixture.tree(), filesIn(folder)]).toEqual([works, new Map([["a", "1"]])]);
		await takeOut();
		expect([fixture.tree(), journal()]).toEqual([before, undefined]);
	});

	test("in a working ibid if an upgrade would change read-only settings", async () => {
		const other = join(fixture.machine.home, "the host", "later.json");
		writeFileSync(other, "{ }", { mode: 0o444 });
		await putIn();
		const works = fixture.tree();
		const touches: HostInstaller["touches"] = (machine) =>
			fixture.installer.wired(machine).kind === "yes" ? fixture.installer.touches(machine) : [other];
		await expect(putIn({ ...fixture.installer, touches })).rejects.toThrow(`${other} is not writable.`);
		expect(fixture.tree()).toEqual(works);
		expect(journal()).toMatchObject({ isDone: true });
	});

	test("by uninstalling if settings have become read-only", async () => {
		await putIn();
		chmodSync(fixture.settings, 0o444);
		const before = fixture.tree();
		await expect(takeOut()).rejects.toThrow(`${fixture.settings} is not writable.`);
		expect(fixture.tree()).toEqual(before);
		chmodSync(fixture.settings, 0o644);
		await takeOut();
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS);
	});

	/** The settings would be changed first, and settings that cannot be read cannot be judged. */
	function unwired(): HostInstaller {
		const edits: HostInstaller["install"] = (...args) =>
			fixture.installer.install(...args).filter(({ kind }) => kind === "edit");
		return { ...fixture.installer, install: edits, wired: () => ({ kind: "no" }) };
	}
});

describe("a failure that cannot be undone", () => {
	const problemOf = async (installer: HostInstaller): Promise<NotTakenBack> => {
		const error = await putIn(installer).then(
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
		expect(changed).toEqual([fixture.settings, fixture.registry]);
		expect(journal()).toMatchObject({ isDone: false });
		await takeOut();
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS);
	});

	test.each([0, 4])("names a file that can no longer be read, after a program that ends with %d", async (code) => {
		const path = JSON.stringify(fixture.settings);
		const spoil = `const fs = require("node:fs"); fs.rmSync(${path}); fs.mkdirSync(${path}); console.error("spoiled");`;
		const args = ["-e", `${spoil} process.exit(${code});`];
		const { message, problem, changed } = await problemOf(
			endingWith({ kind: "run", says: "", program: FOUND.program, args }),
		);
		expect(message).toContain(code === 0 ? "is a folder" : "failed: spoiled");
		expect(problem.message).toContain(`${fixture.settings} is a folder`);
		expect(changed).toContain(fixture.settings);
	});

	test("is reported if nothing more can be recorded", async () => {
		const block: InstallStep = {
			kind: "edit",
			says: "",
			path: fixture.registry,
			edit: (text) => {
				mkdirSync(join(fixture.machine.data, "installed", `${fixture.installer.host}.json.ibid-new`), {
					recursive: true,
				});
				return text;
			},
		};
		expect((await problemOf(endingWith(block))).changed).toEqual([fixture.settings, fixture.registry]);
		expect(journal()).toMatchObject({ isDone: false });
	});

	test("does not matter if a working ibid was restored", async () => {
		await putIn();
		const works = fixture.tree();
		const uninstall: HostInstaller["uninstall"] = () => [failing(false)];
		const upgrade = putIn({ ...endingWith(failing(false)), uninstall });
		await expect(upgrade).rejects.toBeInstanceOf(StepFailed);
		expect([fixture.tree(), journal()]).toEqual([works, expect.objectContaining({ isDone: true })]);
	});
});

describe("in spite of that,", () => {
	test("a program may fail if other steps do what it should have done", async () => {
		await putIn(endingWith(failing(true)));
		expect(fixture.installer.wired(fixture.machine).kind).toBe("yes");
	});

	test("read-only files with nothing of ours do not prevent uninstalling", async () => {
		const only = { ...fixture.installer, install: () => [], uninstall: () => [] };
		await putIn(only);
		chmodSync(fixture.settings, 0o444);
		const left = await revertInstall(only, fixture.machine, FOUND);
		expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
	});

	test("uninstall removes our entries even without a journal", async () => {
		await putIn();
		rmSync(join(fixture.machine.data, "installed"), { recursive: true });
		await takeOut();
		expect(fixture.installer.wired(fixture.machine)).toEqual({ kind: "no" });
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS);
	});

	test("our entries do not come back if ibid is installed once more and uninstalled", async () => {
		await putIn();
		rmSync(join(fixture.machine.data, "installed"), { recursive: true });
		await putIn();
		await takeOut();
		expect(fixture.installer.wired(fixture.machine)).toEqual({ kind: "no" });
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS);
	});

	test("uninstalling changes nothing if ibid was never installed", async () => {
		const before = fixture.tree();
		await takeOut();
		expect(fixture.tree()).toEqual(before);
	});

	test("an upgrade may change other files than the install before", async () => {
		const other = join(fixture.machine.home, "the host", "later.json");
		writeFileSync(other, "{ }");
		await putIn();
		const before = fixture.tree();
		// Where the entry goes depends on which files exist.
		const touches: HostInstaller["touches"] = (machine) =>
			fixture.installer.wired(machine).kind === "yes" ? fixture.installer.touches(machine) : [other];
		const edit: InstallStep = { kind: "edit", says: "", path: other, edit: () => '{"plugins":["ibid"]}' };
		await putIn({ ...fixture.installer, touches, install: () => [edit] });
		expect(readFileSync(other, "utf8")).toBe('{"plugins":["ibid"]}');
		await takeOut();
		expect(readFileSync(other, "utf8")).toBe("{ }");
		expect(fixture.tree()).not.toEqual(before);
	});

	test("what the user has decided about ibid survives an upgrade, and is removed with it", async () => {
		const trust: InstallStep = {
			kind: "edit",
			says: "",
			path: fixture.settings,
			edit: (text = "") => text.replace("{", '{ "trusts": true,'),
		};
		await putIn();
		await extendInstall(fixture.installer, fixture.machine, [trust]);
		expect(readFileSync(fixture.settings, "utf8")).toContain("trusts");
		await putIn({
			...fixture.installer,
			keeps: () => (readFileSync(fixture.settings, "utf8").includes("trusts") ? [trust] : []),
		});
		expect(readFileSync(fixture.settings, "utf8")).toContain("trusts");
		const left = await takeOut();
		expect(left.map(({ state }) => state)).toEqual(["as before", "as before"]);
		expect(readFileSync(fixture.settings, "utf8")).toBe(SETTINGS);
	});
});
