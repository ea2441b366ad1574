import { expect, test } from "bun:test";
import { hostNamed } from "./host-names.ts";
import { UserError } from "./user-error.ts";

const HOSTS = named("claude-code", "codex", "gemini-cli");

test.each([
	["gemini-cli", "gemini-cli"],
	["gemini", "gemini-cli"],
	["g", "gemini-cli"],
	["codex", "codex"],
	["cl", "claude-code"],
] as const)("%s means %s", (word, expected) => {
	expect(hostNamed(word, HOSTS).name).toBe(expected);
});

test("a name that another one begins with means itself", () => {
	expect(hostNamed("pi", named("pi", "pigeon")).name).toBe("pi");
});

test.each([
	[undefined, "Which agent? One of claude-code, codex, and gemini-cli."],
	["c", "ibid does not support an agent c. Supported: claude-code, codex, and gemini-cli."],
	["", "ibid does not support an agent . Supported: claude-code, codex, and gemini-cli."],
	["gemini-cli-2", "ibid does not support an agent gemini-cli-2."],
	["emacs", "ibid does not support an agent emacs."],
])("%p means none", (word, expected) => {
	const meaning = (): string => hostNamed(word, HOSTS).name;
	expect(meaning).toThrow(UserError);
	expect(meaning).toThrow(expected);
});

function named(...names: readonly string[]): { readonly name: string }[] {
	return names.map((name) => ({ name }));
}
