import { describe, expect, test } from "bun:test";
import { newLatest } from "./latest.ts";

describe("the latest conversations", () => {
	test("are eight, and the one asked for longest ago is dropped", () => {
		const latest = newLatest<number>();
		for (let at = 0; at < 8; at++) latest.keep(`${at}`, at);
		latest.keep("0", 0);
		expect(latest.keep("8", 8)).toBe(8);
		expect(latest.get("1")).toBeUndefined();
		expect(["0", "2", "7", "8"].map((key) => latest.get(key))).toEqual([0, 2, 7, 8]);
	});

	test("have the value that was kept last", () => {
		const latest = newLatest<string>();
		latest.keep("a", "old");
		latest.keep("a", "new");
		expect(latest.get("a")).toBe("new");
	});
});
