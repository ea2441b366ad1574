import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import type { Machine } from "../../install/types.ts";
import { find } from "./try-out.ts";

const base = mkdtempSync(join(tmpdir(), "ibid find-gemini-"));
afterAll(() => rmSync(base, { recursive: true }));

/** A home with a program of the host's that tells where it was run, which leaves files behind there, as the real one does. */
function machineWith(data: string): Machine {
	const home = mkdtempSync(join(base, "home-"));
	mkdirSync(join(home, "bin"));
	const does = 'touch "$GEMINI_CLI_HOME/left"; echo "1.2.3-$GEMINI_CLI_HOME" | tr -d " "';
	writeFileSync(join(home, "bin/gemini"), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
	return thisMachine(home, { PATH: `${join(home, "bin")}:${process.env.PATH}` }, join(home, data));
}

async function withoutTemporary<T>(work: () => Promise<T>): Promise<T> {
	const { TMPDIR } = process.env;
	process.env.TMPDIR = join(base, "gone");
	try {
		return await work();
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
	}
}

test("the host is asked in a folder that goes away again", async () => {
	const machine = machineWith("data");
	const found = await find(machine);
	expect(found?.version).toStartWith(`1.2.3-${join(tmpdir(), "ibid-gemini-")}`);
	expect(readdirSync(machine.home)).toEqual(["bin"]);
});

test.each([
	["where ibid keeps its own", "bin"],
	["in the home", "none"],
])("where there is no place for what is passing, it is asked %s", async (_, data) => {
	const machine = machineWith(data);
	const found = await withoutTemporary(() => find(machine));
	const parent = data === "bin" ? machine.data : machine.home;
	expect(found?.version).toStartWith(`1.2.3-${join(parent, "ibid-gemini-").replaceAll(" ", "")}`);
	expect([readdirSync(machine.home), readdirSync(join(machine.home, "bin"))]).toEqual([["bin"], ["gemini"]]);
});
