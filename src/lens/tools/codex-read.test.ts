import { type Input, type Shown, type Silent, testRead } from "../../../contracts/read.ts";
import { codexTools } from "./codex.ts";

const file: Input = { path: "/home/you/project/src/clock.ts" };
const range: Input = { ...file, offset: 4, limit: 2 };
const more = (next: number): string => `(9 lines in all; go on with offset ${next})`;

const shown: readonly Shown[] = [
	["a whole file", file, "1\tone\n2\ttwo", "0+2 is 1 of all"],
	["the rest of a file", { ...file, offset: 8 }, "8\ta\n9\tb", "0+2 is 8 of all"],
	["a range that others follow", range, `4\ta\n5\tb\n${more(6)}`, "0+2 is 4 of 0"],
	["a range up to the end", range, "4\ta\n5\tb", "0+2 is 4 of all"],
	["a file that speaks of more lines", file, `1\ta\n2\t${more(3)}`, "0+2 is 1 of all"],
	["blank lines and tabs", file, "1\t\n2\t\ttwo\n3\t", "0+3 is 1 of all"],
	["what stands below the host's head", file, "Wall time: 0.0030 seconds\nOutput:\n1\tone", "2+1 is 1 of all"],
];

const silent: readonly Silent[] = [
	["a word of its own", file, "This file is not a text."],
	["nothing", file, ""],
	["a word on more lines alone", file, more(1)],
	["lines without numbers", file, "1\tone\ntwo"],
	["a cut text", file, "1\tone\n2\tt…811 tokens truncated…\n"],
	["a relative path", { path: "src/clock.ts" }, "1\tone", "no file"],
	["no path", {}, "1\tone", "no file"],
	["line 0", { ...file, offset: 0 }, "1\tone", "opaque"],
];

testRead("ibid_read in Codex", codexTools, "mcp__ibid__ibid_read", shown, silent);
