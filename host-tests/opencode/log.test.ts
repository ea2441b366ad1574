import { afterAll, beforeAll, expect, test } from "bun:test";
import { READERS } from "../../contracts/hosts.ts";
import { readTranscript } from "../../src/transcript/files.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { makeProject } from "../project.ts";
import { standingIn } from "../standing.ts";
import { toolsIn } from "./calls.ts";
import { resultsIn } from "./model.ts";
import { type OpenCode, startOpenCode } from "./run.ts";
import { play, SCENES, SETTINGS } from "./scenes.ts";

const project = makeProject();
let host: OpenCode;

beforeAll(async () => {
	host = await startOpenCode(makeFolder("home"), project, SETTINGS);
}, 60_000);

afterAll(async () => {
	await host.close();
	removeFolders();
});

test.each(Object.entries(SCENES).filter(([name]) => name !== "reverted"))(
	"%s: an export gives the results that were in the last request",
	async (_, scene) => {
		const { session, requests } = await play(host, scene(toolsIn(project)));
		const sent = requests.map(resultsIn);
		for (const each of [session, ...(await host.agents(session))]) {
			const standing = await standingAfter(each);
			expect(sent.findLast(([first]) => first === standing[0])).toEqual(standing);
		}
	},
	120_000,
);

test("what was taken back is no longer told", async () => {
	const { session, requests } = await play(host, SCENES.reverted!(toolsIn(project)));
	expect(await standingAfter(session)).toEqual(resultsIn(requests[1]!));
}, 120_000);

async function standingAfter(session: string): Promise<string[]> {
	const { threads } = readTranscript(await host.export(session), READERS)!;
	return threads.flatMap(standingIn).map(({ text }) => text);
}
