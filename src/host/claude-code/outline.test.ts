import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newClaudeCodeFixture, shownBy } from "../../../sim/claude-code-fixture.ts";
import type { HookOutlines } from "../hook-outlines.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-outline-"));
afterAll(() => rmSync(base, { recursive: true }));

const LINES = ["alpha", "beta", "gamma"].flatMap((name) => [
	`export function ${name}(value: number): number {`,
	...Array.from({ length: 38 }, (_, at) => `\tvalue += compute("${name}", ${at}, value) * ${at + 1};`),
	"}",
]);
const TEXT = `${LINES.join("\n")}\n`;

/** Bodies between a first line and a brace; the grammar has to be loaded once. */
function outlines(isOn = true): HookOutlines {
	let isLoaded = false;
	return {
		isOn: () => isOn,
		async load() {
			isLoaded = true;
		},
		findFolds(_, text) {
			if (!isLoaded) return "pending";
			const lines = text.split("\n");
			const heads = lines.flatMap((line, at) => (line.startsWith("export function") ? [at + 1] : []));
			return heads.map((head) => ({ first: head + 1, last: lines.indexOf("}", head) }));
		},
	};
}

function begin(isOn = true) {
	const fixture = newClaudeCodeFixture(base, "s1", undefined, outlines(isOn));
	return { fixture, path: fixture.put("a.ts", TEXT) };
}

test("a file that cat shows is not folded: the host drops blank lines above it, so that no number would be sure", async () => {
	expect((await begin().fixture.run("cat a.ts", TEXT)).isReplaced).toBe(false);
});

describe("a read that the host has cut", () => {
	const cut = (path: string, numLines: number, more = {}): object => {
		const shown = shownBy(path, { limit: numLines });
		return { ...shown, file: { ...shown.file, truncatedByTokenCap: true, totalLines: 121, ...more } };
	};

	test("has the rest of the file behind it as an outline", async () => {
		const { fixture, path } = begin();
		const call = fixture.pen.ask("Read", { file_path: path });
		const told = await fixture.behind(call, cut(path, 41));
		expect(told).toMatch(/^\[ibid\] Lines 42-121 of .*a\.ts as an outline: read the lines/);
		expect(told).toContain("\n[ibid] lines 82-119 folded\n120\t}\n121\t");
	});

	test.each([
		["the user does not want outlines", {}, {}, false],
		["the model has asked for some lines only", { limit: 41 }, {}, true],
		["the file has changed since", {}, { totalLines: 122 }, true],
	])("has nothing behind it if %s", async (_, range, more, isOn) => {
		const { fixture, path } = begin(isOn);
		const call = fixture.pen.ask("Read", { file_path: path, ...range });
		expect(await fixture.behind(call, cut(path, 41, more))).toBeUndefined();
	});
});
