import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { READERS } from "../../contracts/hosts.ts";
import { readTranscript } from "../../src/transcript/files.ts";
import { removeFolders } from "../folders.ts";
import { standingIn } from "../standing.ts";
import { resultsIn } from "./model.ts";
import { play, SCENES } from "./scenes.ts";

afterAll(removeFolders);

test.each(Object.entries(SCENES))(
	"%s: the log gives the results that were in the last request",
	async (_, scene) => {
		const { requests, logs } = await play(scene);
		const standing = readTranscript(readFileSync(logs[0]!, "utf8"), READERS)!.threads.flatMap(standingIn);
		expect(standing).not.toEqual([]);
		expect(resultsIn(requests.at(-1)!)).toEqual(standing);
	},
	60_000,
);
