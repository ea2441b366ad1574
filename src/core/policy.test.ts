import { expect, test } from "bun:test";
import { isInstructions, isSensitive } from "./policy.ts";

const file = (name: string) => ({ kind: "file", name, label: name }) as const;

test.each([".env", ".env.local", "x.pem", "X.KEY", "a.p12", "a.pfx", "a.crt", "a.cer", "a.der", "a.pk8", "id_rsa"])(
	"/project/%s may hold secrets",
	(name) => {
		expect(isSensitive(file(`/project/${name}`))).toBe(true);
	},
);

test.each([".npmrc", ".netrc", "id_ed25519"])("%s in a home folder may hold secrets", (name) => {
	expect(isSensitive(file(`/home/you/${name}`))).toBe(true);
});

test.each(["C:\\p\\.env", "C:\\p\\id_rsa", "D:\\.npmrc"])("%s may hold secrets", (name) => {
	expect(isSensitive(file(name))).toBe(true);
});

test.each(["environment.ts", "keys.ts", "monkey", "id_rsa.md", "src/.environment/a.ts"])("%s does not", (name) => {
	expect(isSensitive(file(`/project/${name}`))).toBe(false);
});

test.each([
	["cat .env", true],
	["git diff -- config/.env.local", true],
	["grep KEY= ~/.npmrc", true],
	["openssl x509 -in server.pem -text", true],
	["cat ~/.aws/credentials", true],
	["cat .env* ", true],
	["head {.env,.npmrc}", true],
	["sort <.env.* >x", true],
	["cat ~/.ssh/id_rsa* *.pem", true],
	["type C:\\p\\.env", true],
	["jq .key a.json", false],
	["grep -rn credentials src", false],
	["npm run env", false],
	["cat .environment", false],
])("a command that names such a file is treated like it: %s", (label, expected) => {
	expect(isSensitive({ kind: "command", name: label, label })).toBe(expected);
});

test("instruction files are known by their names", () => {
	const names = ["AGENTS.md", "docs/CLAUDE.md", "GEMINI.md", "skills/x/SKILL.md", "README.md", "MYAGENTS.md"];
	expect(names.map((name) => isInstructions(file(`/project/${name}`)))).toEqual([true, true, true, true, false, false]);
});
