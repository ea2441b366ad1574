import { expect } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examine, ibid, ibidDoes, makeOlder, OLDER, processesOf } from "./install-commands.ts";
import { type Fitted, treeIn } from "./install-fitted.ts";
import { makePlace, type Place } from "./install-place.ts";

/**
 * Uses only commands: an older ibid, settings that the user changes, an upgrade that fails, one that succeeds, and
 * uninstalling.
 */
export async function isUpgraded(fitted: Fitted, root: string): Promise<void> {
	const { change, settings } = fitted;
	const { host } = fitted.installer;
	const [place, older] = [await makePlace(fitted, root), makeOlder(root)];
	const file = join(place.machine.home, settings);
	const own = readFileSync(file, "utf8");
	const before = others(place, fitted);
	const [works, isOld] = [{ wired: "yes", stale: undefined, code: 0 }, expect.stringContaining(OLDER)];
	ibidDoes(older, place, "install", host, "--yes", "--trust");
	expect(examine(older, place, host)).toEqual(works);
	expect(examine(root, place, host)).toEqual({ wired: "yes", stale: isOld, code: 1 });
	writeFileSync(file, change(readFileSync(file, "utf8")));
	for (const hinder of [closeFile, breakCommands]) {
		const isHindered = treeIn(place, fitted);
		const mend = hinder(fitted, place);
		if (!mend) continue;
		const { code, errors } = ibid(root, place, "install", host, "--yes", "--trust");
		expect([code, errors]).toEqual([1, expect.stringContaining("The previous installation of ibid is still there.")]);
		mend();
		expect(treeIn(place, fitted)).toEqual(isHindered);
		expect(examine(root, place, host)).toEqual({ wired: "yes", stale: isOld, code: 1 });
	}
	ibidDoes(root, place, "install", host, "--yes", "--trust");
	expect(examine(root, place, host)).toEqual(works);
	ibidDoes(root, place, "uninstall");
	expect(readFileSync(file, "utf8")).toEqual(change(own));
	expect(others(place, fitted)).toEqual(before);
	expect(examine(root, place, host)).toEqual({ wired: "no", stale: undefined, code: 0 });
	await expectNothingLeft(root, place);
}

/** All files but the one that the user changes. */
function others(place: Place, fitted: Fitted): Map<string, string> {
	const tree = treeIn(place, fitted);
	tree.delete(fitted.settings);
	return tree;
}

function closeFile({ settings }: Fitted, { machine }: Place): () => void {
	const file = join(machine.home, settings);
	const { mode } = statSync(file);
	chmodSync(file, 0o444);
	return () => chmodSync(file, mode);
}

/** Makes those commands of the host fail that install something; undefined if none is needed. */
function breakCommands({ installer, programs }: Fitted, { machine, found, launcher }: Place): (() => void) | undefined {
	if (!installer.install(machine, found, launcher).some(({ kind }) => kind === "run")) return undefined;
	const files = Object.keys(programs).map((name) => machine.find(name) ?? name);
	const texts = files.map((file) => readFileSync(file, "utf8"));
	for (const [index, file] of files.entries()) writeFileSync(file, texts[index]!.replace("\n", `\n${FAILING}\n`));
	return () => {
		for (const [index, file] of files.entries()) writeFileSync(file, texts[index]!);
	};
}

const FAILING = `case "$*" in "plugin install"*|"plugin add"*|"extensions install"*|install*) exit 3;; esac`;

/** Nothing of ibid runs any more, and nothing of it remains: in the data folder only after a purge. */
export async function expectNothingLeft(root: string, place: Place): Promise<void> {
	const { data, environment } = place.machine;
	ibidDoes(root, place, "uninstall", "--purge");
	expect(existsSync(data)).toBe(false);
	expect(await processesOf(place)).toEqual([]);
	expect(readdirSync(environment.TMPDIR ?? "").filter((name) => name.startsWith("ibid"))).toEqual([]);
}
