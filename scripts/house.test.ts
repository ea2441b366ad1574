import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { houseLines } from "./house.ts";
import { type House, measureHouse } from "./house-figures.ts";

const root = mkdtempSync(join(tmpdir(), "ibid-house-test-"));
afterAll(() => rmSync(root, { recursive: true }));

const FILES = {
	"src/core/a.ts": [
		'import type { B } from "./b.ts";',
		"/** What a is. */",
		"export type Place = { readonly b: B };",
		"export function textOf(place: Place): string {",
		"\tconst inner = () => `// no comment`; // beside code",
		"\treturn inner();",
		"}",
		"",
	].join("\n"),
	"src/core/b.ts":
		'export type B = string;\nexport interface Place {}\nexport const textOf = () => "/* no comment */";\n',
	"src/host/x.ts": 'import { textOf } from "../core/a.ts";\nimport "../core/b.ts";\nexport const x: any = textOf;\n',
	"src/host/x.test.ts": "// Nobody counts tests.\ntype Place = any;\n",
	"docs/a.md": "It was added of late.\n",
};

let house: House;
beforeAll(async () => {
	for (const [name, text] of Object.entries(FILES)) {
		mkdirSync(join(root, dirname(name)), { recursive: true });
		writeFileSync(join(root, name), text);
	}
	house = await measureHouse(join(root, "src"));
});

describe("the figures of a folder", () => {
	test("count its files, lines and functions without tests", () => {
		const { files, lines, coreLines, functions, any } = house;
		expect({ files, lines, coreLines, functions, any }).toEqual({
			files: 3,
			lines: 13,
			coreLines: 10,
			functions: 3,
			any: 1,
		});
		expect(house.fileLines).toEqual({ median: 3, longest: { lines: 7, name: "core/a.ts" } });
		expect(house.functionLines.longest).toEqual({ lines: 4, name: "textOf in core/a.ts" });
	});

	test("name everything that is declared more than once", () => {
		expect(house.repeatedTypes).toEqual({ Place: 2 });
		expect(house.repeatedFunctions).toEqual({ textOf: 2 });
	});

	test("follow imports", () => {
		expect(house.oneImporter).toEqual({ all: 1, folders: { core: 1 } });
		expect(house.longestChain).toEqual(["host/x.ts", "core/a.ts", "core/b.ts"]);
		expect(house.cycles).toBe(0);
	});

	test("count only lines that contain nothing but a comment", () => {
		expect(house.commentShare).toBeCloseTo(100 / 13);
	});

	test("count words in sources, tests and documents", () => {
		expect(house.words.nobody).toEqual({ src: 0, tests: 1, rest: 0 });
		expect(house.words["of late"]).toEqual({ src: 0, tests: 0, rest: 1 });
	});

	test("are printed one to a line", () => {
		expect(houseLines(house)).toContain("repeated types      1: Place 2");
		expect(houseLines(house)).toContain("lines of core       10");
	});
});
