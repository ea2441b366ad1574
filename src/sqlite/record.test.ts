import { describe, expect, test } from "bun:test";
import { recordValues } from "./record.ts";

describe("a record", () => {
	test("gives its values in the requested places, in any order", () => {
		expect(values([4, 1, 8, 15, 7, 65], [2, 0, 1])).toEqual(["A", 7, 0]);
	});

	test("that is shorter than its table has null after its end", () => {
		expect(values([2, 9], [0, 5])).toEqual([1, null]);
	});

	test("may have a text that ends in half a character", () => {
		const record = [2, 19, 0, 65, 0];
		expect(recordValues(recordOf(record), [0], "utf16be")).toEqual(["A"]);
	});

	test("is read no further than requested, however long its header claims to be", () => {
		const asked: number[] = [];
		const first = (length: number): Buffer => {
			asked.push(length);
			return Buffer.concat([Buffer.from([0x88, 0x80, 0x80, 0x80, 0x80, 0]), Buffer.alloc(100)]).subarray(0, length);
		};
		expect(recordValues({ length: 2 ** 40, first }, [0, 1], "utf8")).toEqual([null, null]);
		expect(Math.max(...asked)).toBeLessThan(100);
	});

	test.each([
		["nothing", [], "no header"],
		["a header of no length", [0, 0], "no header"],
		["a header longer than itself", [3, 1], "no header"],
		["a value longer than itself", [2, 6, 0], "ends early"],
		["a value of an unknown type", [2, 10], "type 10"],
	])("with %s is broken", (_, bytes, why) => {
		expect(() => values(bytes, [0])).toThrow(why);
	});
});

function values(bytes: number[], places: number[]): unknown[] {
	return recordValues(recordOf(bytes), places, "utf8");
}

function recordOf(bytes: number[]): { length: number; first: (length: number) => Buffer } {
	return { length: bytes.length, first: (length) => Buffer.from(bytes.slice(0, length)) };
}
