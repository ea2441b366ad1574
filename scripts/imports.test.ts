import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { checkImports, importsOf, readTree, TABLE } from "./imports.ts";

const tree = readTree(join(import.meta.dir, ".."));

describe("the sources", () => {
	test("obey the import table and have no cycles", () => {
		expect(tree.size).toBeGreaterThan(0);
		expect(checkImports(tree)).toEqual([]);
	});

	test("import nothing that the scanner misses", () => {
		for (const [file, source] of tree) {
			const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
			const missed = transpiler.scanImports(source).filter(({ path }) => !importsOf(source).includes(path));
			expect({ file, missed }).toEqual({ file, missed: [] });
		}
	});
});

describe("the scanner", () => {
	test.each([
		['import { a } from "./a.ts";', "./a.ts"],
		["import a from './a.ts'", "./a.ts"],
		['import "./a.ts";', "./a.ts"],
		['import type { A } from "./a.ts";', "./a.ts"],
		['import {\n\ttype A, // first\n\tb,\n} /* of */ from "./a.ts";', "./a.ts"],
		['export * from "./a.ts";', "./a.ts"],
		['export type { A } from "./a.ts";', "./a.ts"],
		['const a = await import("./a.ts");', "./a.ts"],
		["const a = await import(`./a.ts`);", "./a.ts"],
		['type A = import("./a.ts").A;', "./a.ts"],
		['const a = require("./a.ts");', "./a.ts"],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text
		['const s = `${1 + `${await import("./a.ts")}`.length}`;', "./a.ts"],
		['const half = (n) / 2; import("./a.ts"); const third = n / 3;', "./a.ts"],
		["const a = await import(name);", "a computed name"],
	])("finds the import in %j", (source, name) => {
		expect(importsOf(source)).toEqual([name]);
	});

	test.each([
		'// import "./a.ts"',
		'/* import "./a.ts"\n export * from "./b.ts" */',
		"const s = 'import \"./a.ts\"';",
		'const s = "\\" import(\'./a.ts\')";',
		// biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text
		'const s = `import "./a.ts" ${x} from "./b.ts" $ ${{ a: {} }} import("./c.ts")`;',
		"const p = /[/\"'`]/g; const s = \"from './a.ts'\";",
		'const s = x.replace(/`/, "") + `import("./a.ts")`;',
		'return /"/.test(s) && \'import("./a.ts")\'',
		'Array.from("./a.ts"); loader.import("./a.ts"); const o = { from: "./a.ts" };',
		"const here = import.meta.url;",
	])("finds none in %j", (source) => {
		expect(importsOf(source)).toEqual([]);
	});
});

describe("the check", () => {
	test("accepts what the table allows", () => {
		const problems = check({
			"src/core/a.ts": 'import { b } from "./b.ts"; import type { C } from "./deep/c.ts";',
			"src/core/b.ts": "",
			"src/core/deep/c.ts": 'import "../b.ts";',
			"src/sqlite/a.ts": 'import "node:fs";',
			"src/host/pi/a.ts": 'import "node:fs"; import "zod"; import "../../core/a.ts"; import "./b.ts";',
			"src/host/pi/b.ts": "",
			"src/audit/a.ts": 'import "../../proof/a.ts";',
			"src/hosts.ts": 'import "./host/pi/a.ts";',
			"src/commands/a.ts": 'import "../hosts.ts";',
			"src/cli.ts": 'import "./commands/a.ts";',
			"src/index.ts": 'export * from "./core/a.ts";',
			"proof/a.ts": "",
		});
		expect(problems).toEqual([]);
	});

	test("finds every import that the table does not allow", () => {
		const pairs = [...leftOut(), ["host/x", "host/y"] as const];
		for (const [from, to] of pairs) {
			const [file, target] = [fileIn(from), fileIn(to)];
			const problem = `${file} imports ${target}: ${from} may not import ${to}`;
			expect(check({ [file]: `import type { A } from "${relative(file, target)}";`, [target]: "" })).toEqual([problem]);
		}
		expect(pairs.length).toBeGreaterThan(100);
	});

	test.each([
		["src/core/a.ts", "node:fs", "src/core/a.ts imports node:fs: core imports nothing from outside"],
		["src/lens/a.ts", "zod", "src/lens/a.ts imports zod: lens imports nothing from outside"],
		["src/sqlite/a.ts", "node:path", "src/sqlite/a.ts imports node:path: sqlite imports node:fs from outside"],
		["proof/a.ts", "node:assert", "proof/a.ts imports node:assert: proof imports nothing from outside"],
		["src/commands/a.ts", "bun", "src/commands/a.ts imports bun, which no source may import"],
		["src/commands/a.ts", "bun:sqlite", "src/commands/a.ts imports bun:sqlite, which no source may import"],
		["src/commands/a.ts", "ibid", "src/commands/a.ts imports ibid, which no source may import"],
		["src/commands/a.ts", "./b.ts", "src/commands/a.ts imports src/commands/b.ts, which is no source file"],
		["src/commands/a.ts", "../../scripts/b.ts", "src/commands/a.ts imports scripts/b.ts, which is no source file"],
	])("finds that %s imports %s", (file, name, problem) => {
		expect(check({ [file]: `import "${name}";` })).toEqual([problem]);
	});

	test("finds a computed import in the core", () => {
		expect(check({ "src/core/a.ts": "import(name)" })).toEqual([
			"src/core/a.ts imports a computed name: core imports nothing from outside",
		]);
	});

	test.each([
		["src/util/a.ts", "util"],
		["src/other.ts", "other.ts"],
		["src/other.ts", "other.ts"],
	])("finds that %s is outside the table", (file, folder) => {
		expect(check({ [file]: "" })).toEqual([`${file}: folder "${folder}" is not in the import table`]);
	});

	test("names the files of a cycle in order, type imports included", () => {
		const problems = check({
			"src/core/a.ts": 'import "./b.ts";',
			"src/core/b.ts": 'type C = import("./c.ts").C;',
			"src/core/c.ts": 'import type { B } from "./b.ts";',
			"src/core/d.ts": 'import "./d.ts";',
		});
		expect(problems).toEqual([
			"cycle: src/core/b.ts → src/core/c.ts → src/core/b.ts",
			"cycle: src/core/d.ts → src/core/d.ts",
		]);
	});

	test("says when a source cannot be scanned", () => {
		expect(check({ "src/commands/a.ts": "const s = `open" })).toEqual([
			"src/commands/a.ts: a template string seems not to end, imports may be missed",
		]);
	});
});

function check(files: Readonly<Record<string, string>>): string[] {
	return checkImports(new Map(Object.entries(files)));
}

/** Every pair of folders that the table does not allow, so that every cell is tested. */
function leftOut(): (readonly [string, string])[] {
	const rows = Object.keys(TABLE);
	const pairs = rows.flatMap((from) => rows.map((to) => [from, to] as const));
	return pairs
		.filter(([from, to]) => from !== to && !TABLE[from]?.includes(to))
		.map(([from, to]) => [from.replace("*", "x"), to.replace("*", "x")] as const);
}

function fileIn(folder: string): string {
	if (folder === "proof") return "proof/a.ts";
	return folder.endsWith(".ts") ? `src/${folder}` : `src/${folder}/a.ts`;
}

function relative(from: string, to: string): string {
	return `${"../".repeat(from.split("/").length - 1)}${to}`;
}
