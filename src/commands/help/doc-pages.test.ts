import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { ALL_KEYS } from "../../hosts.ts";
import { newSettingsFixture, type SettingsFixture } from "../config/fixture.test.ts";
import { commandsPage, configPage, EXAMPLE } from "./doc-pages.ts";

let fixture: SettingsFixture;
beforeEach(() => {
	fixture = newSettingsFixture();
});
afterEach(() => fixture.tidyUp());

test("docs/config.md is what the table of keys gives; if it is not, `npm run docs` makes it anew", () => {
	expect(readFileSync(new URL("../../../docs/config.md", import.meta.url), "utf8")).toBe(configPage());
});

test("every key has a row, with its default and its variable", () => {
	const rows = configPage().match(/^\| `.*$/gm) ?? [];
	expect(rows).toHaveLength(ALL_KEYS.length);
	for (const [at, { name, variable }] of ALL_KEYS.entries()) {
		expect(rows[at]).toStartWith(`| \`${name}\` `);
		expect(rows[at]).toContain(`\`${variable}\``);
	}
	expect(rows.find((row) => row.includes("`keepDays`"))).toContain("| `30` ");
});

test("the file that it shows holds in a project, every line of it", () => {
	fixture.write(fixture.project, EXAMPLE);
	const { config, origins, warnings } = JSON.parse(fixture.run("config --json").printed);
	expect(warnings).toEqual([]);
	expect(config).toMatchObject({
		ignore: ["*.lock", "/docs/**"],
		hosts: { "gemini-cli": false },
		gates: { lines: 10 },
	});
	const said = Object.keys(origins).filter((name) => origins[name].length > 0);
	expect(said).toEqual(["hosts.gemini-cli", "ignore", "gates.lines"]);
});

test("what it says of projects is so", () => {
	const says = (project: string, key: string): unknown => {
		fixture.write(fixture.project, project);
		return JSON.parse(fixture.run("config --json").printed).origins[key].length > 0;
	};
	const row = (key: string): string =>
		configPage()
			.match(new RegExp(`^\\| \`${key}\` .*$`, "m"))?.[0]
			.trimEnd() ?? "";
	expect([row("keepDays"), says('{"keepDays": 7}', "keepDays")]).toEqual([
		expect.stringMatching(/cannot set it +\|$/),
		false,
	]);
	expect([row("enabled"), says('{"enabled": false}', "enabled")]).toEqual([
		expect.stringMatching(/to false +\|$/),
		true,
	]);
	expect([row("ignore"), says('{"ignore": ["a"]}', "ignore")]).toEqual([
		expect.stringMatching(/can add to it +\|$/),
		true,
	]);
	const lines = [says('{"gates": {"lines": 4}}', "gates.lines"), says('{"gates": {"lines": 6}}', "gates.lines")];
	expect([row("gates.lines"), ...lines]).toEqual([expect.stringMatching(/can raise it +\|$/), false, true]);
});

test("docs/commands.md is what the table of commands gives; if it is not, `npm run docs` makes it anew", () => {
	expect(readFileSync(new URL("../../../docs/commands.md", import.meta.url), "utf8")).toBe(commandsPage());
});

test("what would end a cell of a table does not", () => {
	const rows = commandsPage().match(/^\|.*$/gm) ?? [];
	expect(rows.length).toBeGreaterThan(40);
	for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(3);
});
