import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { READERS } from "../../contracts/hosts.ts";
import { parseClaudeCode } from "../../src/transcript/claude-code.ts";
import { followRequests } from "../../src/transcript/claude-code-requests.ts";
import { readTranscript } from "../../src/transcript/files.ts";
import { removeFolders } from "../folders.ts";
import { standingIn } from "../standing.ts";
import { withoutReminders } from "./live.ts";
import { type Result, resultsIn } from "./model.ts";
import { play, SCENES } from "./scenes.ts";

const byId = (results: readonly Result[]): Result[] => results.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const own = ({ id, text }: Result): Result => ({ id, text: withoutReminders(text).text });

afterAll(removeFolders);

/** For the second model the host writes reminders after results, and trims them. */
const MODELS = ["claude-opus-4-8", "claude-haiku-4-5"];

const ROWS = MODELS.flatMap((model) => Object.entries(SCENES).map(([name, scene]) => [model, name, scene] as const));

test.each(ROWS)(
	"%s, %s: the log gives the results that were in the last request",
	async (model, _, scene) => {
		const { requests, logs } = await play(scene, { args: ["--model", model] });
		const sent = requests.map(resultsIn);
		for (const log of logs) {
			const text = readFileSync(log, "utf8");
			const standing = readTranscript(text, READERS)!.threads.flatMap(standingIn);
			const last = sent.findLast((results) => results.some(({ id }) => id === standing[0]!.id));
			expect(byId(last!).map(own)).toEqual(byId(standing).map(own));
			if (text.includes('"version":"2.1.325"')) expect(composedIn(text)).toContainEqual(byId(last!));
		}
		expect(logs).not.toEqual([]);
	},
	60_000,
);

/** The results of each request, as the log composes it. */
function composedIn(text: string): Result[][] {
	const { requests } = parseClaudeCode(text)!;
	const changeIn = followRequests(requests);
	const standing = new Map<string, Result>();
	return [...requests.requests.keys()].map((request) => {
		const { came, gone } = changeIn(request)!;
		for (const id of gone) standing.delete(id);
		for (const { id, text } of came) standing.set(id, { id, text });
		return byId([...standing.values()]);
	});
}
