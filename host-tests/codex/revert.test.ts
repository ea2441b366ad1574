import { afterAll, expect, test } from "bun:test";
import { removeFolders } from "../folders.ts";
import { playInEditor } from "./app-server.ts";
import { says, shell } from "./calls.ts";
import { expectProved, notesIn, shortenedIn } from "./compare.ts";
import { byHooks } from "./live.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

const PROMPTS = [{ text: "Look at the clock." }, { text: "At the counter." }, { text: "Once more.", reverts: true }];

const REPLIES = [
	says("The clock.", shell("cat src/clock.ts")),
	says("That is it."),
	says("The counter.", shell("cat src/counter.ts")),
	says("And the clock.", shell("nl -ba src/clock.ts")),
	says("That is it."),
	says("The counter.", shell("cat src/counter.ts")),
	says("The counter.", shell("nl -ba src/counter.ts")),
	says("The clock.", shell("head -n 69 src/clock.ts")),
	says("The clock.", shell("tail -n +1 src/clock.ts")),
	says("That is it."),
];

test(
	"nothing is quoted from a turn of Codex that was taken back, but later results may be",
	async () => {
		const wiring = byHooks();
		const [plain, live] = [await playInEditor(PROMPTS, REPLIES, {}), await playInEditor(PROMPTS, REPLIES, wiring)];
		const compared = { plain, live, ...notesIn(live, wiring.state), state: wiring.state };
		expectProved(compared);
		expect([...compared.orphans]).toEqual([]);
		expect(shortenedIn(compared)).toEqual(["nl -ba src/clock.ts", "nl -ba src/counter.ts", "tail -n +1 src/clock.ts"]);
		const last = JSON.stringify(live.requests.at(-1));
		expect([last.includes("At the counter."), last.includes("Once more.")]).toEqual([false, true]);
	},
	TIME,
);
