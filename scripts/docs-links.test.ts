import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { anchorsOf, linksOf, pages, ROOT, textOf } from "./docs-blocks.ts";

const links = pages().flatMap((page) =>
	linksOf(page).map((address) => {
		const [path = "", anchor] = address.split("#");
		return { page, address, target: path === "" ? page : posix.join(page, "..", path), anchor };
	}),
);

test("the documents have links", () => {
	expect(links.length).toBeGreaterThan(40);
});

test.each(links)("the link from $page to $address leads to something", ({ target, anchor }) => {
	expect(existsSync(join(ROOT, target))).toBe(true);
	if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
});

test("every document can be reached from the README", () => {
	const reached = new Set(["README.md"]);
	// Iterating over a set also visits what is added to it meanwhile.
	for (const page of reached) for (const link of links) if (link.page === page) reached.add(link.target);
	expect(pages().filter((page) => !reached.has(page))).toEqual([]);
});

test("everything that the README links to is published with it", () => {
	const { files }: { files: readonly string[] } = JSON.parse(textOf("package.json"));
	const isPublished = (path: string): boolean =>
		["README.md", "LICENSE", ...files].some((name) => path === name || path.startsWith(`${name}/`));
	expect(links.filter(({ target }) => !isPublished(target)).map(({ target }) => target)).toEqual([]);
});
