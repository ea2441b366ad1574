import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { smallPng } from "./small-png.ts";

const DOCS = join(import.meta.dirname, "..", "docs");

/** One red and one white pixel, 8 bits per channel, as image tools write it. */
const TWO_PIXELS = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP8z8DA8P8/AAkFAv/EHkoWAAAAAElFTkSuQmCC";

test("a small PNG has the size of the original, and a palette", () => {
	const png = smallPng(Buffer.from(TWO_PIXELS, "base64"));
	expect([png.readUInt32BE(16), png.readUInt32BE(20), png[25]]).toEqual([2, 1, 3]);
	const palette = png.indexOf("PLTE") + 4;
	expect([...png.subarray(palette, palette + 6)]).toEqual([255, 0, 0, 255, 255, 255]);
});

test.each(["light", "dark"])("the %s picture of the README is below 150 KB", (scheme) => {
	expect(readFileSync(join(DOCS, `before-and-after-${scheme}.png`)).length).toBeLessThan(150_000);
});
