import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as door from "./index.ts";

const path = fileURLToPath(new URL("./index.ts", import.meta.url));
const source = readFileSync(path, "utf8");
const documented = source.split("/**").flatMap((block) => {
	const example = /```ts\n([\s\S]*?)```/.exec(block)?.[1]?.replaceAll(/^ \* ?/gm, "");
	const name = /^export \{ (?:type \w+, )?(\w+)/m.exec(block)?.[1];
	return example && name ? [{ name, example }] : [];
});

describe("the library door", () => {
	test.each(documented)("the example of $name runs", async ({ name, example }) => {
		const folder = mkdtempSync(join(tmpdir(), "ibid-example-"));
		const file = join(folder, `${name}.ts`);
		writeFileSync(file, example.replaceAll('from "ibid"', `from ${JSON.stringify(path)}`));
		try {
			expect(example).toContain("assert.");
			await import(file);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	test("every function has an example", () => {
		const functions = Object.entries(door).filter(([, value]) => typeof value === "function");
		const shown = documented.map(({ example }) => example).join("\n");
		expect(functions.length).toBeGreaterThan(5);
		for (const [name] of functions) expect(shown).toContain(`${name}(`);
	});
});
