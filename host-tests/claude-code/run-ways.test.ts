import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { estimateTokens } from "../../src/core/tokens.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { expectLogsProved } from "../logs-proved.ts";
import { environmentOf, run } from "../program.ts";
import { makeProject } from "../project.ts";
import { arrivedIn, compareRun, expectProvedRun, faultsIn, originalsOf, recordedIn } from "./compare-run.ts";
import { goneOn } from "./life-scenes.ts";
import { byPlugin } from "./live.ts";
import { nameOf } from "./lives.ts";
import { requestIn, resultsIn, startClaude } from "./model.ts";
import { runClaudeCode, settingsOf, startOf } from "./run.ts";
import { play, type Scene, says, toolsIn } from "./scenes.ts";

const TIME = 120_000;
afterAll(removeFolders, TIME);

/** The texts of a session that goes on in another way than it began, as its last request has them. */
async function goesOn(...ways: readonly ["hooks" | "run", "hooks" | "run"]): Promise<string[]> {
	const [home, project, { args: plugin, state }] = [makeFolder("home"), makeProject(), byPlugin()];
	const options = { state, record: join(state, "requests.jsonl") };
	const runs = goneOn("--continue")(toolsIn(project));
	const played = [];
	for (const [at, { args = [], ...session }] of runs.entries()) {
		const way = { args: [...args, ...plugin], ...(ways[at] === "run" && { run: options }) };
		played.push(await runClaudeCode({ home, project, ...session, ...way }));
	}
	const underRun = played[ways.indexOf("run")]!.requests;
	for (const [at, original] of originalsOf(underRun, recordedIn(options.record)).entries())
		expect([at, faultsIn(original, underRun[at]!)]).toEqual([at, []]);
	expectLogsProved(played.at(-1)!.logs, state);
	const last = played.at(-1)!.requests.findLast(({ tools }) => tools.length > 0)!;
	const requests = [last];
	return arrivedIn({ live: { requests, project, logs: [] }, originals: requests }).map(
		({ exchange: { call, text } }) => `${nameOf(call, project)}: ${text.includes("[ibid] ") ? "note" : "whole"}`,
	);
}

describe("a session of Claude Code", () => {
	test(
		"begun with hooks and resumed by ibid run keeps the notes of hooks, which are never quoted",
		async () => {
			expect(await goesOn("hooks", "run")).toEqual([
				"Read src/clock.ts: whole",
				"Read src/duration.ts 1-50: whole",
				"Read src/duration.ts: note",
				"Read src/counter.ts: whole",
				"cat src/clock.ts: note",
				"sed -n '51,109p' src/duration.ts: whole",
			]);
		},
		TIME,
	);

	test(
		"begun by ibid run and resumed with hooks has the originals, which hooks quote",
		async () => {
			expect(await goesOn("run", "hooks")).toEqual([
				"Read src/clock.ts: whole",
				"Read src/duration.ts 1-50: whole",
				"Read src/duration.ts: whole",
				"Read src/counter.ts: whole",
				"cat src/clock.ts: note",
				"sed -n '51,109p' src/duration.ts: note",
			]);
		},
		TIME,
	);
});

const TABLE = Array.from({ length: 400 }, (_, at) => `value ${at + 1} of the table = ${(at * 7919) % 10007}\n`);

const threeChanges: Scene = ({ read, edit }) => [
	{
		prepare: (project) => writeFileSync(join(project, "table.txt"), TABLE.join("")),
		prompts: ["Mend the table."],
		replies: [
			says("The table:", read("table.txt")),
			...[40, 200, 360].map((line) => says("A value.", edit("table.txt", `value ${line} of`, `VALUE ${line} of`))),
			says("The table again:", read("table.txt")),
			says("It is mended."),
		],
	},
];

test(
	"a Read of a file with three changes saves nine tenths under ibid run, in Claude Code",
	async () => {
		const compared = await compareRun((run) => play(threeChanges, { run }));
		expectProvedRun(compared);
		const { exchange, original } = arrivedIn(compared).findLast(({ exchange: { call } }) => call.tool === "Read")!;
		const [before, after] = [original, exchange.text].map(estimateTokens) as [number, number];
		console.log(`${before} tokens before, ${after} after: ${((1 - after / before) * 100).toFixed(1)}% saved`);
		expect(after).toBeLessThan(before / 10);
	},
	TIME,
);

/** The user's own variable that makes Claude Code mark its bodies as for its vendor. */
const MARKED = { _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: "1" };

test(
	"a request that carries a mark of its body passes byte for byte",
	async () => {
		const state = makeFolder("state");
		const record = join(state, "requests.jsonl");
		const scene: Scene = ({ read }) => [
			{
				environment: MARKED,
				prompts: ["Read the clock."],
				replies: [says("The clock:", read("src/clock.ts")), says("Again:", read("src/clock.ts")), says("It is read.")],
			},
		];
		const { requests } = await play(scene, { run: { state, record } });
		const last = requests.findLast(({ tools }) => tools.length > 0)!;
		expect(JSON.stringify(last)).toMatch(/"text":"x-anthropic-billing-header: [^"]*\bcch=\w{5};/);
		expect(resultsIn(last).map(({ text }) => text.includes("[ibid]"))).toEqual([false, false]);
		expect(JSON.stringify(requests)).toBe(JSON.stringify(recordedIn(record)));
	},
	TIME,
);

test(
	"what the model streams reaches Claude Code as without ibid",
	async () => {
		const [plain, live] = await Promise.all([streamed(false), streamed(true)]);
		expect(plain.length).toBeGreaterThan(10);
		expect(live).toEqual(plain);
	},
	TIME,
);

/** Every event of the stream as the host has it, without ids. */
async function streamed(isUnderRun: boolean): Promise<unknown[]> {
	const [home, project, state] = [makeFolder("home"), makeProject(), makeFolder("state")];
	const model = startClaude({
		replies: [says("The clock.", toolsIn(project).bash("cat src/clock.ts")), says("Read.")],
	});
	const args = ["-p", "Go.", "--permission-mode", "bypassPermissions", "--verbose", "--include-partial-messages"];
	const options = isUnderRun ? { state, record: join(state, "requests.jsonl") } : undefined;
	const start = startOf("2.1.325", [...args, "--output-format", "stream-json"], options);
	const environment = { ...environmentOf(home), ...settingsOf(model.url), ...start.environment };
	const { output } = await run(start.program, start.args, { folder: project, environment });
	await model.close();
	expect(model.asked.filter((asked) => requestIn(asked)).length).toBeGreaterThan(1);
	const lines = output.split("\n").filter((line) => line.startsWith('{"type":"stream_event"'));
	return lines.map((line) => {
		const { event } = JSON.parse(line);
		return JSON.parse(JSON.stringify(event, (key, value) => (NAMES.has(key) ? "" : value)));
	});
}

const NAMES: ReadonlySet<string> = new Set(["id", "input_tokens"]);
