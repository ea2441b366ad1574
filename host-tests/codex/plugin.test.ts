import { afterAll, describe, expect, test } from "bun:test";
import { makeFolder, removeFolders } from "../folders.ts";
import { compare, expectProved, shortenedIn, textsOf } from "./compare.ts";
import { recordedIn } from "./live.ts";
import { FILES } from "./live-scenes.ts";
import { byPlugin, removePlugin } from "./plugin.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

describe("the plugin for Codex", () => {
	test(
		"shortens texts once it is installed and its hooks are trusted",
		async () => {
			const compared = await compare(FILES, byPlugin());
			expectProved(compared);
			expect(shortenedIn(compared)).toHaveLength(5);
		},
		TIME,
	);

	test(
		"does nothing before its hooks are trusted",
		async () => {
			const wiring = { ...byPlugin(), trusting: false };
			const { plain, live } = await compare(FILES, wiring);
			expect(textsOf(live)).toEqual(textsOf(plain));
			expect(recordedIn(wiring.state)).toEqual([]);
		},
		TIME,
	);

	test(
		"leaves no setting behind when it is removed",
		async () => {
			const home = makeFolder("home");
			expect((await byPlugin().install?.(home))?.join("\n")).toContain('[plugins."ibid@here"]');
			expect((await removePlugin(home)).trim()).toBe("");
		},
		TIME,
	);
});
