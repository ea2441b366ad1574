import { expect, test } from "bun:test";
import { latencyOf } from "./savings.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => count - at);

test.each([
	["nothing", [], undefined],
	["one answer", [7], { p50: 7, p95: 7 }],
	["two", [9, 3], { p50: 3, p95: 9 }],
	["twenty, the slowest of them one in twenty", upTo(20), { p50: 10, p95: 19 }],
	["a hundred", upTo(100), { p50: 50, p95: 95 }],
	["numbers that letters would sort otherwise", [100, 9, 20], { p50: 20, p95: 100 }],
	["answers of which some tell no time", [Number.NaN, 4], { p50: 4, p95: 4 }],
])("the latency of answers: %s", (_, milliseconds, expected) => {
	expect(latencyOf(milliseconds)).toEqual(expected);
});
