import { expect, test } from "bun:test";
import { hostNamed } from "./host-names.ts";
import { Mistake } from "./mistake.ts";

const HOSTS = ["claude-code", "codex", "gemini-cli"] as const;

test.each([
	["gemini-cli", "gemini-cli"],
	["gemini", "gemini-cli"],
	["g", "gemini-cli"],
	["codex", "codex"],
	["cl", "claude-code"],
] as const)("%s means %s", (word, expected) => {
	expect(hostNamed(word, HOSTS)).toBe(expected);
});

test("a name that another one begins with means itself", () => {
	expect(hostNamed("pi", ["pi", "pigeon"])).toBe("pi");
});

test.each([
	[undefined, "Which host? There are claude-code, codex, and gemini-cli."],
	["c", "There is nothing for the host c. There are claude-code, codex, and gemini-cli."],
	["", "There is nothing for the host . There are claude-code, codex, and gemini-cli."],
	["gemini-cli-2", "There is nothing for the host gemini-cli-2."],
	["emacs", "There is nothing for the host emacs."],
])("%p means none", (word, expected) => {
	const meaning = (): string => hostNamed(word, HOSTS);
	expect(meaning).toThrow(Mistake);
	expect(meaning).toThrow(expected);
});
