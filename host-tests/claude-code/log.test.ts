import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readTranscript } from "../../src/transcript/recognise.ts";
import { removeFolders } from "../folders.ts";
import { standingIn } from "../standing.ts";
import { type Result, resultsIn } from "./model.ts";
import { play, SCENES } from "./scenes.ts";

const byId = (results: readonly Result[]): Result[] => results.toSorted((a, b) => (a.id < b.id ? -1 : 1));

afterAll(removeFolders);

test.each(Object.entries(SCENES))(
	"%s: a log tells the results that the last request of its model had",
	async (_, scene) => {
		const { requests, logs } = await play(scene);
		const sent = requests.map(resultsIn);
		for (const log of logs) {
			const standing = readTranscript(readFileSync(log, "utf8"))!.strands.flatMap(standingIn);
			const last = sent.findLast((results) => results.some(({ id }) => id === standing[0]!.id));
			expect(byId(last!)).toEqual(byId(standing));
		}
		expect(logs).not.toEqual([]);
	},
	60_000,
);
