import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { median } from "../../bench/measure.ts";
import { ms, printTable, type Row } from "../../bench/table.ts";
import { makeFolder } from "../folders.ts";
import { type Cost, costOf } from "./bench-cost.ts";
import { sessionOfTwelve } from "./bench-scene.ts";
import { toolsIn } from "./calls.ts";
import { DCP, installDcp } from "./dcp.ts";
import { buildPlugin, startPlace } from "./live.ts";
import type { Reply } from "./model.ts";
import { play, says } from "./scenes.ts";

/** The share of its price that a cached token costs. */
const KEPT = 0.1;
const ROUNDS = 5;

/** Prints what a session costs alone, with ibid and with DCP, and how long ibid takes. */
export async function bench(): Promise<void> {
	const [ibid, dcp] = [await buildPlugin(), installDcp()];
	const lanes: Readonly<Record<string, Lane>> = {
		"OpenCode alone": await laneOf([]),
		"with ibid": await laneOf([ibid]),
		"with DCP": await laneOf([dcp]),
		"with DCP, compressing once": await laneOf([dcp], says("Too much.", COMPRESS)),
	};
	const about = "o200k tokens; uncached: behind the longest beginning that any earlier request shares";
	const rows = Object.entries(lanes).map(([name, lane]) => rowOf(name, lane));
	printTable(`A session of twelve calls in OpenCode 1.18.33, and ${DCP}`, about, rows);
	await printTimes();
	const { "with ibid": ours, ...others } = lanes;
	const isLowest = Object.values(others).every(({ before }) => {
		return ours !== undefined && ours.before.total < before.total && ours.before.uncached < before.uncached;
	});
	if (!isLowest) throw new Error("Another tool needs fewer tokens than ibid.");
}

/** What a session costs before its compaction, and how large the first request after it is. */
type Lane = { readonly before: Cost; readonly after: number };

async function laneOf(plugin: readonly string[], ...more: readonly Reply[]): Promise<Lane> {
	const { host, project } = await startPlace({ plugin });
	const { requests } = await play(host, sessionOfTwelve(...more)(toolsIn(project)));
	await host.close();
	return { before: costOf(requests.slice(0, -1)), after: costOf(requests.slice(-1)).total };
}

/** The first half of the session, up to the first change. */
const COMPRESS = {
	tool: "compress",
	input: {
		topic: "Orders and stock",
		content: [{ startId: "m0002", endId: "m0006", summary: "Both files were read, and a remark was put to an order." }],
	},
};

function rowOf(name: string, { before: { requests, total, uncached, last }, after }: Lane): Row {
	const cost = Math.round(uncached + KEPT * (total - uncached));
	const numbers = { requests, "total prompt": total, uncached, "last prompt": last, "after a compaction": after };
	const cells = Object.entries({ ...numbers, [`cost at ${KEPT}x cached`]: cost });
	return { session: name, ...Object.fromEntries(cells.map(([column, value]) => [column, value.toLocaleString("en")])) };
}

/** A separate process measures the plugin, so that nothing is warm. */
async function printTimes(): Promise<void> {
	const folder = makeFolder("plugin");
	await Bun.build({ entrypoints: [PROGRAM], outdir: folder, target: "node" });
	const engines = { Bun: [process.execPath, PROGRAM], Node: ["node", join(folder, "transform-time.js")] } as const;
	const rows = Object.entries(engines).map(([engine, [program, file]]) => {
		const rounds = Array.from({ length: ROUNDS }, () => timesOf(program, file));
		const inOrder = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
		return {
			engine,
			"first request": ms(median(inOrder(rounds.map(({ first }) => first)))),
			"every other": ms(median(inOrder(rounds.flatMap(({ next }) => next)))),
			"behind an edit": ms(median(inOrder(rounds.flatMap(({ afterEdits }) => afterEdits)))),
		};
	});
	const about = `milliseconds, medians of ${ROUNDS} programs; load of the machine: ${loadavg()[0]?.toFixed(1)}`;
	printTable("The plugin's time per request, in a session of 1,000 messages and 200,000 tokens", about, rows);
}

const PROGRAM = join(import.meta.dirname, "transform-time.ts");
const TimesShape = v.object({ first: v.number(), next: v.array(v.number()), afterEdits: v.array(v.number()) });

function timesOf(program: string, file: string): v.InferOutput<typeof TimesShape> {
	const { stdout, stderr } = spawnSync(program, [file], { encoding: "utf8" });
	if (stdout === "") throw new Error(`${file}: ${stderr}`);
	return v.parse(TimesShape, JSON.parse(stdout));
}

if (import.meta.main) await bench();
