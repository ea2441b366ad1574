import { expect, test } from "bun:test";
import { estimateTokens } from "./tokens.ts";

test("each class of bytes has its price", () => {
	const price = (text: string) => estimateTokens(text.repeat(1000));
	expect(price("A")).toBe(179);
	expect(price("a")).toBe(130);
	expect(price("1")).toBe(1161);
	expect([price(" "), price("\t")]).toEqual([73, 73]);
	expect(price("\n")).toBe(1116);
	expect([price("{"), price("\r")]).toEqual([392, 392]);
	expect([price("é"), price("字"), price("😀")]).toEqual([402, 603, 804]);
	expect(price("a ")).toBe(130 + 73 + 388);
});
