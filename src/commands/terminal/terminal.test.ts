import { describe, expect, test } from "bun:test";
import { isPainted, newPaint } from "./terminal.ts";

describe("paint", () => {
	test.each([
		[true, {}, true],
		[false, {}, false],
		[true, { NO_COLOR: "1" }, false],
		[true, { NO_COLOR: "" }, true],
		[true, { TERM: "dumb" }, false],
		[false, { FORCE_COLOR: "1" }, true],
		[false, { FORCE_COLOR: "true", TERM: "dumb" }, true],
		[true, { FORCE_COLOR: "0" }, false],
		[true, { FORCE_COLOR: "false" }, false],
		[false, { FORCE_COLOR: "" }, false],
		[true, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
	])("in a terminal: %p, with %p: %p", (isTerminal, environment, expected) => {
		expect(isPainted(isTerminal, environment)).toBe(expected);
	});

	test("is put around words, if it is on", () => {
		expect([newPaint(true).green("✓"), newPaint(false).green("✓")]).toEqual(["\u001b[32m✓\u001b[39m", "✓"]);
	});

	test("ends each look with what ends that one only", () => {
		const { bold, dim, red, yellow } = newPaint(true);
		expect(bold(red("a"))).toBe("\u001b[1m\u001b[31ma\u001b[39m\u001b[22m");
		expect(dim("b") + yellow("c")).toBe("\u001b[2mb\u001b[22m\u001b[33mc\u001b[39m");
	});

	test("leaves nothing as it is", () => {
		expect(newPaint(true).dim("")).toBe("");
	});
});
