import { describe, expect, test } from "bun:test";
import type { Pages } from "./pages.ts";
import { cellsUnder, findCell, recordValues } from "./tree.ts";

const SIZE = 512;

describe("a tree is refused", () => {
	test.each([
		["that leads back to its root", [inner(1)], "round in a circle"],
		["with a circle below its root", [inner(2), inner(3), inner(2)], "round in a circle"],
		["that is deeper than any", Array.from({ length: 30 }, (_, i) => inner(i + 2)), "round in a circle"],
		["with rows out of order", [leaf(cell(2), cell(1))], "entangled"],
		["with a row twice", [leaf(cell(1), cell(1))], "entangled"],
		["with more content than there are pages", [leaf(cell(1, 9000)), leaf(), leaf()], "entangled"],
		["with a row of no length", [leaf(Buffer.alloc(20, 0xff))], "outside its page"],
		["with a row that passes the end of its page", [leaf(Buffer.from([100, 1]))], "outside its page"],
		["with more rows than a page can have", [withCount(leaf(), 300)], "too many rows"],
		["of something else", [Buffer.alloc(SIZE, 7)], "not of a table"],
		["of an index", [Buffer.alloc(SIZE, 10)], "without rowids"],
	])("%s", (_, contents, why) => {
		const pages = pagesOf(contents);
		expect(() => [...cellsUnder(pages, 2)]).toThrow(why);
	});
});

test("a look-up ends even if a tree has a cycle", () => {
	expect(() => findCell(pagesOf([inner(1)]), 2, 1)).toThrow("round in a circle");
});

/** Pages from the second on; the first is different. */
function pagesOf(contents: readonly Buffer[]): Pages {
	const page = (number: number): Buffer => contents[number - 2] ?? Buffer.alloc(SIZE);
	const load = (): void => undefined;
	return { count: contents.length + 1, size: SIZE, usable: SIZE, encoding: "utf8", page, load, close: load };
}

/** An inner page without rows, and a single child: the first of the pages given, the second… */
function inner(child: number): Buffer {
	const page = Buffer.alloc(SIZE);
	page.writeUInt8(5, 0);
	page.writeUInt32BE(child + 1, 8);
	return page;
}

function leaf(...cells: readonly Buffer[]): Buffer {
	const page = Buffer.alloc(SIZE);
	page.writeUInt8(13, 0);
	let end = SIZE;
	for (const [i, bytes] of cells.entries()) {
		end -= bytes.length;
		bytes.copy(page, end);
		page.writeUInt16BE(end, 8 + 2 * i);
	}
	return withCount(page, cells.length);
}

function withCount(page: Buffer, count: number): Buffer {
	page.writeUInt16BE(count, 3);
	return page;
}

/** A row and space for what stays on its page; its record is not read here. */
function cell(rowid: number, length = 10): Buffer {
	const varint = length < 128 ? [length] : [0x80 | (length >> 7), length & 127];
	return Buffer.concat([Buffer.from([...varint, rowid]), Buffer.alloc(Math.min(length, 480))]);
}

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
