import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { thisMachine } from "./machine.ts";
import type { Machine } from "./types.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "ibid machine-")));
afterAll(() => rmSync(base, { recursive: true }));

const machineWith = (environment: Machine["environment"]): Machine => thisMachine(base, environment, base);
const machine = machineWith({ PATH: process.env.PATH, WORD: "own" });

function putProgram(name: string, text: string, rights = 0o755): string {
	const path = join(base, name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, `#!/bin/sh\n${text}\n`);
	chmodSync(path, rights);
	return path;
}

describe("a program runs to its end", () => {
	test("and reports how it ended and what it printed", async () => {
		const program = putProgram("tell me", "echo said; echo wrong >&2; exit 3");
		expect(await machine.run(program, [])).toEqual({ code: 3, output: "said\n", errors: "wrong\n" });
	});

	test("with its arguments unchanged, because no shell sees them", async () => {
		const program = putProgram("say", 'for each in "$@"; do echo "<$each>"; done');
		const args = ["a b", "$WORD", "*", `it's "so"`, ""];
		const { code, output } = await machine.run(program, args);
		expect([code, output]).toEqual([0, `${args.map((each) => `<${each}>`).join("\n")}\n`]);
	});

	test("with only the user's environment, plus what it is given", async () => {
		const program = putProgram("words", 'echo "$WORD $MORE $HOME"');
		const { output } = await machine.run(program, [], { environment: { MORE: "more" } });
		expect(output).toBe("own more \n");
		expect((await machine.run(program, [], { environment: { WORD: "other" } })).output).toBe("other  \n");
	});

	test("in the given folder", async () => {
		mkdirSync(join(base, "a folder"));
		const { output } = await machine.run(putProgram("where", "pwd"), [], { folder: join(base, "a folder") });
		expect(output).toBe(`${join(base, "a folder")}\n`);
	});

	test("with an empty standard input, or with the given text", async () => {
		const program = putProgram("ask", "cat; echo end");
		expect((await machine.run(program, [])).output).toBe("end\n");
		expect((await machine.run(program, [], { input: "words\n" })).output).toBe("words\nend\n");
	});

	test("even if it reads nothing of its input", async () => {
		const input = "words\n".repeat(100_000);
		expect(await machine.run(putProgram("deaf", "exit 0"), [], { input })).toMatchObject({ code: 0 });
	});

	test("even if it ignores the request to end", async () => {
		const program = putProgram("deaf to signals", "trap '' TERM; echo said; while :; do sleep 1; done");
		const impatient = thisMachine(base, { PATH: process.env.PATH }, base, 300);
		expect((await impatient.run(program, [])).code).not.toBe(0);
	});

	test("and processes that it leaves do not delay us", async () => {
		const program = putProgram("parent", "sleep 30 & echo $!");
		const { code, output } = await machine.run(program, []);
		process.kill(Number(output));
		expect([code, output]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
	});

	test.each([
		["is not there", (): string => join(base, "none")],
		["may not be run", (): string => putProgram("closed", "exit 0", 0o644)],
	])("or fails with a reason if it %s", async (_, put) => {
		const { code, errors } = await machine.run(put(), []);
		expect(code).not.toBe(0);
		expect(errors).not.toBe("");
	});
});

describe("a program is found", () => {
	const [first, second] = [join(base, "first bin"), join(base, "second")];
	for (const name of ["host", "other"]) putProgram(join("second", name), "exit 0");
	const inBoth = machineWith({ PATH: [first, "", second].join(delimiter) });

	test("in the first folder that has it, also as a link", () => {
		expect(inBoth.find("host")).toBe(join(second, "host"));
		mkdirSync(first, { recursive: true });
		symlinkSync(join(second, "host"), join(first, "host"));
		expect(inBoth.find("host")).toBe(join(first, "host"));
	});

	test.each([
		["a folder", "folder", (path: string) => mkdirSync(path, { recursive: true })],
		["a file that may not be run", "closed", (path: string) => putProgram(path.slice(base.length + 1), "", 0o644)],
		["a link to nothing", "dangling", (path: string) => symlinkSync(join(base, "none"), path)],
	])("but not %s", (_, name, put) => {
		mkdirSync(first, { recursive: true });
		put(join(first, name));
		expect(inBoth.find(name)).toBeUndefined();
		putProgram(join("second", name), "exit 0");
		expect(inBoth.find(name)).toBe(join(second, name));
	});

	test("in a folder with a relative path, and can be run from elsewhere", () => {
		const here = process.cwd();
		process.chdir(base);
		const found = machineWith({ PATH: "./second" }).find("host");
		process.chdir(here);
		expect(found).toBe(join(second, "host"));
	});

	test("nowhere if no PATH is set", () => {
		const here = process.cwd();
		process.chdir(second);
		const found = [{}, { PATH: "" }, { PATH: `${first}${delimiter}` }].map((each) => machineWith(each).find("other"));
		process.chdir(here);
		expect(found).toEqual([undefined, undefined, undefined]);
	});
});
