import { afterAll, describe, expect, test } from "bun:test";
import { basename } from "node:path";
import { toolsOf } from "../../src/lens/hosts.ts";
import { removeFolders } from "../folders.ts";
import { type Exchange, type Rebuilt, rebuild } from "../rebuild.ts";
import { byPlugin, bySettings, exchangesIn, shortenedIn, type Wiring } from "./live.ts";
import type { Version } from "./run.ts";
import { type Played, play, SCENES, type Scene } from "./scenes.ts";

afterAll(removeFolders);

/**
 * How many texts are shortened at least: fewer than can be, since a log that is written late costs a note. The older
 * version answers a read that repeats the last one by itself.
 */
const SHORTENED: Readonly<Record<Version, Readonly<Record<string, number>>>> = {
	"2.1.325": { "re-reads": 3, "sub-agent": 1, compaction: 1, parallel: 1, resumed: 1 },
	"2.1.197": { "re-reads": 3, "sub-agent": 0, compaction: 1, parallel: 1, resumed: 1 },
};

const VERSIONS = Object.keys(SHORTENED) as Version[];

const ROWS = VERSIONS.flatMap((version) =>
	Object.entries(SHORTENED[version]).map(([name, least]) => [version, name, least] as const),
);

describe("a note in a request", () => {
	test.each(ROWS)(
		"of Claude Code %s, %s, is rebuilt from that request to what stands there without ibid",
		async (version, name, least) => {
			const scene = SCENES[name]!;
			const [plain, live] = [await play(scene, { version }), await playLive(scene, version)];
			const texts = textsOf(plain);
			expect(live.rebuilt.length).toBeGreaterThanOrEqual(least);
			for (const { call, text = "", complaint } of live.rebuilt) {
				expect(complaint).toBeUndefined();
				expect(texts).toContain(normal({ call, text }, live.project));
			}
			expect(callsOf(live).map(({ tool }) => tool)).toEqual(callsOf(plain).map(({ tool }) => tool));
		},
		120_000,
	);
});

describe("ibid in Claude Code", () => {
	test.each(VERSIONS)(
		"%s works by a hook in the settings as well",
		async (version) => {
			const scene = SCENES["re-reads"]!;
			const [plain, live] = [await play(scene, { version }), await playLive(scene, version, bySettings())];
			expect(live.rebuilt.length).toBeGreaterThanOrEqual(3);
			const texts = textsOf(plain);
			for (const { call, text = "", complaint } of live.rebuilt) {
				expect(complaint).toBeUndefined();
				expect(texts).toContain(normal({ call, text }, live.project));
			}
		},
		120_000,
	);

	test.each(
		VERSIONS.flatMap((version) => [
			[version, "does not start", { command: "/nowhere/ibid", args: [] }] as const,
			[version, "ends at once", { command: "false", args: [] }] as const,
			[version, "says nothing but what it hears", { command: "cat", args: [] }] as const,
			[version, "never says anything", { command: "sleep", args: ["100"] }] as const,
		]),
	)(
		"%s: if it %s, the model gets what it would have got",
		async (version, _, program) => {
			const scene = SCENES.resumed!;
			const [plain, live] = [await play(scene, { version }), await playLive(scene, version, byPlugin(program))];
			expect(textsOf(live)).toEqual(textsOf(plain));
			expect(live.rebuilt).toEqual([]);
		},
		180_000,
	);
});

type Live = Played & { readonly rebuilt: readonly Rebuilt[] };

async function playLive(scene: Scene, version: Version, { args, state }: Wiring = byPlugin()): Promise<Live> {
	const played = await play(scene, { version, args });
	const sessions = played.logs.map((log) => basename(log, ".jsonl"));
	const shortened = shortenedIn(state, sessions);
	const seen = new Set<string>();
	const rebuilt = played.requests.flatMap((request) => {
		const exchanges = exchangesIn(request, played.project);
		const fresh = rebuild(exchanges, toolsOf("claude-code", version), (id) => shortened.has(id));
		return fresh.filter(({ call }) => !seen.has(call.id) && seen.add(call.id));
	});
	return { ...played, rebuilt };
}

function textsOf({ requests, project }: Played): string[] {
	return requests.flatMap((request) => exchangesIn(request, project)).map((exchange) => normal(exchange, project));
}

function callsOf({ requests, project }: Played): Exchange["call"][] {
	const calls = requests.flatMap((request) => exchangesIn(request, project)).map(({ call }) => call);
	return [...new Map(calls.map((call) => [call.id, call])).values()];
}

/** A text without what differs from run to run: where the project is, how long something took, which file is searched first. */
function normal({ call, text }: Pick<Exchange, "call" | "text">, project: string): string {
	const told = text.replaceAll(project, "/project").replace(/\d+(?:\.\d+)?(?= ?m?s\b)/g, "0");
	const isSearch = String(call.input.command).startsWith("grep ");
	return isSearch ? told.split("\n").sort().join("\n") : told;
}
