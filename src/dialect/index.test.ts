import { expect, test } from "bun:test";
import { join, posix } from "node:path";
import { importsOf, readTree } from "../../scripts/imports.ts";

test("the dialects need nothing that a browser does not have", () => {
	const tree = readTree(join(import.meta.dir, "../.."));
	const files = new Set(["src/dialect/index.ts"]);
	const outside = new Set<string>();
	// A set that grows while it is walked is walked to its end.
	for (const file of files)
		for (const name of importsOf(tree.get(file)!)) {
			if (name.startsWith(".")) files.add(posix.join(file, "..", name));
			else outside.add(name);
		}
	expect(files.size).toBeGreaterThan(50);
	expect([...outside]).toEqual(["valibot"]);
});
