import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RequestHead } from "../../gateway/body.ts";
import type { RunPlan } from "../runner.ts";
import { openCodeRunner } from "./runner.ts";

const folders: string[] = [];

afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

type Api = { readonly url?: string; readonly npm: string };

/** What a program that stands in for OpenCode says of itself, and what else is on the machine. */
type Machine = {
	/** The APIs of each provider's models, and its own settings. */
	readonly providers?: Readonly<Record<string, readonly Api[]>>;
	readonly options?: Readonly<Record<string, object>>;
	readonly model?: string;
	readonly args?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	readonly logins?: Readonly<Record<string, { readonly type: string }>>;
};

type Planned = { readonly plan: RunPlan; readonly home: string; readonly asked: () => Asked };
type Asked = { readonly folder: string; readonly without: number; readonly user: string | null };

const ANTHROPIC: Api = { npm: "@ai-sdk/anthropic" };
const OTHER: Api = { url: "https://api.example.com/v1/", npm: "@ai-sdk/openai-compatible" };

async function planFor(machine: Machine = {}): Promise<Planned> {
	const { providers = { anthropic: [ANTHROPIC] }, options = {}, model, args = ["run", "Look."] } = machine;
	const home = mkdtempSync(join(tmpdir(), "ibid-opencode-"));
	folders.push(home);
	const [program, file, logins] = ["opencode", "asked", ".local/share/opencode/auth.json"].map((name) =>
		join(home, name),
	) as [string, string, string];
	mkdirSync(dirname(logins), { recursive: true });
	mkdirSync(join(home, "sub"));
	if (machine.logins) writeFileSync(logins, JSON.stringify(machine.logins));
	const listed = Object.entries(providers).map(([id, apis]) => {
		const models = apis.map((api, index) => [`m${index}`, { api: { url: "", ...api } }]);
		return { id, key: "secret", options: options[id] ?? {}, models: Object.fromEntries(models) };
	});
	writeFileSync(
		program,
		`#!${process.execPath}
const port = process.argv[process.argv.indexOf("--port") + 1];
const said = { "/config/providers": { providers: ${JSON.stringify(listed)} }, "/config": ${JSON.stringify({ model })} };
const { OPENCODE_SERVER_USERNAME: user, OPENCODE_SERVER_PASSWORD: password } = process.env;
Bun.serve({ port, hostname: "127.0.0.1", fetch(request) {
	const isOurs = request.headers.get("authorization") === "Basic " + btoa(user + ":" + password);
	return isOurs && password ? Response.json(said[new URL(request.url).pathname]) : new Response("", { status: 401 });
} });
require("fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify({ folder: process.cwd(), args: process.argv.slice(2) }));
console.log("opencode server listening on http://127.0.0.1:" + port);
`,
	);
	chmodSync(program, 0o755);
	const situation = { home, environment: { ...machine.environment }, directory: home, args, program };
	const plan = await openCodeRunner.plan({ ...situation, hookCommand: [] });
	return { plan, home, asked: () => JSON.parse(readFileSync(file, "utf8")) };
}

async function started(machine?: Machine) {
	const { plan } = await planFor(machine);
	if (plan.kind === "refused") throw new Error(plan.why);
	const urls = plan.upstreams.map((_, index) => `http://127.0.0.1:${index + 1}/secret`);
	const { args, environment } = plan.start(urls);
	const { OPENCODE_CONFIG_CONTENT: settings = "", ...others } = environment;
	return { ...plan, args, others, settings: JSON.parse(settings) };
}

async function refusal(machine?: Machine): Promise<string> {
	const { plan } = await planFor(machine);
	return plan.kind === "refused" ? plan.why : "it starts";
}

/** Settings in which each provider has this address. */
function addresses(providers: Readonly<Record<string, string>>): object {
	const entries = Object.entries(providers).map(([id, baseURL]) => [id, { options: { baseURL } }]);
	return { provider: Object.fromEntries(entries) };
}

describe("ibid run starts OpenCode", () => {
	test("with the addresses of gateways in its settings, one for each host, and the paths as they were", async () => {
		const providers = { anthropic: [ANTHROPIC, ANTHROPIC], example: [OTHER], also: [OTHER] };
		const { args, upstreams, consents, notices, settings, others } = await started({ providers });
		expect(args).toEqual(["run", "Look."]);
		expect(upstreams).toEqual([{ address: "https://api.anthropic.com" }, { address: "https://api.example.com" }]);
		const [first, second] = ["http://127.0.0.1:1/secret/v1", "http://127.0.0.1:2/secret/v1"] as const;
		expect(settings).toEqual(addresses({ anthropic: first, example: second, also: second }));
		expect({ consents, notices, others }).toEqual({ consents: [], notices: [], others: {} });
	});

	test.each([
		["in its settings", { options: { anthropic: { baseURL: "https://own.example.com/claude/v1" } } }],
		["in a variable", { environment: { ANTHROPIC_BASE_URL: "https://own.example.com/claude/v1" } }],
	])("with the address that the user has set %s as the upstream", async (_, machine) => {
		const { upstreams, settings } = await started(machine);
		expect(upstreams).toEqual([{ address: "https://own.example.com" }]);
		expect(settings).toEqual(addresses({ anthropic: "http://127.0.0.1:1/secret/claude/v1" }));
	});

	test("with the user's own settings in the same variable", async () => {
		const own = `{
			// Settings may have comments.
			"theme": "{env:THEME}",
			"provider": { "anthropic": { "name": "Mine", "options": { "baseURL": "https://x", "timeout": 7 } }, "b": {} },
		}`;
		const { settings } = await started({ environment: { OPENCODE_CONFIG_CONTENT: own } });
		const options = { baseURL: "http://127.0.0.1:1/secret/v1", timeout: 7 };
		expect(settings).toEqual({
			theme: "{env:THEME}",
			provider: { anthropic: { name: "Mine", options }, b: { options: {} } },
		});
	});

	test("past a proxy on the way to the gateway", async () => {
		const { others } = await started({ environment: { HTTP_PROXY: "http://proxy:1" } });
		expect(others).toEqual({ NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" });
	});

	test("and says which providers it cannot be between", async () => {
		const providers = { bedrock: [{ npm: "@ai-sdk/amazon-bedrock" }], anthropic: [ANTHROPIC] };
		const { notices, upstreams } = await started({ providers });
		expect(upstreams).toHaveLength(1);
		expect(notices).toEqual([expect.stringMatching(/^requests to bedrock pass without ibid: they are signed/)]);
	});

	test("after asking if requests go with a login", async () => {
		const logins = { anthropic: { type: "oauth" }, example: { type: "api" } };
		const { consents } = await started({ providers: { anthropic: [ANTHROPIC], example: [OTHER] }, logins });
		expect(consents).toMatchObject([{ kind: "subscription", words: expect.stringContaining("login at anthropic:") }]);
		const variable = JSON.stringify({ example: { type: "oauth" } });
		const more = await started({ environment: { OPENCODE_AUTH_CONTENT: variable }, logins });
		expect(more.consents).toEqual([]);
	});
});

describe("ibid run asks OpenCode which APIs it uses", () => {
	test.each([
		["in the folder", [], ""],
		["in a folder that was typed", ["sub", "-m", "anthropic/m0"], "sub"],
		["in a folder that was typed as an option", ["run", "--dir=sub", "Look."], "sub"],
		["in the folder, if what was typed belongs to an option", ["--agent", "sub", "--port", "7"], ""],
	])("%s", async (_, args, folder) => {
		const { asked, home } = await planFor({ args });
		expect(asked().folder).toBe(join(home, folder));
	});
});

describe("ibid run does not start OpenCode", () => {
	const signed = { bedrock: [{ npm: "@ai-sdk/amazon-bedrock" }] };
	const two = { two: [OTHER, { ...OTHER, url: "https://api.example.com/v2" }] };
	const openai = { openai: [{ npm: "@ai-sdk/openai" }], anthropic: [ANTHROPIC] };
	const login = { openai: { type: "oauth" } };
	const CASES: readonly (readonly [string, Machine, RegExp])[] = [
		["with a provider that signs requests", { providers: signed }, /signed.*ibid install opencode$/],
		["with a provider of many addresses", { providers: two }, /different addresses/],
		["with a provider of no address", { providers: { a: [{ npm: "@ai-sdk/openai-compatible" }] } }, /where they go/],
		[
			"with a variable in the address",
			{ providers: { a: [{ ...OTHER, url: "https://$" + "{A}.b/v1" }] } },
			/variables/,
		],
		["with an address that is not safe", { providers: { a: [{ ...OTHER, url: "http://10.0.0.1/v1" }] } }, /https/],
		["with a provider that looks at addresses", { providers: { "cloudflare-ai-gateway": [ANTHROPIC] } }, /cloudflare/],
		["without a provider", { providers: {} }, /^it has no provider$/],
		["with a model of a ChatGPT login", { providers: openai, logins: login, model: "openai/gpt-5" }, /ChatGPT login/],
		["with such a model as typed", { providers: openai, logins: login, args: ["-m", "openai/gpt-5"] }, /ChatGPT login/],
		[
			"with settings that it would not take",
			{ environment: { OPENCODE_CONFIG_CONTENT: "[" } },
			/OPENCODE_CONFIG_CONTENT/,
		],
		["attached to a server", { args: ["run", "--attach", "http://127.0.0.1:4096", "Look."] }, /attached/],
		["to attach it", { args: ["attach", "http://127.0.0.1:4096"] }, /attached/],
		["as a server", { args: ["serve"] }, /^with serve /],
	];

	test.each(CASES)("%s", async (_, machine, why) => {
		expect(await refusal(machine)).toMatch(why);
	});

	test("with another model than that of the login, it does", async () => {
		expect((await started({ providers: openai, logins: login, model: "anthropic/m0" })).upstreams).toHaveLength(1);
	});

	test("if it does not say which APIs it uses", async () => {
		const situation = { home: "/", environment: {}, directory: "/", args: [], program: "false", hookCommand: [] };
		const why = expect.stringMatching(/^it does not say which APIs it uses: it ended with 1/);
		expect(await openCodeRunner.plan(situation)).toMatchObject({ kind: "refused", why });
	});
});

describe("a request is known as OpenCode's", () => {
	function head(headers: RequestHead["headers"]): RequestHead {
		return { method: "POST", path: "/v1/messages", headers };
	}

	test.each(["x-session-id", "x-opencode-session"])("by its name and its session in %s", (name) => {
		const headers = { "user-agent": "opencode/1.18.33 ai-sdk/5", [name]: "ses_1" };
		expect(openCodeRunner.identify(head(headers))).toEqual({ session: "ses_1", agent: "", version: "1.18.33" });
	});

	test("and otherwise passes untouched", () => {
		const others = [{ "user-agent": "opencode/1.18.33" }, { "x-session-id": "s", "user-agent": "curl/8.0.0" }];
		expect(others.map((each) => openCodeRunner.identify(head(each)))).toEqual([undefined, undefined]);
	});
});
