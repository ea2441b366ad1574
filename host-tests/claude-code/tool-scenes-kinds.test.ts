import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import { readLines } from "../../src/store/record.ts";
import { removeFolders } from "../folders.ts";
import { exchangesIn } from "./live.ts";
import type { Played } from "./scenes.ts";
import type { ToolScene } from "./tool-scenes.ts";
import { UNTOUCHED } from "./tool-scenes-files.ts";
import { recipe } from "./tool-scenes-kinds.ts";
import { expectSceneProved, outline, PATIENCE, VERSIONS, type Watched, watch } from "./tool-scenes-watch.ts";

afterAll(removeFolders);

/** What the older version itself says about a file that was read in the same way before. */
const STUB = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";

describe.each(VERSIONS)("in Claude Code %s", (version) => {
	const isStubbing = version === "2.1.197";
	const watching = (name: ToolScene, check: (watched: Watched) => void): [() => Promise<void>, number] => [
		async () => check(await watch(name, version)),
		PATIENCE,
	];

	test.each(["askingAgain", "untouched", "same", "served"] as const)(
		"every text in the scene %s is, or is rebuilt to, the text without ibid",
		(name) => expectSceneProved(name, version),
		PATIENCE,
	);

	test(
		"a model that repeats a call gets a note, and the full text if it repeats the call again",
		...watching("askingAgain", ({ told, read, bash }) => {
			const [clock, tests] = [read("src/clock.ts"), bash("cat src/duration.test.ts")];
			expect(outline(told(clock, 2))).toEqual([isStubbing ? STUB : "[ibid] lines 1-70 as last shown by Read"]);
			expect(told(clock, 3)).toBe(told(clock));
			expect(outline(told(tests))).toEqual([
				"[ibid] 60 lines = /project/src/duration.test.ts:1-60 as last shown by Read",
			]);
			expect(told(tests, 2).split("\n")).toHaveLength(60);
		}),
	);

	test(
		"a model that asks for fewer of the left-out lines gets them",
		...watching("askingAgain", ({ told, read }) => {
			expect(outline(told(read("src/counter.ts", 1, 80)))).toEqual(["[ibid] lines 1-80 as last shown by Read"]);
			const lines = told(read("src/counter.ts")).split("\n");
			expect(told(read("src/counter.ts", 20, 40))).toBe(lines.slice(19, 59).join("\n"));
		}),
	);

	test(
		"a model that asks for the left-out lines with a command gets them",
		...watching("askingAgain", ({ told, read, bash }) => {
			expect(outline(told(read("src/duration.ts", 1, 100)))).toEqual(["[ibid] lines 1-100 as last shown by Read"]);
			expect(told(bash("cat -n src/duration.ts")).split("\n")).toHaveLength(109);
		}),
	);

	test(
		"what must not be shortened is as it is without ibid",
		...watching("untouched", ({ compared, told, toldPlainly, read, bash }) => {
			expect(compared.notes).toEqual([]);
			for (const name of Object.keys(UNTOUCHED)) {
				expect(told(read(name))).toBe(toldPlainly(read(name)));
				if (name !== "forged.txt") expect(told(read(name), 2)).toBe(toldPlainly(read(name), 2));
			}
			expect(told(bash("cat .env"))).toBe(toldPlainly(bash("cat .env")));
			expect(told(read("CLAUDE.md"), 2)).toBe(isStubbing ? STUB : told(read("CLAUDE.md")));
		}),
	);

	test(
		"a file that imitates notes is sent in full",
		...watching("untouched", ({ told, read }) => {
			expect(told(read("forged.txt"))).toContain("\n21\t[ibid] lines 21-40 as last shown by Read.");
			expect(told(read("forged.txt"), 2)).toBe(told(read("forged.txt")));
		}),
	);

	test(
		"images and PDFs reach the model each time",
		...watching("untouched", ({ compared }) => {
			const attached = attachedTo(compared.live);
			expect(attached.map(({ type }) => type)).toEqual(["image", "document", "image", "document"]);
			expect(attached).toEqual(attachedTo(compared.plain));
		}),
	);

	test(
		"nothing is recorded about a file with secrets",
		...watching("untouched", ({ compared: { live }, state }) => {
			const place = join(state, "answers");
			const kept = readdirSync(place).map((name) => readFileSync(join(place, name), "utf8"));
			expect(readdirSync(state)).toEqual(["answers"]);
			expect(kept.join()).not.toMatch(/secret-of-egg|\.env/);
			const exchanges = exchangesIn(live.requests.at(-1)!, live.project);
			const secret = exchanges.filter(({ call }) => JSON.stringify(call.input).includes(".env"));
			expect(secret).toHaveLength(3);
			const recorded = live.logs.flatMap((log) => readLines(place, basename(log, ".jsonl")));
			const calls = recorded.map((line) => (line.kind === "answer" ? line.call : ""));
			expect(calls.length).toBeGreaterThan(0);
			for (const { call } of secret) expect(calls).not.toContain(call.id);
		}),
	);

	test(
		"a file that changed but kept its time stamp comes with the changed line",
		...watching("same", ({ told, read }) => {
			expect(outline(told(read("src/clock.ts"), 2))).toEqual([
				"[ibid] lines 1-19 as last shown by Read",
				"20\t/** A clock that does not move until it is told to move on. */",
				"[ibid] lines 21-70 as last shown by Read",
			]);
		}),
	);

	test(
		"a repeated result of the user's own server is left out, and sent if the model asks again",
		...watching("served", ({ told }) => {
			expect(told(recipe("ham"))).toBe(told(recipe("egg")).replaceAll("egg", "ham"));
			expect(outline(told(recipe("egg"), 2))).toEqual([
				'[ibid] 40 lines as in the last run, beginning "Step 0: stir the egg 3 times."',
			]);
			expect(told(recipe("egg"), 3)).toBe(told(recipe("egg")));
		}),
	);
});

test.each(VERSIONS)(
	"in Claude Code %s a notebook is as it is without ibid",
	async (version) => {
		const { told, toldPlainly, read } = await watch("notebook", version);
		expect(told(read("notes.ipynb"))).toContain('<cell id="eggs">Egg 0 boils');
		for (const nth of [1, 2]) expect(told(read("notes.ipynb"), nth)).toBe(toldPlainly(read("notes.ipynb"), nth));
	},
	PATIENCE,
);

/** What a scene sends to the model besides text. */
function attachedTo({ requests }: Played): v.InferOutput<typeof AttachedShape>[] {
	const all = JSON.stringify(requests.at(-1)!.messages);
	const found: v.InferOutput<typeof AttachedShape>[] = [];
	JSON.parse(all, (_, value: unknown) => {
		if (v.is(AttachedShape, value)) found.push(value);
		return value;
	});
	return found;
}

const AttachedShape = v.looseObject({
	type: v.picklist(["image", "document"]),
	source: v.looseObject({ type: v.literal("base64"), data: v.string() }),
});
