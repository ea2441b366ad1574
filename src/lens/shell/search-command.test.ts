import { describe, expect, test } from "bun:test";
import { searchCommand } from "./search-command.ts";

describe("a command that searches one file", () => {
	test.each<[string, string, boolean]>([
		["grep -n tick src/clock.ts", "src/clock.ts", false],
		["grep -n -A 6 tick src/clock.ts", "src/clock.ts", true],
		["grep -nA6 tick src/clock.ts", "src/clock.ts", true],
		["grep tick src/clock.ts -n --context=6", "src/clock.ts", true],
		["grep -niE tick|tock src/clock.ts", "src/clock.ts", false],
		["grep -n -e tick -e tock -B6 src/clock.ts", "src/clock.ts", true],
		["rg -n tick -C 6 src/clock.ts", "src/clock.ts", true],
		["rg --line-number --after-context 6 tick src/clock.ts", "src/clock.ts", true],
		["rg -n -g *.ts -m 5 tick src/clock.ts", "src/clock.ts", false],
		["egrep -nv tick -- src/clock.ts", "src/clock.ts", false],
		["rg -n -C 0 tick src/clock.ts", "src/clock.ts", false],
	])("is understood: %s", (words, path, context) => {
		expect(searchCommand(words.split(" "))).toEqual({ path, context });
	});

	test("may read its input", () => {
		expect(searchCommand(["grep", "-n", "tick"])).toEqual({ path: undefined, context: false });
	});

	test.each([
		"grep tick src/clock.ts",
		"grep -n tick src/clock.ts src/dial.ts",
		"grep -no tick src/clock.ts",
		"grep -nb tick src/clock.ts",
		"grep -rnh tick src",
		"grep -n -A tick src/clock.ts",
		"grep -n -m few tick src/clock.ts",
		"rg -n --max-count=few tick src/clock.ts",
		"grep -nH tick src/clock.ts",
		"grep -nT tick src/clock.ts",
		"grep -n -5 tick src/clock.ts",
		"grep -n tick src/*.ts",
		"grep -n tick -",
		"grep -n",
		"rg -n --column tick src/clock.ts",
		"rg -n --trim tick src/clock.ts",
		"rg -n -I tick src",
		"rg -n -r tock tick src/clock.ts",
		"rg -nU tick src/clock.ts",
		"rg -n --max-columns=80 tick src/clock.ts",
		"ag -n tick src/clock.ts",
		"constructor -n tick src/clock.ts",
	])("is not understood: %s", (words) => {
		expect(searchCommand(words.split(" "))).toBeUndefined();
	});
});
