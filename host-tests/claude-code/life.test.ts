import { afterEach, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { removeFolders } from "../folders.ts";
import { type Compared, compare, expectFigures, expectProved, textsBehindStubs, textsOf } from "./compare.ts";
import { compactedUnawares } from "./life-scenes.ts";
import { byPlugin, exchangesIn } from "./live.ts";
import { LIVES, type Life, nameOf, of } from "./lives.ts";
import type { Version } from "./run.ts";
import type { Played } from "./scenes.ts";

afterEach(removeFolders);

const VERSIONS = ["2.1.325", "2.1.197"] as const;

const ROWS = Object.entries(LIVES).flatMap(([name, life]) => VERSIONS.map((version) => [version, name, life] as const));

test.each(ROWS)(
	"Claude Code %s: %s",
	async (version, _, life) => {
		const compared = await lived(life, version);
		expectProved(compared, await originalOf(life, version, compared));
		expect(formsIn(compared)).toEqual([...life.comes]);
		expect(orphansIn(compared)).toEqual([...(life.orphans ?? [])]);
		const last = compared.live.requests.findLast(({ tools }) => tools.length > 0);
		if (life.orphans) expect(JSON.stringify(last)).toInclude(VOID);
	},
	120_000,
);

test.each(VERSIONS)(
	"Claude Code %s: if the host removes the lines of a note before the model sees it, ibid says at once that the note is void",
	async (version) => {
		const compared = await lived({ live: of(compactedUnawares), comes: [] }, version);
		const { plain, live, notes } = compared;
		expect(formsIn(compared)).toEqual([
			"Read src/counter.ts: whole",
			"cat src/counter.ts: note",
			"cat src/counter.ts: whole",
		]);
		expect(notes.map(({ complaint }) => complaint)).toEqual(["not rebuilt"]);
		expect([...textsOf(live).values()].toSpliced(1, 1)).toEqual([...textsOf(plain).values()].toSpliced(1, 1));
		const withNote = live.requests.filter((request) => JSON.stringify(request).includes("[ibid] 87 lines"));
		expect(withNote.map((request) => JSON.stringify(request).includes(VOID))).toEqual([true, true, true]);
		expectFigures(compared);
	},
	120_000,
);

const VOID = "those notes are void";

/** Plays it without ibid and with it. */
async function lived({ live }: Life, version: Version): Promise<Compared> {
	const [here, there] = [byPlugin(), byPlugin()];
	const both = async (args: readonly string[]): Promise<Played> => {
		const played = await live({ version, args, elsewhere: args.length === 0 ? [] : there.args });
		// Only now may one machine see what the other has recorded.
		cpSync(there.state, here.state, { recursive: true });
		return played;
	};
	return compare(both, version, here);
}

/** The expected text at each place. */
async function originalOf(life: Life, version: Version, compared: Compared): Promise<Map<string, string>> {
	if (version === "2.1.325") shown.set(life, compared.plain);
	const shows = shown.get(life) ?? (await life.live({ version: "2.1.325", args: [], elsewhere: [] }));
	return textsBehindStubs(compared, shows);
}

/** What the version without an "unchanged" of its own shows, as far as it was played already. */
const shown = new Map<Life, Played>();

function isStub(text: string): boolean {
	return text.startsWith("Wasted call");
}

/** How each text of a file was sent: in full, with a note in it, or as the host's own "unchanged". */
function formsIn({ live, notes }: Compared): string[] {
	const shortened = new Set(notes.map(({ call }) => call.id));
	const first = new Map<string, string>();
	for (const { call, text } of live.requests.flatMap((request) => exchangesIn(request, live.project))) {
		const form = shortened.has(call.id) ? "note" : isStub(text) ? "stub" : "whole";
		if (!first.has(call.id)) first.set(call.id, `${nameOf(call, live.project)}: ${form}`);
	}
	return [...first.values()].filter((name) => /^(?:Read|cat|sed) /.test(name));
}

function orphansIn({ live, notes, orphans }: Compared): string[] {
	return notes.filter(({ call }) => orphans.has(call.id)).map(({ call }) => nameOf(call, live.project));
}
