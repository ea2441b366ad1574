import { afterAll, beforeAll, describe, test } from "bun:test";
import type { EvidenceCase } from "../../sim/evidence/cases.ts";
import { exchangesIn } from "../chat-requests.ts";
import { expectFollowed, FIRST_SEED, generatedCases, knownCases, playFor } from "../evidence.ts";
import { removeFolders } from "../folders.ts";
import { buildExtension, closeStage, makePlace, readingOf } from "./compare.ts";
import { startPi } from "./run.ts";
import type { Stage } from "./scenes.ts";

let stage: Stage;

beforeAll(async () => {
	const place = makePlace("1.5.0", [await buildExtension()]);
	stage = { place, pi: await startPi(place), hasIbid: true };
}, 120_000);

afterAll(async () => {
	await closeStage(stage);
	removeFolders();
}, 60_000);

async function expectCasesFollowed(cases: readonly EvidenceCase[]): Promise<void> {
	const { pi, place } = stage;
	await pi.ask("new_session");
	const play = playFor(cases, place.project);
	const requests = await pi.prompt("Look at these files.", play);
	const { isRecorded, attachedIn } = readingOf(place, [await pi.session()]);
	const exchanges = exchangesIn(requests.at(-1)!, place.project, attachedIn);
	expectFollowed(play, exchanges, ({ text }) => isRecorded(text), cases.length);
}

describe("in pi, a file is changed, shown by a command, and changed back: the words of each note lead to its lines", () => {
	test.each([...knownCases("pi").entries()])(
		"the known ways, part %i",
		(_, cases) => expectCasesFollowed(cases),
		120_000,
	);

	test.each([...generatedCases("pi").entries()])(
		`generated cases, from seed ${FIRST_SEED} on, part %i`,
		(_, cases) => expectCasesFollowed(cases),
		120_000,
	);
});
