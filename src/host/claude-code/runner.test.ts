import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RequestHead } from "../../gateway/body.ts";
import type { RunPlan } from "../runner.ts";
import { newClaudeCodeRunner } from "./runner.ts";

const folders: string[] = [];

afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "ibid-claude-"));
	folders.push(folder);
	return folder;
}

/** What a program that stands in for Claude Code says of its login, and what else is on the machine. */
type Machine = {
	readonly login?: object | string;
	/** Files by their paths from the home directory. */
	readonly files?: Readonly<Record<string, object | string>>;
	/** Files of the project. */
	readonly project?: Readonly<Record<string, object | string>>;
	/** Files of administrators. */
	readonly managed?: Readonly<Record<string, object | string>>;
	readonly args?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
};

type Planned = { readonly plan: RunPlan; readonly home: string; readonly asked: () => string };

const KEY = { loggedIn: true, authMethod: "api_key", apiProvider: "firstParty" };
const LOGIN = { loggedIn: true, authMethod: "claude.ai", apiProvider: "firstParty", subscriptionType: "max" };
const HOOK = ["/node", "/ibid/cli.js", "hook", "claude-code"];
const USER = ".claude/settings.json";

async function planFor(machine: Machine = {}): Promise<Planned> {
	const { login = KEY, args = ["-p", "Look."], environment = {} } = machine;
	const [home, project, managed] = [newFolder(), newFolder(), newFolder()];
	for (const [folder, files = {}] of [[home, machine.files] as const, [project, machine.project] as const])
		write(folder, files);
	write(managed, machine.managed ?? {});
	const [program, file] = [join(home, "claude"), join(home, "asked")];
	const said = typeof login === "string" ? login : JSON.stringify(login);
	writeFileSync(program, `#!/bin/sh\necho "$PWD: $*" > ${file}\necho '${said}'\n`);
	chmodSync(program, 0o755);
	const situation = { home, environment, directory: project, args, program, hookCommand: HOOK };
	const plan = await newClaudeCodeRunner([managed]).plan(situation);
	return { plan, home, asked: () => readFileSync(file, "utf8").replace(project, "project").trim() };
}

function write(folder: string, files: Readonly<Record<string, object | string>>): void {
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
	}
}

const URL = "http://127.0.0.1:1234/secret";

async function started(machine?: Machine) {
	const { plan } = await planFor(machine);
	if (plan.kind === "refused") throw new Error(plan.why);
	const start = plan.start([URL]);
	const settings = start.args[0] === "--settings" ? JSON.parse(start.args[1] ?? "") : undefined;
	return { ...plan, ...start, settings };
}

async function refusal(machine?: Machine): Promise<string> {
	const { plan } = await planFor(machine);
	return plan.kind === "refused" ? plan.why : "it starts";
}

const GUARD = {
	matcher: "Write|Edit|MultiEdit|NotebookEdit|Bash",
	hooks: [{ type: "command", command: "/node", args: ["/ibid/cli.js", "hook", "claude-code"], timeout: 5 }],
};

describe("ibid run starts Claude Code", () => {
	test("with the address of the gateway in its environment, and the vendor's as the upstream", async () => {
		const { environment, upstreams } = await started();
		expect(environment).toEqual({ ANTHROPIC_BASE_URL: URL });
		expect(upstreams).toMatchObject([{ address: "https://api.anthropic.com" }]);
	});

	test("with a hook that guards writes as its only hook", async () => {
		const { args, settings } = await started();
		expect(settings).toEqual({ hooks: { PreToolUse: [GUARD] } });
		expect(args.slice(2)).toEqual(["-p", "Look."]);
	});

	test("without a hook of its own where ibid's plugin guards writes", async () => {
		const files = await pluginFiles();
		expect((await started({ files })).args).toEqual(["-p", "Look."]);
		const guarded = { hooks: { PreToolUse: [GUARD] } };
		const without = ["--setting-sources", "project", "-p", "Look."];
		expect((await started({ files, args: without })).settings).toEqual(guarded);
		const project = { [USER]: { enabledPlugins: { "ibid@ibid": false } } };
		expect((await started({ files, project })).settings).toEqual(guarded);
	});

	test("with the address in the environment as the upstream", async () => {
		const { upstreams } = await started({ environment: { ANTHROPIC_BASE_URL: "https://gateway.example.com/a" } });
		expect(upstreams).toMatchObject([{ address: "https://gateway.example.com/a" }]);
	});

	test("with the address in the user's settings as the upstream, which only other settings overrule", async () => {
		const files = { [USER]: { env: { ANTHROPIC_BASE_URL: "https://gateway.example.com" } } };
		const environment = { ANTHROPIC_BASE_URL: "https://other.example.com" };
		const { upstreams, settings } = await started({ files, environment });
		expect(upstreams).toMatchObject([{ address: "https://gateway.example.com" }]);
		expect(settings.env).toEqual({ ANTHROPIC_BASE_URL: URL });
	});

	test("with the address in settings that the user has typed as the upstream, and the rest of these", async () => {
		const hook = { matcher: "Read", hooks: [] };
		const typed = { env: { ANTHROPIC_BASE_URL: "https://typed.example.com", A: 1 }, hooks: { PreToolUse: [hook] } };
		const args = ["--settings={}", "-p", "--settings", JSON.stringify(typed), "--", "--settings", "x"];
		const { upstreams, settings, ...start } = await started({ args });
		expect(upstreams).toMatchObject([{ address: "https://typed.example.com" }]);
		expect(settings).toEqual({ env: { ANTHROPIC_BASE_URL: URL, A: "1" }, hooks: { PreToolUse: [hook, GUARD] } });
		expect(start.args.slice(2)).toEqual(["-p", "--", "--settings", "x"]);
	});

	test("with settings in a file that was typed", async () => {
		const project = { "own.json": { env: { ANTHROPIC_BASE_URL: "https://typed.example.com" }, model: "o" } };
		const { upstreams, settings } = await started({ project, args: ["--settings", "own.json"] });
		expect(upstreams).toMatchObject([{ address: "https://typed.example.com" }]);
		expect(settings.model).toBe("o");
	});

	test("past the user's settings where these do not count", async () => {
		const files = { [USER]: { env: { ANTHROPIC_BASE_URL: "https://gateway.example.com" } } };
		for (const args of [["--restricted"], ["--setting-sources=project,local"]])
			expect((await started({ files, args })).upstreams).toMatchObject([{ address: "https://api.anthropic.com" }]);
	});

	test("past a proxy on the way to the gateway, and through it on the way out, with the user's certificates", async () => {
		const files = { [USER]: { env: { NO_PROXY: "intern", SSL_CERT_FILE: "/ca.pem" } } };
		const plan = await started({ files, environment: { HTTP_PROXY: "http://proxy:1" } });
		const past = "intern,127.0.0.1";
		expect(plan.environment).toEqual({ ANTHROPIC_BASE_URL: URL, NO_PROXY: past, no_proxy: past });
		expect(plan.settings.env).toEqual({ NO_PROXY: past });
		const outgoing = { HTTPS_PROXY: "http://proxy:1", NO_PROXY: "intern", NODE_EXTRA_CA_CERTS: "/ca.pem" };
		expect(plan.upstreams[0]?.outgoing).toEqual(outgoing);
	});

	test("saying what the cache costs, unless the user's own address costs that anyway", async () => {
		expect((await started()).notices).toHaveLength(1);
		expect((await started({ environment: { ANTHROPIC_BASE_URL: "https://api.anthropic.com/" } })).notices).toHaveLength(
			1,
		);
		expect((await started({ environment: { ANTHROPIC_BASE_URL: "https://a.example.com" } })).notices).toEqual([]);
	});

	test("never with a variable that brings the mark of a body back, or drops it", async () => {
		const { environment, settings } = await started({ login: LOGIN });
		expect(JSON.stringify([environment, settings])).not.toMatch(/ASSUME_FIRST_PARTY|ATTRIBUTION_HEADER/);
	});
});

describe("ibid run knows whether writes are guarded in Claude Code", () => {
	const off = { disableAllHooks: true };
	const typed = (settings: object): readonly string[] => ["--settings", JSON.stringify(settings)];
	const CASES: readonly (readonly [string, Machine, boolean])[] = [
		["by its own hook", {}, true],
		["not if the user has switched hooks off", { files: { [USER]: off } }, false],
		["not if the project has", { project: { [USER]: off } }, false],
		["not if it was typed", { args: typed(off) }, false],
		["if what was typed says otherwise", { files: { [USER]: off }, args: typed({ disableAllHooks: false }) }, true],
		["if the user's settings do not count", { files: { [USER]: off }, args: ["--restricted"] }, true],
		["not without hooks at all", { args: ["--bare"] }, false],
		["not without hooks by a variable", { environment: { CLAUDE_CODE_SIMPLE: "1" } }, false],
	];

	test.each(CASES)("%s", async (_, machine, isGuarded) => {
		expect((await started(machine)).isGuarded).toBe(isGuarded);
	});
});

describe("ibid run asks before it starts Claude Code", () => {
	const CASES: readonly (readonly [string, Machine, readonly string[]])[] = [
		["with a key", {}, ["unmanaged"]],
		["with a token", { login: { ...KEY, authMethod: "oauth_token" } }, ["unmanaged"]],
		[
			"with the token of a subscription",
			{ login: { ...KEY, authMethod: "oauth_token" }, environment: { CLAUDE_CODE_OAUTH_TOKEN: "token" } },
			["unmanaged", "subscription"],
		],
		["with a personal subscription", { login: LOGIN }, ["subscription"]],
		["with a login that does not tell", { login: { ...LOGIN, subscriptionType: null } }, ["unmanaged", "subscription"]],
	];

	test.each(CASES)("%s", async (_, machine, kinds) => {
		expect((await started(machine)).consents.map(({ kind }): string => kind)).toEqual([...kinds]);
	});
});

describe("ibid run asks Claude Code how it is logged in", () => {
	test("with what was typed of its settings, where it will run", async () => {
		const args = ["-p", "--settings", "{}", "--setting-sources=user", "--restricted", "Look."];
		const { asked } = await planFor({ args });
		expect(asked()).toBe("project: --settings {} --setting-sources user --restricted auth status");
	});
});

describe("ibid run does not start Claude Code", () => {
	const organisation = (subscriptionType: string) => ({ login: { ...LOGIN, subscriptionType } });
	const CASES: readonly (readonly [string, Machine, RegExp])[] = [
		["with an administrator's settings", { managed: { "managed-settings.json": "{}" } }, /managed-settings.json shows/],
		["with more of them", { managed: { "managed-settings.d/a.json": "{}" } }, /managed-settings.d\/a.json shows/],
		["with settings that were sent", { files: { ".claude/remote-settings.json": { a: 1 } } }, /remote-settings.json/],
		[
			"with limits that were sent",
			{ files: { ".claude/policy-limits.json": { restrictions: { a: { allowed: false } } } } },
			/policy-limits.json/,
		],
		["with half a file of limits", { files: { ".claude/policy-limits.json": '{ "rest' } }, /policy-limits.json/],
		["with the login of a team", organisation("team"), /its team plan shows/],
		["with the login of an enterprise", organisation("enterprise"), /its enterprise plan shows/],
		[
			"with such a login beside a key",
			{ files: { ".claude/.credentials.json": { claudeAiOauth: { subscriptionType: "team" } } } },
			/.credentials.json shows/,
		],
		[
			"with the account of an organisation",
			{ files: { ".claude.json": { oauthAccount: { organizationType: "claude_enterprise" } } } },
			/.claude.json shows/,
		],
		["without a login", { login: { ...KEY, loggedIn: false } }, /^it is not logged in$/],
		["with Bedrock or Vertex", { login: { ...KEY, apiProvider: "bedrock" } }, /^its API is bedrock/],
		["if it does not say how it is logged in", { login: "2.1.325 (Claude Code)" }, /does not say how it is logged in/],
		["over a socket", { environment: { ANTHROPIC_UNIX_SOCKET: "/s" } }, /^with ANTHROPIC_UNIX_SOCKET/],
		["with a certificate of its own", { environment: { CLAUDE_CODE_CLIENT_CERT: "/c" } }, /^with CLAUDE_CODE_CLIENT/],
		["in the background", { args: ["--bg", "Look."] }, /in another process/],
		["as the list of what is there", { args: ["agents"] }, /in another process/],
		["with settings that cannot be read", { args: ["--settings", "none.json"] }, /^its --settings cannot be read/],
		[
			"where a project says how its API is reached",
			{ project: { [USER]: { env: { https_proxy: "http://proxy:1" } } } },
			/settings.json says how its API is reached/,
		],
	];

	test.each(CASES)("%s", async (_, machine, why) => {
		expect(await refusal(machine)).toMatch(why);
	});

	test("in a home whose files show nothing of the kind it starts", async () => {
		const files = {
			".claude/remote-settings.json": "{}",
			".claude/policy-limits.json": '{\n  "restrictions": {}\n}',
			".claude/.credentials.json": { claudeAiOauth: { subscriptionType: "max" } },
			".claude.json": { oauthAccount: { organizationType: "claude_max" } },
		};
		expect(await refusal({ files })).toBe("it starts");
	});
});

describe("a request is known as Claude Code's", () => {
	const SIGNS = { "user-agent": "claude-cli/2.1.325 (external, sdk-cli)", "x-claude-code-session-id": "s" };

	function head(headers: RequestHead["headers"]): RequestHead {
		return { method: "POST", path: "/v1/messages?beta=true", headers };
	}
	const { identify } = newClaudeCodeRunner();

	test("by its headers", () => {
		expect(identify(head(SIGNS))).toEqual({ session: "s", agent: "", version: "2.1.325" });
	});

	test("with the sub-agent that it is of", () => {
		const owner = { session: "s", agent: "a", version: "2.1.325" };
		expect(identify(head({ ...SIGNS, "x-claude-code-agent-id": "a" }))).toEqual(owner);
	});

	test("and otherwise passes untouched", () => {
		const others = [{ ...SIGNS, "user-agent": "curl/8" }, { "user-agent": SIGNS["user-agent"] }, {}];
		expect(others.map((headers) => identify(head(headers)))).toEqual([undefined, undefined, undefined]);
	});
});

/** The files of a home in which Claude Code has ibid's plugin. */
async function pluginFiles(): Promise<Record<string, object>> {
	const market = newFolder();
	const [node, script] = [process.execPath, import.meta.filename];
	write(market, {
		"ibid/hooks/hooks.json": {},
		"ibid/.mcp.json": { mcpServers: { ibid: { command: node, args: [script, "serve", "claude-code"] } } },
	});
	return {
		[USER]: {
			enabledPlugins: { "ibid@ibid": true },
			extraKnownMarketplaces: { ibid: { source: { source: "directory", path: market } } },
		},
		".claude/plugins/known_marketplaces.json": { ibid: { installLocation: market } },
		".claude/plugins/installed_plugins.json": { plugins: { "ibid@ibid": [] } },
	};
}
