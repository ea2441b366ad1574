import { expect, test } from "bun:test";
import type { PageData } from "../data.ts";
import { newTexts } from "./texts.ts";

const DATA: PageData = { schema: 1, version: "1", made: 0, isLive: false, sessions: [], texts: {}, trust: [] };

test.each(["a1f3", "__proto__", "constructor", ""])("a page without texts has none of %j", (id) => {
	expect(newTexts(() => {})(DATA, id)).toBeUndefined();
});
