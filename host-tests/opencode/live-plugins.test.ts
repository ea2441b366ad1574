import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expectCached, expectProved } from "../chat-requests.ts";
import { removeFolders } from "../folders.ts";
import { makeProject } from "../project.ts";
import { compare } from "./compare.ts";
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

const marked: Scene = ({ read }) => [
	prompt(
		"Read the clock and the counter.",
		says("The clock:", read("src/clock.ts")),
		says("Again:", read("src/clock.ts")),
		says("The counter:", read("src/counter.ts")),
		says("A part of it:", read("src/counter.ts", 1, 60)),
		says("Both are read."),
	),
];

const forgotten: Scene = ({ read }) => [
	prompt(
		"Read the clock.",
		says("The clock:", read("src/clock.ts")),
		says("Again:", read("src/clock.ts")),
		says("It is read."),
	),
	prompt("Forget it.", says("It is forgotten.")),
	prompt("Forget it for good.", says("It is forgotten for good.")),
];

describe("among other plugins", () => {
	let pair: Pair;

	beforeAll(async () => {
		const plugins = ["trap", "forgets-first", "newest", "forgets-last"].map((name) => urlOf("plugins", `${name}.ts`));
		pair = await startPair({}, { plugins, before: 2 });
	}, 120_000);

	afterAll(() => closePair(pair), 60_000);

	test("a request is sent as the host built it if ibid fails, and the record has the failure", async () => {
		const compared = await compare(pair, trapped);
		expectProved(compared);
		expectCached(compared);
		expect(compared.notes.flat()).toEqual([]);
		const failures = recordOf(pair.live.home, "").filter(({ kind }) => kind === "failure");
		expect(failures).not.toEqual([]);
		for (const failure of failures) expect(failure).toMatchObject({ what: "Error: The trap has snapped." });
	}, 120_000);

	test("what a later plugin writes to a shortened result is gone in the next request, as without ibid", async () => {
		const { plain, rebuilt, notes } = await compare(pair, marked);
		expect(marksIn(rebuilt)).toEqual([0, 1, 1, 1, 1]);
		expect(rebuilt).toEqual(plain);
		expect(notes.at(-1)).toHaveLength(2);
	}, 120_000);

	// A limit of the promise: a plugin that runs after ibid may remove what a note stands for.
	test("a later plugin that empties a result makes orphans of the notes that stand for it, an earlier one does not", async () => {
		const { notes } = await compare(pair, forgotten);
		const complaints = notes.map((each) => each.map(({ complaint }) => complaint));
		expect(complaints).toEqual([[], [], [undefined], ["not rebuilt"], []]);
	}, 120_000);
});

describe.each([
	["", makeProject],
	[", though a project hides that it is there", makeHidingProject],
])("beside DCP%s", (_, projects) => {
	let pair: Pair;

	beforeAll(async () => {
		pair = await startPair({}, { plugins: [installDcp()], before: 0, projects });
	}, 240_000);

	afterAll(() => closePair(pair), 60_000);

	test("ibid does nothing, and the record says why", async () => {
		const compared = await compare(pair, reRead);
		expect(JSON.stringify(compared.plain.at(-1))).toContain("dcp-message-id");
		expectProved(compared);
		expectCached(compared);
		expect(compared.notes.flat()).toEqual([]);
		expect(recordOf(pair.live.home, compared.played.session)).toEqual([]);
		const lines = recordOf(pair.live.home, "");
		expect(lines).toMatchObject([{ kind: "aside", why: "@tarquinen/opencode-dcp is installed" }]);
	}, 120_000);
});

/** A project whose own list of plugins replaces the user's list in what plugins see; all of them run. */
function makeHidingProject(): string {
	const project = makeProject();
	writeFileSync(join(project, "opencode.json"), '{ "plugin": [] }');
	return project;
}

/** How many results each request calls the newest. */
function marksIn(requests: readonly unknown[]): number[] {
	return requests.map((request) => JSON.stringify(request).split("This is the newest result.").length - 1);
}

function urlOf(...path: readonly string[]): string {
	return pathToFileURL(join(import.meta.dirname, ...path)).href;
}
