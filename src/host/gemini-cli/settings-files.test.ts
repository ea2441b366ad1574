import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTrusted, takesAway } from "./settings-files.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-trust-"));
afterAll(() => rmSync(base, { recursive: true }));

const TRUSTING = { mcpServers: { ibid: { command: "ibid", trust: true } } };
const WITHOUT = { tools: { exclude: ["mcp_ibid_text"] } };
const ALLOWING = `# The words of ibid.
[[rule]]
mcpName = "ibid"
toolName = "text"
decision = "allow"
priority = 999
`;

/** What stands on a machine: settings as they are or as text, and policies by their names. */
type Machine = {
	readonly own?: object | string;
	readonly project?: object | string;
	readonly policies?: Readonly<Record<string, string>>;
	readonly everybodys?: string;
	/** Settings of the whole machine, by their names; and where the environment says that they are. */
	readonly common?: Readonly<Record<string, object>>;
	readonly named?: string;
};

function isTrustedOn(on: Machine): boolean {
	const { own = TRUSTING, project, policies = { "ibid.toml": ALLOWING }, everybodys, common = {}, named } = on;
	const folder = mkdtempSync(join(base, "machine-"));
	const put = (path: string, text: string): void => {
		mkdirSync(join(folder, path, ".."), { recursive: true });
		writeFileSync(join(folder, path), text);
	};
	const told = (settings: object | string): string =>
		typeof settings === "string" ? settings : JSON.stringify(settings);
	put("home/.gemini/settings.json", told(own));
	if (project !== undefined) put("project/.gemini/settings.json", told(project));
	for (const [name, text] of Object.entries(policies)) put(`home/.gemini/policies/${name}`, text);
	if (everybodys !== undefined) put("machine/policies/all.toml", everybodys);
	for (const [name, settings] of Object.entries(common)) put(name, told(settings));
	const environment = named === undefined ? {} : { GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(folder, named) };
	const around = { home: join(folder, "home"), project: join(folder, "project"), environment };
	return isTrusted(around, join(folder, "machine"));
}

const DENYING = '[[rule]]\ntoolName = "run_shell_command"\ndecision = "deny"\n';

describe("our tool is trusted by", () => {
	test.each<[string, Machine]>([
		["settings and a policy that say so", {}],
		["settings with comments", { own: `// Mine.\n{ "mcpServers": { "ibid": { "trust": true, }, }, }` }],
		["the user, though the project has settings too", { project: { tools: { exclude: ["web_fetch"] } } }],
		["the user, though other tools are left out", { own: { ...TRUSTING, excludeTools: ["run_shell_command"] } }],
		["the user, though a tool of a like name is left out", { own: { ...TRUSTING, excludeTools: ["text_to_speech"] } }],
		[
			"the user, though settings that do not count leave it out",
			{ common: { "machine/settings.json": WITHOUT }, named: "x" },
		],
		["the user, though policies are about other tools", { policies: { "ibid.toml": ALLOWING, "my.toml": DENYING } }],
	])("%s", (_, machine) => expect(isTrustedOn(machine)).toBe(true));
});

describe("our tool is not trusted", () => {
	const server = (more: object): Machine => ({ own: { mcpServers: { ibid: { command: "ibid", ...more } } } });
	test.each<[string, Machine]>([
		["if nothing says so", { own: {}, policies: {} }],
		["by settings alone, which do not count while the model plans", { policies: {} }],
		["by a policy alone", server({})],
		["by half a word", server({ trust: "true" })],
		["if the server does without it", server({ trust: true, excludeTools: ["text"] })],
		["if the server has others only", server({ trust: true, includeTools: ["other"] })],
		["by the project alone", { own: {}, project: TRUSTING }],
		["if the user leaves it out", { own: { ...TRUSTING, excludeTools: ["mcp_ibid_text"] } }],
		["if the user leaves all servers out", { own: { ...TRUSTING, tools: { exclude: ["mcp_*"] } } }],
		["if the user leaves everything out", { own: { ...TRUSTING, excludeTools: ["*"] } }],
		["if the user leaves it out by its bare name", { own: { ...TRUSTING, excludeTools: ["text"] } }],
		["if the user leaves it out as the server's", { own: { ...TRUSTING, tools: { exclude: ["MCP(ibid)"] } } }],
		["if other policies take the place of the user's", { own: { ...TRUSTING, policyPaths: ["strict.toml"] } }],
		["if the project brings policies of its own", { project: { policyPaths: [] } }],
		["if those who look after the machine bring theirs", { own: { ...TRUSTING, adminPolicyPaths: ["all.toml"] } }],
		["if the project leaves it out", { project: { tools: { exclude: ["mcp_ibid_text"] } } }],
		["if the project's settings are none", { project: "{" }],
		["if the user's settings are none", { own: "trust" }],
		["if a policy is about servers", { policies: { "a.toml": ALLOWING, "b.toml": 'mcpName = "*"' } }],
		["if a policy is about everything", { policies: { "a.toml": ALLOWING, "b.toml": 'toolName = "*"' } }],
		["if a policy of the machine is about servers", { everybodys: 'mcpName = "ibid"' }],
		["if settings of the machine leave it out", { common: { "machine/settings.json": WITHOUT } }],
		["if defaults of the machine leave it out", { common: { "machine/system-defaults.json": WITHOUT } }],
		["if settings elsewhere leave it out", { common: { "all/settings.json": WITHOUT }, named: "all/settings.json" }],
		["if our policy says no", { policies: { "a.toml": ALLOWING.replace("allow", "deny") } }],
		["if our policy asks", { policies: { "a.toml": ALLOWING.replace("allow", "ask_user") } }],
		["if our policy has another weight", { policies: { "a.toml": ALLOWING.replace("999", "1") } }],
		["if our policy says more", { policies: { "a.toml": `${ALLOWING}\n[[rule]]\nmcpName = "ibid"\n` } }],
		["if our policy holds in some modes only", { policies: { "a.toml": `${ALLOWING}modes = ["default"]\n` } }],
	])("%s", (_, machine) => expect(isTrustedOn(machine)).toBe(false));
});

test.each([
	["gemini", false],
	["node /usr/bin/gemini --model gemini-2.5-pro --prompt Go.", false],
	["gemini --approval-mode plan", false],
	["gemini --policy strict.toml", true],
	["gemini --policy=strict.toml --yolo", true],
	["gemini --admin-policy all.toml", true],
	["gemini --exclude-tools text", true],
	["gemini --policyholder", false],
])("a host that was started as %j may lack our tool: %p", (words, expected) => {
	expect(takesAway(words)).toBe(expected);
});
