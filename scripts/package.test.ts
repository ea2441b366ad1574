import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { build } from "./build.ts";
import { blocksOf, pages, ROOT } from "./docs-blocks.ts";
import { importsOf } from "./imports.ts";
import { filesPublished, makePackages, pack } from "./packages.ts";

setDefaultTimeout(120_000);

const base = mkdtempSync(join(tmpdir(), "ibid package-"));
const project = join(base, "project");
const installed = join(project, "node_modules", "ibid");
afterAll(() => rmSync(base, { recursive: true }));

let tarball = "";
beforeAll(async () => {
	await build(join(ROOT, "dist"));
	tarball = pack(ROOT, base)[0] ?? "";
	mkdirSync(installed, { recursive: true });
	execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
});

describe("the package", () => {
	test("contains what is needed and no sources of the program", () => {
		const files = filesPublished(tarball);
		expect(files.filter((name) => /^src\/|\.test\.|^node_modules\/|tsconfig/.test(name))).toEqual([]);
		for (const { path } of entries()) expect(files).toContain(path);
		const MUST = [
			"examples/ai-sdk.ts",
			"dist/cli.js",
			"dist/opencode/plugin.js",
			"dist/pi/extension.js",
			"dist/LICENSES.txt",
			"dist/ibid.1",
		];
		for (const name of [...MUST, "README.md", "LICENSE", "docs/library.md"]) expect(files).toContain(name);
	});

	test("is small and has few files", () => {
		const files = filesPublished(tarball);
		const bytes = files.reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
		const programs = files.filter((name) => name.startsWith("dist/") && name.endsWith(".js"));
		expect(statSync(tarball).size).toBeWithin(3_500_000, 4_400_000);
		expect(bytes).toBeWithin(8_000_000, 11_000_000);
		expect(files.length).toBeWithin(120, 180);
		expect(programs.length).toBeWithin(15, MOST_PROGRAMS);
	});

	test("has a file with types and a program for each export", () => {
		expect(entries().map(({ door }) => door)).toEqual([
			".",
			".",
			"./lens",
			"./lens",
			"./transform",
			"./transform",
			"./dialect",
			"./dialect",
			"./ai-sdk",
			"./ai-sdk",
			"./symbol",
			"./symbol",
		]);
		for (const { path } of entries()) expect(existsSync(join(installed, path))).toBe(true);
	});
});

describe("the library", () => {
	// The grammars of `ibid/symbol` are files.
	const doors = entries().filter(({ door, path }) => path.endsWith(".js") && door !== "./symbol");

	test.each(doors)("loads nothing but files beside it, so it runs where Node is not: $door", ({ path }) => {
		const loaded = new Set([path]);
		// Iterating over a set also visits what is added to it meanwhile.
		for (const name of loaded)
			for (const found of importsOf(readFileSync(join(installed, name), "utf8"))) {
				expect([name, found]).toEqual([name, expect.stringMatching(/^\.\.?\//)]);
				loaded.add(posix.join(name, "..", found));
			}
		expect(loaded.size).toBeGreaterThan(1);
	});
});

/** More than there are: each file that is loaded makes starting slower. */
const MOST_PROGRAMS = 32;

/** The files that the package's exports name. */
function entries(): { door: string; path: string }[] {
	const { exports }: { exports: Record<string, Record<string, string>> } = JSON.parse(
		readFileSync(join(ROOT, "package.json"), "utf8"),
	);
	return Object.entries(exports).flatMap(([door, conditions]) =>
		Object.values(conditions).map((path) => ({ door, path: path.replace("./", "") })),
	);
}

const COMPILERS = { "5.9": "typescript-5.9", "7": "typescript" };

describe("a foreign project", () => {
	const programs = pages()
		.flatMap(blocksOf)
		.filter(({ language, about }) => language === "ts" && about === "")
		.map(({ page, line, text }) => ({ name: `${page.replaceAll(/\W/g, "-")}-${line}`, text }));

	beforeAll(() => {
		writeFileSync(join(project, "package.json"), '{ "type": "module" }');
		mkdirSync(join(project, "src"));
		for (const { name, text } of programs) writeFileSync(join(project, "src", `${name}.ts`), text);
		// Only the parts of Node's types that the programs themselves import.
		mkdirSync(join(project, "node_modules", "@types"));
		for (const name of ["@types/node", "undici-types"])
			symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
	});

	test("has programs to compile", () => {
		expect(programs.length).toBeGreaterThan(4);
	});

	// Declarations are checked once for each compiler: that takes long, and does not depend on how they are resolved.
	const combinations = Object.keys(COMPILERS).flatMap((version) => [
		[version, "nodenext", true] as const,
		[version, "nodenext", false] as const,
		[version, "bundler", true] as const,
	]);

	test.each(combinations)(
		"compiles the programs with TypeScript %s, %s, skipLibCheck %p",
		(version, resolution, skip) => {
			expect(complaints(version, resolution, skip)).toBe("");
		},
	);

	test("gets an error if it uses something that does not exist", () => {
		const file = join(project, "src", "wrong.ts");
		writeFileSync(file, 'import { nothing } from "ibid/lens";\nimport "ibid/core";\nconsole.log(nothing);\n');
		const found = complaints("7", "nodenext", true);
		rmSync(file);
		expect(found).toMatch(/wrong\.ts\(1,10\): error TS2305/);
		expect(found).toMatch(/wrong\.ts\(2,8\): error TS2307|wrong\.ts\(2,8\): error TS2882/);
	});

	test("runs the programs with Node", () => {
		expect(complaints("7", "nodenext", true)).toBe("");
		for (const { name } of programs) {
			const { status, stderr } = spawnSync("node", [join(project, "out", `${name}.js`)], { encoding: "utf8" });
			expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: "" });
		}
	});
});

// In this file, since it packs what was built above, and other files are tested at the same time.
test("what is published works from an empty folder, by its executable where that one is there", () => {
	const [program = "", executable = ""] = makePackages(join(base, "packages"));
	expect(planOf(installedAlone("with", program, executable))).toContain("the executable for this machine");
	expect(planOf(installedAlone("without", program))).toContain("the program for Node");
});

/** What a compiler says about the project, with settings that ask for strict types and nothing else of ours. */
function complaints(version: string, resolution: string, skipLibCheck: boolean): string {
	const module = resolution === "bundler" ? "esnext" : resolution;
	const compilerOptions = {
		target: "es2022",
		module,
		moduleResolution: resolution,
		strict: true,
		skipLibCheck,
		types: ["node"],
		rootDir: "src",
		outDir: "out",
	};
	writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
	const compiler = join(ROOT, "node_modules", COMPILERS[version === "7" ? "7" : "5.9"], "bin", "tsc");
	const { stdout, stderr } = spawnSync("node", [compiler, "-p", project], { encoding: "utf8" });
	return stdout + stderr;
}

/** A folder in which these packages are installed, and nothing was fetched. */
function installedAlone(name: string, ...tarballs: readonly string[]): string {
	const folder = join(base, name);
	mkdirSync(folder);
	writeFileSync(join(folder, "package.json"), "{}");
	// A package that cannot be had is optional, so npm goes on without it.
	execFileSync("npm", ["install", "--offline", "--cache", join(base, "cache"), ...tarballs], { cwd: folder });
	return folder;
}

/** What `ibid install` says it would do, for a user who has pi. */
function planOf(folder: string): string {
	const [bin, home] = [join(folder, "bin"), join(folder, "home")];
	for (const each of [bin, home]) mkdirSync(each);
	writeFileSync(join(bin, "pi"), "#!/bin/sh\necho 0.73.1\n");
	chmodSync(join(bin, "pi"), 0o755);
	const env = { HOME: home, PATH: `${bin}:${process.env.PATH}` };
	const ibid = join(folder, "node_modules", ".bin", "ibid");
	return execFileSync(ibid, ["install", "--dry-run"], { env, encoding: "utf8" }).replaceAll(/\s+/g, " ");
}
