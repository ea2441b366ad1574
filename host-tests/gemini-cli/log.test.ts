import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { READERS } from "../../contracts/hosts.ts";
import { readTranscript } from "../../src/transcript/files.ts";
import { removeFolders } from "../folders.ts";
import { standingIn } from "../standing.ts";
import { type Request, type Result, resultsIn } from "./model.ts";
import { play, SCENES } from "./scenes.ts";

afterAll(removeFolders);

test.each(Object.entries(SCENES))(
	"%s: the log gives the results that were in the last request",
	async (_, scene) => {
		const { requests, logs } = await play(scene);
		const sent = requests.map(wholeResultsIn);
		for (const log of logs) {
			const standing = standingAtLast(log);
			expect(sent.findLast((results) => results.some(({ id }) => id === standing[0]!.id))).toEqual(standing);
		}
		expect(logs).not.toEqual([]);
	},
	60_000,
);

/** What stood before the model when it last replied. The host puts the name of the tool before ids of its own. */
function standingAtLast(log: string): Result[] {
	const [thread] = readTranscript(readFileSync(log, "utf8"), READERS)!.threads;
	const last = thread!.entries.findLastIndex(({ kind }) => kind === "turn");
	const standing = standingIn({ ...thread!, entries: thread!.entries.slice(0, last) });
	return standing.map(({ id, text }) => ({ id: id.replace(/^.*?__/, ""), text }));
}

/** Each result once, without those of which only the ends are left. */
function wholeResultsIn(request: Request): Result[] {
	const once = new Map(resultsIn(request).map((result) => [result.id, result]));
	return [...once.values()].filter(({ text }) => !text.startsWith("<tool_output_masked>"));
}
