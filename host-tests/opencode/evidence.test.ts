import { afterAll, beforeAll, describe, test } from "bun:test";
import type { EvidenceCase } from "../../sim/evidence/cases.ts";
import { exchangesIn } from "../chat-requests.ts";
import { expectFollowed, FIRST_SEED, generatedCases, knownCases, playFor } from "../evidence.ts";
import { removeFolders } from "../folders.ts";
import { attachedIn, buildPlugin, isOneOf, type Place, shortenedIn, startPlace } from "./live.ts";

let place: Place;

beforeAll(async () => {
	place = await startPlace({ plugin: [await buildPlugin()], snapshot: false });
}, 120_000);

afterAll(async () => {
	await place.host.close();
	removeFolders();
}, 60_000);

async function expectCasesFollowed(cases: readonly EvidenceCase[]): Promise<void> {
	const { host, project } = place;
	const session = await host.begin();
	const play = playFor(cases, project);
	const requests = await host.prompt(session, "Look at these files.", play);
	const hashes = await shortenedIn(place, [session]);
	const exchanges = exchangesIn(requests.at(-1)!, project, attachedIn);
	expectFollowed(play, exchanges, ({ text }) => isOneOf(hashes, text), cases.length);
}

describe("in OpenCode, a file is changed, shown by a command, and changed back: the words of each note lead to its lines", () => {
	test.each([...knownCases("opencode").entries()])(
		"the known ways, part %i",
		(_, cases) => expectCasesFollowed(cases),
		180_000,
	);

	test.each([...generatedCases("opencode").entries()])(
		`generated cases, from seed ${FIRST_SEED} on, part %i`,
		(_, cases) => expectCasesFollowed(cases),
		180_000,
	);
});
