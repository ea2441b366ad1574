import { expect, test } from "bun:test";
import { missingIn, unusedWords } from "./wired.ts";

test("only a missing file counts as missing among the words that start something", () => {
	expect(missingIn([process.execPath, "serve", "--flag"])).toBeUndefined();
	expect(missingIn([process.execPath, "/nowhere/cli.js", "/nowhere/else"])).toBe("/nowhere/cli.js");
});

test("the reason why ibid is not in use is given if it is known", () => {
	expect(unusedWords({ kind: "half", why: "its plugin is off" })).toBe("ibid is not in use: its plugin is off.");
	expect(unusedWords({ kind: "no" })).toBe("ibid is not in use.");
});
