import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { commandsPage } from "./commands-page.ts";

test("docs/commands.md is what the table of commands gives; if it is not, `npm run docs` makes it anew", () => {
	expect(readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8")).toBe(commandsPage());
});

test("what would end a cell of a table does not", () => {
	const rows = commandsPage().match(/^\|.*$/gm) ?? [];
	expect(rows.length).toBeGreaterThan(40);
	for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(3);
});
