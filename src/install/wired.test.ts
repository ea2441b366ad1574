import { expect, test } from "bun:test";
import { missingIn, unusedWords } from "./wired.ts";

test("of the words that start something, only a file that is not there is missing", () => {
	expect(missingIn([process.execPath, "serve", "--flag"])).toBeUndefined();
	expect(missingIn([process.execPath, "/nowhere/cli.js", "/nowhere/else"])).toBe("/nowhere/cli.js");
});

test("why ibid is not in use is said where it is known", () => {
	expect(unusedWords({ kind: "half", why: "its plugin is off" })).toBe("ibid is not in use: its plugin is off.");
	expect(unusedWords({ kind: "no" })).toBe("ibid is not in use.");
});
