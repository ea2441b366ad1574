import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../src/install/machine.ts";
import type { HostInstaller, Machine } from "../src/install/types.ts";

/**
 * Files by their paths from the home directory; objects are written as JSON, and $HOME in any of them is the home
 * directory.
 */
export type Files = Readonly<Record<string, object | string>>;

/** What a tool is recognised by, in words and as files, and the expected names, each with the file that shows it. */
export type Sight = readonly [by: string, files: Files, seen: readonly string[]];

const homes: string[] = [];

/** What must hold for every host that is searched for other tools. */
export function othersContract(
	host: string,
	others: NonNullable<HostInstaller["others"]>,
	sights: readonly Sight[],
): void {
	afterAll(() => {
		for (const home of homes.splice(0)) rmSync(home, { recursive: true });
	});

	describe(`${host} has other tools`, () => {
		test.each([["by no file at all", {}, []] as Sight, ...sights])("%s", (_, files, expected) => {
			const machine = homeWith(files);
			const seen = others(machine, join(machine.home, "project"));
			const names = seen.map(({ name, where }) => `${name} ${where.slice(machine.home.length + 1)}`);
			expect(names).toEqual([...expected]);
		});
	});
}

/** A home directory with these files; the caller of the contract deletes it. */
export function homeWith(files: Files, environment: Machine["environment"] = {}): Machine {
	const home = mkdtempSync(join(tmpdir(), "ibid-others-"));
	homes.push(home);
	for (const [name, content] of Object.entries(files)) {
		const text = typeof content === "string" ? content : JSON.stringify(content);
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), text.replaceAll("$HOME", home));
	}
	return thisMachine(home, environment, join(home, "data"));
}
