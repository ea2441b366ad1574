import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { removeFolders } from "../folders.ts";
import { compare, expectCached, expectProved } from "./compare.ts";
import { installDcp } from "./dcp.ts";
import { closePair, type Pair, recordOf, startPair } from "./live.ts";
import { reRead } from "./live-scenes-files.ts";
import { prompt, type Scene, says } from "./scenes.ts";

afterAll(removeFolders);

const trapped: Scene = ({ read }) => [
	prompt(
		"Read the clock, in a trap.",
		says("The clock:", read("src/clock.ts")),
		says("Again:", read("src/clock.ts")),
		says("It is read."),
	),
	prompt("And once more.", says("The clock:", read("src/clock.ts")), says("It is read.")),
];

const forgotten: Scene = ({ read }) => [
	prompt(
		"Read the clock.",
		says("The clock:", read("src/clock.ts")),
		says("Again:", read("src/clock.ts")),
		says("It is read."),
	),
	prompt("Forget it.", says("It is forgotten.")),
];

describe("among other plugins", () => {
	let pair: Pair;

	beforeAll(async () => {
		const plugins = ["trap", "forgetful"].map((name) => urlOf("plugins", `${name}.ts`));
		pair = await startPair({}, { plugins, before: 1 });
	}, 120_000);

	afterAll(() => closePair(pair));

	test("a request goes out as the host has built it if ibid fails, and the record tells of it", async () => {
		const compared = await compare(pair, trapped);
		expectProved(compared);
		expectCached(compared);
		expect(compared.notes.flat()).toEqual([]);
		const failures = recordOf(pair.live.home, "").filter(({ kind }) => kind === "failure");
		expect(failures).not.toEqual([]);
		for (const failure of failures) expect(failure).toMatchObject({ what: "Error: The trap has snapped." });
	}, 120_000);

	// The limit of what can be promised: who comes behind us may take away what a note stands for.
	test("a plugin behind ibid that empties a result makes the notes orphans that stand for it", async () => {
		const { notes } = await compare(pair, forgotten);
		expect(notes.map((each) => each.map(({ complaint }) => complaint))).toEqual([[], [], [undefined], ["not rebuilt"]]);
	}, 120_000);
});

describe("beside DCP", () => {
	let pair: Pair;

	beforeAll(async () => {
		pair = await startPair({}, { plugins: [installDcp()], before: 0 });
	}, 240_000);

	afterAll(() => closePair(pair));

	test("ibid stands aside, and the record says why", async () => {
		const compared = await compare(pair, reRead);
		expect(JSON.stringify(compared.plain.at(-1))).toContain("dcp-message-id");
		expectProved(compared);
		expectCached(compared);
		expect(compared.notes.flat()).toEqual([]);
		expect(recordOf(pair.live.home, compared.live.session)).toEqual([]);
		const lines = recordOf(pair.live.home, "");
		expect(lines).toMatchObject([{ kind: "aside", why: "@tarquinen/opencode-dcp is installed" }]);
	}, 120_000);
});

function urlOf(...path: readonly string[]): string {
	return pathToFileURL(join(import.meta.dirname, ...path)).href;
}
