import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { arrivalsIn, expectCached, expectProved } from "../chat-requests.ts";
import { removeFolders } from "../folders.ts";
import { read } from "./calls.ts";
import { closePair, compare, expectKept, type Pair, startPair } from "./compare.ts";
import type { Version } from "./run.ts";
import { prompt, type Step, says } from "./scenes.ts";

afterAll(removeFolders);

const LONGEST = 120_000;

const STEPS: readonly Step[] = [
	prompt(
		"Read the clock and the counter.",
		says("The clock:", read("src/clock.ts")),
		says("Again:", read("src/clock.ts")),
		says("The counter:", read("src/counter.ts")),
		says("Again:", read("src/counter.ts")),
		says("Both are read."),
	),
];

/** Plays the steps beside another extension, with ibid loaded before it or after it. */
async function playBeside(
	version: Version,
	other: string,
	ibid: "first" | "last",
	look: (pair: Pair, both: Awaited<ReturnType<typeof compare>>) => void,
): Promise<void> {
	const extensions = [join(import.meta.dirname, "company", other)];
	const pair = await startPair(version, { extensions, before: ibid === "first" ? 0 : 1 });
	look(pair, await compare(pair, STEPS));
	await closePair(pair);
}

describe("an extension that throws", () => {
	test.each([
		["1.5.0", "first"],
		["1.5.0", "last"],
		["0.73.1", "first"],
		["0.73.1", "last"],
	] as const)(
		"does no harm in pi %s if ibid comes %s",
		(version, ibid) =>
			playBeside(version, "throws.ts", ibid, (pair, both) => {
				expectProved(both);
				expectCached(both);
				expectKept(pair, both);
				expect(arrivalsIn(both)).toEqual(["read src/clock.ts", "read src/counter.ts"]);
				const errors = pair.live.pi.said.filter(({ type }) => type === "extension_error");
				expect(errors.length).toBeGreaterThan(0);
				for (const { extensionPath } of errors) expect(extensionPath).toEndWith("throws.ts");
			}),
		LONGEST,
	);
});

describe("an extension that empties texts in requests", () => {
	test.each([
		["1.5.0", "forgets.ts", "first"],
		["1.5.0", "forgets.ts", "last"],
		["1.5.0", "forgets-late.ts", "last"],
		["0.73.1", "forgets.ts", "last"],
	] as const)(
		"takes no lines away from a note in pi %s, %s, if ibid comes %s",
		(version, other, ibid) =>
			playBeside(version, other, ibid, (pair, both) => {
				expectProved(both);
				expectKept(pair, both);
				expect(arrivalsIn(both)).toEqual(["read src/clock.ts", "read src/counter.ts"]);
			}),
		LONGEST,
	);

	// ibid cannot see what later extensions do: a limit.
	test.each([
		["1.5.0", "forgets-late.ts"],
		["0.73.1", "forgets.ts"],
	] as const)(
		"takes lines away from a note in pi %s, %s, if it runs after ibid",
		(version, other) =>
			playBeside(version, other, "first", (pair, both) => {
				expectKept(pair, both);
				const orphans = both.notes.flat().filter(({ complaint }) => complaint === "not rebuilt");
				expect(orphans.map(({ place }) => place)).toContain("read src/clock.ts");
			}),
		LONGEST,
	);
});
