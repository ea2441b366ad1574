import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RequestHead } from "../../gateway/body.ts";
import type { RunPlan } from "../runner.ts";
import { piRunner } from "./runner.ts";
import { GATEWAYS } from "./through-gateways.ts";

const folders: string[] = [];

afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

type Model = { readonly provider: string; readonly api: string; readonly baseUrl?: string };

/** What a program that stands in for pi says of itself, and what else is on the machine. */
type Machine = {
	readonly models?: readonly Model[];
	readonly provider?: string;
	readonly args?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	/** Files in pi's folder. */
	readonly files?: Readonly<Record<string, object>>;
	readonly built?: string;
};

type Planned = { readonly plan: RunPlan; readonly asked: () => readonly string[] };

const CLAUDE: Model = { provider: "anthropic", api: "anthropic-messages", baseUrl: "https://api.anthropic.com" };
const OTHER: Model = { provider: "other", api: "openai-completions", baseUrl: "https://api.example.com/v1" };

async function planFor(machine: Machine = {}): Promise<Planned> {
	const { models = [CLAUDE], provider, args = ["-p", "Look."], environment = {}, files = {}, built } = machine;
	const home = mkdtempSync(join(tmpdir(), "ibid-pi-run-"));
	folders.push(home);
	for (const [name, content] of Object.entries(files)) {
		const file = join(home, ".pi", "agent", name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify(content));
	}
	const [program, file] = [join(home, "pi"), join(home, "asked")];
	const state = { model: provider === undefined ? null : { provider } };
	writeFileSync(
		program,
		`#!${process.execPath}
require("fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.argv.slice(2)));
const said = ${JSON.stringify({ get_available_models: { models }, get_state: state })};
console.log("Something else.");
let text = "";
process.stdin.on("data", (more) => {
	const lines = (text + more).split("\\n");
	text = lines.pop();
	for (const { id, type } of lines.map((line) => JSON.parse(line)))
		console.log(JSON.stringify({ type: "response", id, success: true, data: said[type] }));
});
`,
	);
	chmodSync(program, 0o755);
	const situation = { home, environment, directory: home, args, program, hookCommand: [], built };
	return { plan: await piRunner.plan(situation), asked: () => JSON.parse(readFileSync(file, "utf8")) };
}

async function started(machine?: Machine) {
	const { plan } = await planFor(machine);
	if (plan.kind === "refused") throw new Error(plan.why);
	const { args, environment } = plan.start(plan.upstreams.map((_, index) => `http://127.0.0.1:${index + 1}/secret`));
	const { [GATEWAYS]: gateways = "", ...others } = environment;
	return { ...plan, args, others, gateways: JSON.parse(gateways) };
}

async function refusal(machine?: Machine): Promise<string> {
	const { plan } = await planFor(machine);
	return plan.kind === "refused" ? plan.why : "it starts";
}

describe("ibid run starts pi", () => {
	test("with an extension before what was typed, and gateways for each provider", async () => {
		const third = { ...OTHER, provider: "third", baseUrl: "https://api.example.com/v2" };
		const { args, upstreams, gateways, others, consents, notices } = await started({ models: [CLAUDE, OTHER, third] });
		const [option, extension = "", ...rest] = args;
		expect([option, existsSync(extension), ...rest]).toEqual(["-e", true, "-p", "Look."]);
		expect(upstreams.map(({ address }) => address)).toEqual(["https://api.anthropic.com", "https://api.example.com"]);
		const [first, second] = ["http://127.0.0.1:1/secret", "http://127.0.0.1:2/secret"];
		expect(gateways).toEqual({
			anthropic: { address: "https://api.anthropic.com", gateway: first },
			other: { address: "https://api.example.com/v1", gateway: second },
			third: { address: "https://api.example.com/v2", gateway: second },
		});
		expect({ others, consents, notices }).toEqual({ others: {}, consents: [], notices: [] });
	});

	test("with the extension that was built, where ibid was", async () => {
		expect((await started({ built: "/built" })).args[1]).toBe("/built/pi/through-gateways.js");
	});

	test("and says which providers it cannot be between", async () => {
		const { notices } = await started({ models: [CLAUDE, { ...OTHER, api: "bedrock-converse-stream" }] });
		expect(notices).toEqual([expect.stringMatching(/^requests to other pass without ibid: they are signed/)]);
	});

	test("past the proxy in its settings on the way to the gateway, and through it on the way out", async () => {
		const files = { "settings.json": { httpProxy: "http://proxy:1" } };
		const { others, upstreams } = await started({ files, environment: { NO_PROXY: "intern" } });
		expect(others).toEqual({ NO_PROXY: "intern,127.0.0.1", no_proxy: "intern,127.0.0.1" });
		expect(upstreams[0]?.outgoing).toMatchObject({ HTTPS_PROXY: "http://proxy:1", NO_PROXY: "intern" });
		const own = await started({ files, environment: { HTTPS_PROXY: "http://own:1" } });
		expect(own.upstreams[0]?.outgoing).toMatchObject({ HTTPS_PROXY: "http://own:1" });
	});
});

test("ibid run asks pi with what was typed of models and extensions", async () => {
	const args = ["-e", "a.ts", "--model", "o", "--tools", "read", "-ne", "--session", "s", "--", "-a"];
	const { asked } = await planFor({ args });
	expect(asked()).toEqual(["--mode", "rpc", "--no-session", "-e", "a.ts", "--model", "o", "-ne"]);
});

describe("ibid run does not start pi", () => {
	const CASES: readonly (readonly [string, Machine, RegExp])[] = [
		[
			"with a provider that signs requests",
			{ models: [{ ...OTHER, api: "google-vertex" }] },
			/signed.*ibid install pi$/,
		],
		["with a login", { files: { "auth.json": { anthropic: { type: "oauth" } } } }, /they go with a login/],
		["with many addresses", { models: [OTHER, { ...OTHER, baseUrl: "https://b.example.com" }] }, /different addresses/],
		["with a variable in the address", { models: [{ ...OTHER, baseUrl: "https://{A}.b/v1" }] }, /variables/],
		["with an address that is not safe", { models: [{ ...OTHER, baseUrl: "http://10.0.0.1" }] }, /https/],
		["without an address", { models: [{ provider: "a", api: OTHER.api }] }, /must begin with/],
		["without a model", { models: [] }, /^it has no model$/],
		[
			"with a model of another provider than it can be before",
			{ models: [CLAUDE, { ...OTHER, api: "x" }], provider: "other" },
			/^requests to other pass/,
		],
		["for a command without a model", { args: ["install", "npm:x"] }, /^pi install asks no model$/],
	];

	test.each(CASES)("%s", async (_, machine, why) => {
		expect(await refusal(machine)).toMatch(why);
	});

	test("of a provider with a login, it does for a model of another", async () => {
		const files = { "auth.json": { anthropic: { type: "oauth" }, other: { type: "api_key" } } };
		expect((await started({ models: [CLAUDE, OTHER], provider: "other", files })).upstreams).toHaveLength(1);
	});

	test("if it does not say which APIs it uses", async () => {
		const situation = { home: "/", environment: {}, directory: "/", args: [], program: "false", hookCommand: [] };
		const why = "it does not say which APIs it uses: it ended with 1";
		expect(await piRunner.plan(situation)).toEqual({ kind: "refused", why });
	});
});

describe("a request is known as pi's", () => {
	function head(label: string | undefined, headers: RequestHead["headers"] = {}): RequestHead {
		return { method: "POST", path: "/v1/messages", label, headers };
	}

	test("by the session in its address", () => {
		expect(piRunner.identify(head("s-1@api.example.com"))).toEqual({ session: "s-1", agent: "", version: "" });
		const newer = head("s-1@a.b:8", { "user-agent": "pi/1.5.0 (linux)" });
		expect(piRunner.identify(newer)).toEqual({ session: "s-1", agent: "", version: "1.5.0" });
	});

	test("and otherwise passes untouched", () => {
		const others = [head(undefined, { "user-agent": "pi/1.5.0 (linux)" }), head("s-1"), head("@host")];
		expect(others.map(piRunner.identify)).toEqual([undefined, undefined, undefined]);
	});
});
