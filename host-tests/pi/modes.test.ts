import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { arrivalsIn, type Compared, compareRequests, expectProved } from "../chat-requests.ts";
import { removeFolders } from "../folders.ts";
import { type Reply, type Request, requestIn } from "../opencode/model.ts";
import { run } from "../program.ts";
import { openScreen } from "../screen.ts";
import { read } from "./calls.ts";
import { buildExtension, keptIn, makePlace, readingOf, sideOf } from "./compare.ts";
import { commandOf, environmentFor, type Place, settle, type Version } from "./run.ts";
import { says } from "./scenes.ts";

afterAll(removeFolders);

const LONGEST = 120_000;
const VERSIONS: readonly Version[] = ["1.5.0", "0.73.1"];
const MODES = [
	["print", "-p"],
	["JSON", "--mode=json"],
] as const;

const TWICE = [
	says("The clock:", read("src/clock.ts")),
	says("Again:", read("src/clock.ts")),
	says("The clock is read."),
];

describe.each(VERSIONS)("pi %s", (version) => {
	test.each(MODES)(
		"in %s mode gets its requests shortened, and the user the originals",
		async (_, mode) => {
			const both = await playBoth(version, [{ args: [...mode.split("="), "Read the clock."], replies: TWICE }]);
			expectProved(both);
			expect(arrivalsIn(both)).toEqual(["read src/clock.ts"]);
			expect(both.output).toContain("The clock is read.");
			expect(both.output).not.toContain("[ibid]");
		},
		LONGEST,
	);

	test(
		"continues a session in one process after another, and a file named in a prompt is the last view of it",
		async () => {
			const [clock, counter] = [read("src/clock.ts"), read("src/counter.ts")];
			const both = await playBoth(version, [
				{ args: ["-p", "Read both."], replies: [says("Both:", clock, counter)] },
				{ args: ["-p", "-c", "The counter again."], replies: [says("Here it is:", counter)] },
				{ args: ["-p", "-c", "@src/clock.ts", "Mind this."], replies: [], change: ["on the wall", "in the hall"] },
				{ args: ["-p", "-c", "And now?"], replies: [says("Now:", clock)], change: ["in the hall", "on the wall"] },
			]);
			expectProved(both);
			expect(arrivalsIn(both)).toEqual(["read src/counter.ts"]);
		},
		LONGEST,
	);

	test(
		"on a screen shows what is saved, and says more when asked",
		async () => {
			const place = makePlace(version, [await buildExtension()]);
			settle(place);
			place.model.play({ replies: TWICE });
			const command = commandOf(place);
			const screen = openScreen({ command, folder: place.project, environment: environmentFor(place) });
			await screen.see("scripted");
			await screen.say("Read the clock.");
			await screen.see(/ibid\d/);
			await screen.say("/ibid ");
			await screen.see("1 shortened");
			await screen.close();
			const requests = place.model.asked.flatMap((asked) => requestIn(asked) ?? []);
			expect(JSON.stringify(requests.at(-1)?.messages.at(-1))).toContain("[ibid] lines 1-69 as last shown by read");
			await place.model.close();
		},
		LONGEST,
	);
});

/** What pi is started with, what the model replies, and which words of the clock are others before that. */
type Start = {
	readonly args: readonly string[];
	readonly replies: readonly Reply[];
	readonly change?: readonly [string, string];
};

/** Starts pi once for each, without ibid and with it; the sessions keep the same both ways. */
async function playBoth(version: Version, starts: readonly Start[]): Promise<Compared & { readonly output: string }> {
	const places = [makePlace(version, []), makePlace(version, [await buildExtension()])] as const;
	const [plain, live] = await Promise.all([playIn(places[0], starts), playIn(places[1], starts)]);
	const sessions = places.map((place) => keptIn(place, sessionsIn(place)));
	expect(sessions[1]).toEqual(sessions[0]!);
	expect(live.output.length).toBeGreaterThan(0);
	const sides = [sideOf(places[0], plain.requests), sideOf(places[1], live.requests)] as const;
	return { ...compareRequests(...sides, readingOf(places[1], sessionsIn(places[1]))), output: live.output };
}

async function playIn(place: Place, starts: readonly Start[]): Promise<{ requests: Request[]; output: string }> {
	settle(place);
	let output = "";
	for (const { args, replies, change } of starts) {
		const clock = join(place.project, "src", "clock.ts");
		if (change) writeFileSync(clock, readFileSync(clock, "utf8").replace(...change));
		place.model.play({ replies });
		const [program, ...rest] = commandOf(place, ...args);
		const start = { folder: place.project, environment: environmentFor(place), input: [] };
		const ended = await run(program, rest, start);
		expect([ended.code, ended.errors]).toEqual([0, ""]);
		output += ended.output;
	}
	await place.model.close();
	return { requests: place.model.asked.flatMap((asked) => requestIn(asked) ?? []), output };
}

function sessionsIn({ home }: Place): { id: string; file: string }[] {
	const folder = join(home, ".pi", "agent", "sessions");
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
	return names.sort().map((name) => {
		const [, id = ""] = /_([^_]+)\.jsonl$/.exec(name) ?? [];
		return { id, file: join(folder, name) };
	});
}
