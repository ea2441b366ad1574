import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../../scripts/build.ts";
import { buildExecutable } from "../../../scripts/build-exe.ts";
import { SOURCES } from "../../symbol/source-fixture.test.ts";

setDefaultTimeout(120_000);

const root = mkdtempSync(join(tmpdir(), "ibid-outline-"));
const exe = join(root, "bin", "ibid");
const folder = join(root, "sources");

const BODY = Array.from({ length: 20 }, (_, at) => `\tstep(${at});`);
const LONG = `import a from "a";\n\nexport function long() {\n${BODY.join("\n")}\n}\n`;

beforeAll(async () => {
	writeFileSync(join(root, "package.json"), '{"type":"module"}');
	await build(join(root, "dist"));
	mkdirSync(join(root, "bin"));
	buildExecutable(exe);
	mkdirSync(folder);
	for (const { path, text } of SOURCES) writeFileSync(join(folder, path), text);
	writeFileSync(join(folder, "long.ts"), LONG);
	writeFileSync(join(folder, "empty.ts"), "");
	writeFileSync(join(folder, "open.ts"), "const a = 1;\r\nconst b = 2;");
	writeFileSync(join(folder, "odd:1-2"), "odd\n");
	writeFileSync(join(folder, "old.c"), Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]));
	writeFileSync(join(folder, "notes.md"), "# Notes\n");
	writeFileSync(join(folder, "huge.js"), "a();\n".repeat(900_000));
});
afterAll(() => rmSync(root, { recursive: true }));

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

function outline(args: readonly string[], program = ["node", join(root, "dist/cli.js")]): Ran {
	const [command = "", ...before] = program;
	const options = { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH } } as const;
	const { status, stdout, stderr } = spawnSync(command, [...before, "outline", ...args], options);
	return { code: status, stdout, stderr };
}

test("prints a file with its long bodies folded, and by its mark the lines", () => {
	const folded = 'import a from "a";\n\nexport function long() {\n\t… lines 4-23 folded\n}\n';
	expect(outline(["long.ts"])).toEqual({ code: 0, stdout: folded, stderr: "" });
	expect(outline(["long.ts:4-23"]).stdout).toBe(`${BODY.join("\n")}\n`);
	expect(outline(["long.ts", "--min-body", "21"]).stdout).toBe(LONG);
	expect(outline(["long.ts", "--depth", "1"]).stdout).toBe(LONG);
});

test("prints texts and lines exactly as they are", () => {
	expect(outline(["empty.ts"]).stdout).toBe("");
	expect(outline(["open.ts"]).stdout).toBe("const a = 1;\r\nconst b = 2;");
	expect(outline(["open.ts:1-1"]).stdout).toBe("const a = 1;\r\n");
	expect(outline(["open.ts:2-2"]).stdout).toBe("const b = 2;");
});

test("prints several files, each below its name", () => {
	const { stdout } = outline(["open.ts:2-2", "long.ts:1-1", "empty.ts"]);
	expect(stdout).toBe(
		'==> open.ts:2-2 <==\nconst b = 2;\n\n==> long.ts:1-1 <==\nimport a from "a";\n\n==> empty.ts <==\n',
	);
});

test("prints symbols as JSON", () => {
	const { files } = JSON.parse(outline(["long.ts", "table.py", "--json"]).stdout);
	expect(files).toHaveLength(2);
	expect(files[0]).toEqual({
		path: "long.ts",
		language: "typescript",
		symbols: [
			{
				id: "long.ts#long",
				name: "long",
				kind: "function",
				lines: { first: 3, last: 24 },
				signature: { first: 3, last: 3 },
				body: { first: 4, last: 23 },
			},
		],
		folds: [{ first: 4, last: 23, symbol: "long.ts#long" }],
	});
});

test("knows every language on Node and as an executable, and says the same on both", () => {
	const args = [...SOURCES.map(({ path }) => path), "--min-body", "4"];
	const node = outline(args);
	expect([node.code, node.stderr]).toEqual([0, ""]);
	expect(node.stdout.match(/… lines \d+-\d+ folded/g)).toHaveLength(SOURCES.flatMap(({ folds }) => folds).length);
	expect(outline(args, [exe])).toEqual(node);
});

test("the page on outlines says what is printed", () => {
	const page = readFileSync("docs/outline.md", "utf8");
	const block = (language: string): string => new RegExp(`\n\`{3}${language}\n([^]*?)\`{3}\n`).exec(page)![1]!;
	writeFileSync(join(folder, "queue.py"), block("python"));
	expect(outline(["queue.py", "--min-body", "4"]).stdout).toBe(block("text"));
	expect(outline(["queue.py:7-14"]).stdout).toBe(`${block("python").split("\n").slice(6, 14).join("\n")}\n`);
	expect(JSON.parse(outline(["queue.py", "--json", "--min-body", "4"]).stdout)).toEqual(JSON.parse(block("json")));
});

describe("a mistake is told in one sentence", () => {
	test.each([
		[["missing.ts"], "There is no file missing.ts."],
		[["."], ". is not a file: name source files."],
		[["notes.md"], "ibid outline has no grammar for notes.md; see ibid help outline for its languages."],
		[["old.c"], "old.c is not UTF-8 text, so ibid cannot print its lines exactly."],
		[["huge.js"], "huge.js is too large for ibid outline: it takes at most 4 MB."],
		[["open.ts:2-3"], "There are no lines open.ts:2-3: open.ts has lines 1-2."],
		[["open.ts:2-1"], "There are no lines open.ts:2-1: open.ts has lines 1-2."],
		[["long.ts:0-1"], "There are no lines long.ts:0-1: long.ts has lines 1-24."],
		[["empty.ts:1-1"], "There are no lines empty.ts:1-1: empty.ts is empty."],
		[["odd:1-2"], "ibid outline has no grammar for odd:1-2; see ibid help outline for its languages."],
		[["long.ts:1-2", "--json"], "--json is about whole files: ask for long.ts:1-2 without it."],
		[["long.ts", "missing.ts"], "There is no file missing.ts."],
	])("for %j", (args, sentence) => {
		expect(outline(args)).toEqual({ code: 2, stdout: "", stderr: `ibid: ${sentence}\n` });
	});
});
