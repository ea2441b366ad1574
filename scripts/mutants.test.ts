import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { MUTANTS } from "../mutants/all.ts";
import caughtBy from "../mutants/caught-by.json" with { type: "json" };
import { type Mutant, mutate } from "../mutants/mutant.ts";

const ROOT = resolve(import.meta.dir, "..");

describe("the mutants", () => {
	test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
		"%s has edits that fit the sources",
		(_, mutant) => {
			const made = mutate(mutant, sourceOf);
			expect(made.kind === "stale" ? made.why : "").toBe("");
		},
	);

	test("have unique names and say what they break", () => {
		const names = MUTANTS.map(({ name }) => name);
		expect(names).toEqual([...new Set(names)]);
		expect(MUTANTS.filter(({ broken }) => !/^[A-Z].*\.$/.test(broken))).toEqual([]);
	});

	test("exist for every entry in caught-by.json", () => {
		const names = new Set(MUTANTS.map(({ name }) => name));
		expect(Object.keys(caughtBy).filter((name) => !names.has(name))).toEqual([]);
	});

	test("have each a record of the test file that catches it; `npm run mutants -- --record NAME…` makes it", () => {
		const fileOf = new Map(Object.entries(caughtBy).map(([name, test]) => [name, test.replace(/^IBID_SEED=\d+ /, "")]));
		const missing = MUTANTS.filter(({ name }) => !existsSync(join(ROOT, fileOf.get(name) ?? "no record")));
		expect(missing.map(({ name }) => name)).toEqual([]);
	});
});

describe("a mutant", () => {
	const mutant: Mutant = { name: "a", broken: "B.", file: "src/a.ts", find: "one", replace: "two" };

	test("replaces the text that it finds", () => {
		const also = [{ file: "src/a.ts", find: "three", replace: "four" }];
		expect(made({ ...mutant, also }, "zero one three")).toEqual({
			kind: "made",
			files: new Map([["src/a.ts", "zero two four"]]),
		});
	});

	test.each([
		["is nowhere", mutant, "zero", "0 times"],
		["is there twice", mutant, "one one", "2 times"],
		["is gone after an earlier edit", { ...mutant, also: [mutant] }, "one", "0 times"],
		["is empty", { ...mutant, find: "" }, "one", "it changes nothing"],
		["equals its replacement", { ...mutant, replace: "one" }, "one", "it changes nothing"],
		["is in a test", { ...mutant, file: "src/a.test.ts" }, "one", "src/a.test.ts is not a source under src/"],
		["is outside src", { ...mutant, file: "proof/a.ts" }, "one", "proof/a.ts is not a source under src/"],
	])("is stale if its find %s", (_, stale, source, why) => {
		const mutation = made(stale, source);
		expect(mutation).toEqual({ kind: "stale", why: expect.stringContaining(why) });
	});
});

function made(mutant: Mutant, source: string): ReturnType<typeof mutate> {
	return mutate(mutant, () => source);
}

function sourceOf(file: string): string {
	const path = join(ROOT, file);
	return existsSync(path) ? readFileSync(path, "utf8") : "";
}
