import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestHead } from "../../gateway/body.ts";
import type { RunPlan } from "../runner.ts";
import { codexRunner } from "./runner.ts";

const folders: string[] = [];

afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What a program that stands in for Codex says of itself, and what else is on the machine. */
type Machine = {
	readonly config?: object;
	readonly origins?: object;
	readonly layers?: readonly object[];
	readonly account?: object | null;
	readonly requiresOpenaiAuth?: boolean;
	readonly args?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	readonly profile?: string;
};

type Planned = { readonly plan: RunPlan; readonly home: string; readonly asked: () => readonly string[] };

const FLAGS = { name: { type: "sessionFlags" } };

async function planFor(machine: Machine = {}): Promise<Planned> {
	const { config = {}, origins = {}, layers = [FLAGS], args = ["exec", "Look."], environment = {} } = machine;
	const { account = { type: "apiKey" }, requiresOpenaiAuth = true } = machine;
	const home = mkdtempSync(join(tmpdir(), "ibid-codex-"));
	folders.push(home);
	if (machine.profile !== undefined) writeFileSync(join(home, "work.config.toml"), machine.profile);
	const [program, file] = [join(home, "codex"), join(home, "asked")];
	const said = JSON.stringify({
		initialize: {},
		"config/read": { config, origins, layers },
		"account/read": { account, requiresOpenaiAuth },
	});
	writeFileSync(
		program,
		`#!${process.execPath}
const told = [];
let text = "";
process.stdin.on("data", (more) => {
	const lines = (text + more).split("\\n");
	text = lines.pop();
	for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
		told.push(params?.cwd ?? "");
		require("fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify([...process.argv.slice(2), ...told.filter(Boolean)]));
		if (id !== undefined) console.log(JSON.stringify({ id, result: (${said})[method] }));
	}
});
`,
	);
	chmodSync(program, 0o755);
	const situation = { home, environment: { CODEX_HOME: home, ...environment }, directory: home, args, program };
	const plan = await codexRunner.plan({ ...situation, hookCommand: [] });
	return { plan, home, asked: () => JSON.parse(readFileSync(file, "utf8")) };
}

const URL = "http://127.0.0.1:1234/secret";

async function started(machine?: Machine) {
	const { plan } = await planFor(machine);
	if (plan.kind === "refused") throw new Error(plan.why);
	return { ...plan, ...plan.start([URL]) };
}

async function refusal(machine?: Machine): Promise<string> {
	const { plan } = await planFor(machine);
	return plan.kind === "refused" ? plan.why : "it starts";
}

const OURS = `openai_base_url="${URL}"`;
const MINE = { name: "Mine", base_url: "https://api.example.com/v1" };

describe("ibid run starts Codex", () => {
	test("with the address of the gateway on its command line, and OpenAI's as the upstream", async () => {
		const { args, upstreams, consents, environment } = await started();
		expect(args).toEqual(["-c", OURS, "exec", "Look."]);
		expect(upstreams).toMatchObject([{ address: "https://api.openai.com/v1", webSocket: "refuse" }]);
		expect({ consents, environment }).toEqual({ consents: [], environment: {} });
	});

	test("with the address that the user has set as the upstream", async () => {
		const { upstreams } = await started({ config: { openai_base_url: "https://gateway.example.com/openai" } });
		expect(upstreams).toMatchObject([{ address: "https://gateway.example.com/openai" }]);
	});

	test("with a provider of the user's own, of which nothing but the address changes", async () => {
		const config = { model_provider: "mine", model_providers: { mine: MINE } };
		const { args, upstreams, consents } = await started({ config, account: null, requiresOpenaiAuth: false });
		expect(args).toEqual(["-c", `model_providers.mine.base_url="${URL}"`, "exec", "Look."]);
		expect(upstreams).toMatchObject([{ address: MINE.base_url }]);
		expect(consents).toEqual([]);
	});

	test("with its own value behind each that was typed, since the last one counts", async () => {
		const typed = ["-c", "model=o", "exec", "--config=openai_base_url=https://x.example.com", "--", "-c", "a prompt"];
		const { args } = await started({ args: typed });
		const own = ["-c", OURS];
		expect(args).toEqual([...own, ...typed.slice(0, 2), ...own, ...typed.slice(2, 4), ...own, ...typed.slice(4)]);
	});

	test("with a key from a variable, but only for sessions that take it", async () => {
		const machine = { account: null, environment: { CODEX_API_KEY: "key" } };
		expect((await started(machine)).args).toHaveLength(4);
		expect(await refusal({ ...machine, args: [] })).toBe("it is not logged in");
	});

	test("after asking if requests of a subscription go to a provider of the user's own", async () => {
		const config = { model_provider: "mine", model_providers: { mine: MINE } };
		const { consents } = await started({ config, account: { type: "chatgpt" } });
		expect(consents.map(({ kind }) => kind)).toEqual(["subscription"]);
	});

	test("past a proxy on the way to the gateway, and through it on the way out, with the user's certificates", async () => {
		const environment = { ALL_PROXY: "http://proxy:1", NO_PROXY: "intern", SSL_CERT_FILE: "/ca.pem" };
		const plan = await started({ environment });
		expect(plan.environment).toEqual({ NO_PROXY: "intern,127.0.0.1", no_proxy: "intern,127.0.0.1" });
		const outgoing = { HTTPS_PROXY: "http://proxy:1", NO_PROXY: "intern", NODE_EXTRA_CA_CERTS: "/ca.pem" };
		expect(plan.upstreams[0]?.outgoing).toEqual(outgoing);
	});
});

describe("ibid run asks Codex for its settings", () => {
	test("with what was typed of them, in the folder that was typed", async () => {
		const args = ["exec", "-C", "sub", "--enable", "x", "-cmodel_provider=mine", "--json", "Look."];
		const { asked, home } = await planFor({ args });
		const flags = ["--enable", "x", "-cmodel_provider=mine", "-c", "features.plugins=false"];
		expect(asked()).toEqual([...flags, "app-server", join(home, "sub")]);
	});

	test("with what a profile says of providers, before what was typed", async () => {
		const profile = 'model = "o"\nmodel_provider = "mine"\n[model_providers.mine]\nrequest_max_retries = 0\n';
		const { asked } = await planFor({ args: ["-p", "work", "-c", "model_provider=other"], profile });
		const said = ["-c", 'model_provider="mine"', "-c", "model_providers.mine.request_max_retries=0"];
		expect(asked().slice(0, 6)).toEqual([...said, "-c", "model_provider=other"]);
	});
});

describe("ibid run does not start Codex", () => {
	const login = { account: { type: "chatgpt" } };
	const mine = (more: object, other: Machine = {}): Machine => ({
		...other,
		config: { model_provider: "mine", model_providers: { mine: { ...MINE, ...more } } },
	});
	const managed = { name: { type: "legacyManagedConfigTomlFromFile", file: "/etc/codex/managed_config.toml" } };
	const CASES: readonly (readonly [string, Machine, RegExp])[] = [
		["with a ChatGPT login", login, /^with a ChatGPT login .* hooks work there/],
		["with a login and a provider that counts as OpenAI", mine({ name: "OpenAI" }, login), /^with a ChatGPT login/],
		["without a login", { account: null }, /^it is not logged in$/],
		["with a model on this machine", { args: ["exec", "--oss", "Look."] }, /^--oss /],
		["as the screen of another program", { args: ["--remote", "ws://127.0.0.1:1"] }, /^with --remote /],
		["with a provider that has an address of its own", { config: { model_provider: "ollama" } }, /"ollama"/],
		["with a provider that signs requests", mine({ aws: { region: "x" } }), /signed/],
		["with an account that signs requests", { account: { type: "amazonBedrock" } }, /signed/],
		["with Azure by its address", mine({ base_url: "https://x.openai.azure.com/openai" }), /Azure/],
		["with Azure by its name", mine({ name: "Azure" }), /Azure/],
		[
			"with an address that an administrator has set",
			{
				config: { openai_base_url: "https://x.example.com" },
				origins: { openai_base_url: managed, model: FLAGS },
				layers: [managed, FLAGS],
			},
			/administrator/,
		],
		[
			"with a provider whose name is no part of an option",
			{ config: { model_provider: "my own", model_providers: { "my own": MINE } } },
			/"my own"/,
		],
	];

	test.each(CASES)("%s", async (_, machine, why) => {
		expect(await refusal(machine)).toMatch(why);
	});

	test("if Codex does not accept its configuration", async () => {
		const plan = await codexRunner.plan({
			...{ home: "/", environment: {}, directory: "/", args: [], program: "false", hookCommand: [] },
		});
		expect(plan).toMatchObject({ kind: "refused", why: expect.stringMatching(/^it does not say which API it uses: /) });
	});
});

describe("a request is known as Codex's", () => {
	const TURN = { session_id: "s", thread_id: "s", agent_name: "/root" };

	function head(turn: object | undefined, more: object = {}): RequestHead {
		const described = turn && { "x-codex-turn-metadata": JSON.stringify(turn) };
		const headers = { "session-id": "s", "user-agent": "codex_exec/0.166.0 (Linux) xterm", ...described, ...more };
		return { method: "POST", path: "/v1/responses", headers };
	}

	test("by the header that describes it", () => {
		expect(codexRunner.identify(head(TURN))).toEqual({ session: "s", agent: "", version: "0.166.0" });
	});

	test("with the sub-agent that it is of", () => {
		const turn = { ...TURN, thread_id: "t", agent_name: "/root/first", parent_thread_id: "s" };
		expect(codexRunner.identify(head(turn))).toEqual({ session: "s", agent: "t", version: "0.166.0" });
	});

	test("and otherwise passes untouched", () => {
		const others = [head(undefined), head({ session_id: "s" }), head(TURN, { "session-id": "other" })];
		expect(others.map(codexRunner.identify)).toEqual([undefined, undefined, undefined]);
	});
});
