import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunPlan } from "../runner.ts";
import { geminiCliRunner } from "./runner.ts";

const folders: string[] = [];

afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The files of a home in which a project is, what the environment says, and what was typed. */
type Machine = {
	readonly files?: Readonly<Record<string, string | object>>;
	readonly environment?: Readonly<Record<string, string>>;
	readonly args?: readonly string[];
};

const OWN = ".gemini/settings.json";
const PROJECT = "project/.gemini/settings.json";

function loggedIn(selectedType: string, more: object = {}): object {
	return { security: { auth: { selectedType } }, ...more };
}

const BY_KEY = { [OWN]: loggedIn("gemini-api-key") };

async function planFor({ files = BY_KEY, environment = {}, args = ["-p", "Look."] }: Machine = {}): Promise<RunPlan> {
	const home = mkdtempSync(join(tmpdir(), "ibid-gemini-"));
	folders.push(home);
	const directory = join(home, "project");
	mkdirSync(directory);
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), typeof content === "string" ? content : JSON.stringify(content));
	}
	const machine = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(home, "machine", "settings.json"), ...environment };
	return geminiCliRunner.plan({
		...{ home, environment: machine, directory, args, program: "gemini", hookCommand: [] },
	});
}

const URL = "http://127.0.0.1:1234/secret";

async function started(machine?: Machine) {
	const plan = await planFor(machine);
	if (plan.kind === "refused") throw new Error(plan.why);
	const urls = plan.upstreams.map((_, at) => (at === 0 ? URL : `${URL}${at + 1}`));
	return { ...plan, ...plan.start(urls), addresses: plan.upstreams.map(({ address }) => address) };
}

async function refusal(machine: Machine): Promise<string> {
	const plan = await planFor(machine);
	return plan.kind === "refused" ? plan.why : "it starts";
}

describe("ibid run starts Gemini CLI", () => {
	test("with the gateway in the variable for the Gemini API, where the user has a key", async () => {
		const { args, environment, addresses, consents, notices } = await started();
		expect(args).toEqual(["-p", "Look."]);
		expect(environment).toEqual({ GOOGLE_GEMINI_BASE_URL: URL });
		expect(addresses).toEqual(["https://generativelanguage.googleapis.com"]);
		expect({ consents, notices }).toEqual({ consents: [], notices: [] });
	});

	test("with the gateway in the variable for Code Assist after asking, where the user has logged in", async () => {
		const { environment, addresses, consents } = await started({ files: { [OWN]: loggedIn("oauth-personal") } });
		expect(environment).toEqual({ CODE_ASSIST_ENDPOINT: URL });
		expect(addresses).toEqual(["https://cloudcode-pa.googleapis.com"]);
		expect(consents.map(({ kind }) => kind)).toEqual(["subscription"]);
	});

	const US = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "us-east1" };
	const VERTEX: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
		["a key", { ...US, GOOGLE_API_KEY: "k" }, "https://aiplatform.googleapis.com"],
		["a project somewhere", US, "https://us-east1-aiplatform.googleapis.com"],
		["a project everywhere", { ...US, GOOGLE_CLOUD_LOCATION: "global" }, "https://aiplatform.googleapis.com"],
		["a continent", { ...US, GOOGLE_CLOUD_LOCATION: "eu" }, "https://aiplatform.eu.rep.googleapis.com"],
		["an own address", { ...US, GOOGLE_VERTEX_BASE_URL: "https://v.example.com" }, "https://v.example.com"],
	];
	test.each(VERTEX)("with the gateway in the variable for Vertex: %s", async (_, environment, address) => {
		const plan = await started({ files: { [OWN]: loggedIn("vertex-ai") }, environment });
		expect(plan.environment).toEqual({ GOOGLE_VERTEX_BASE_URL: URL });
		expect(plan.addresses).toEqual([address]);
	});

	test("with the address that the user has set as the upstream", async () => {
		const environment = { GOOGLE_GEMINI_BASE_URL: "https://gateway.example.com/gemini" };
		expect((await started({ environment })).addresses).toEqual(["https://gateway.example.com/gemini"]);
	});

	test("with the way that its variables choose, if no settings do", async () => {
		const by = async (name: string) =>
			Object.keys((await started({ files: {}, environment: { [name]: "true" } })).environment);
		expect(await by("GOOGLE_GENAI_USE_GCA")).toEqual(["CODE_ASSIST_ENDPOINT"]);
		expect(await by("CLOUD_SHELL")).toEqual(["CODE_ASSIST_ENDPOINT"]);
		expect(await by("GOOGLE_GENAI_USE_VERTEXAI")).toEqual(["GOOGLE_VERTEX_BASE_URL"]);
	});

	test("in both ways, if the project has another login, which may not count", async () => {
		const { environment, addresses } = await started({ files: { ...BY_KEY, [PROJECT]: loggedIn("vertex-ai") } });
		expect(environment).toEqual({ GOOGLE_VERTEX_BASE_URL: URL, GOOGLE_GEMINI_BASE_URL: `${URL}2` });
		expect(addresses).toEqual(["https://aiplatform.googleapis.com", "https://generativelanguage.googleapis.com"]);
	});

	test("past a proxy on the way to the gateway, and through it on the way out, with the user's certificates", async () => {
		const environment = { http_proxy: "http://proxy:1", NO_PROXY: "intern", NODE_EXTRA_CA_CERTS: "/ca.pem" };
		const plan = await started({ environment });
		expect(plan.environment).toMatchObject({ NO_PROXY: "intern,127.0.0.1", no_proxy: "intern,127.0.0.1" });
		const outgoing = { HTTPS_PROXY: "http://proxy:1", NO_PROXY: "intern", NODE_EXTRA_CA_CERTS: "/ca.pem" };
		expect(plan.upstreams[0]?.outgoing).toEqual(outgoing);
	});
});

describe("a file with variables of Gemini CLI", () => {
	const MINE = "https://mine.example.com";
	const line = `# Mine\nexport GOOGLE_GEMINI_BASE_URL = "${MINE}"\r\n`;
	const trusted = { GEMINI_CLI_TRUST_WORKSPACE: "true" };

	test("says the upstream if Gemini CLI is sure to read it", async () => {
		for (const name of ["project/.gemini/.env", "project/.env", ".env", ".gemini/.env"]) {
			const machine = { files: { ...BY_KEY, [name]: line }, environment: trusted };
			expect([name, ...(await started(machine)).addresses]).toEqual([name, MINE]);
		}
		const files = {
			[OWN]: loggedIn("gemini-api-key", {
				security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
			}),
		};
		expect((await started({ files: { ...files, ".env": line } })).addresses).toEqual([MINE]);
	});

	test("counts only if it is the first one, and less than the environment", async () => {
		const files = { ...BY_KEY, "project/.env": "OTHER=1", ".gemini/.env": line };
		expect((await started({ files, environment: trusted })).addresses).toEqual([
			"https://generativelanguage.googleapis.com",
		]);
		const environment = { ...trusted, GOOGLE_GEMINI_BASE_URL: "https://first.example.com" };
		const own = { ...BY_KEY, ".gemini/.env": line };
		expect((await started({ files: own, environment })).addresses).toEqual(["https://first.example.com"]);
	});

	test("does not count in a folder that Gemini CLI does not trust, or if it is left out", async () => {
		const files = { ...BY_KEY, "project/.env": line };
		const standard = ["https://generativelanguage.googleapis.com"];
		expect((await started({ files, environment: { GEMINI_CLI_TRUST_WORKSPACE: "false" } })).addresses).toEqual(
			standard,
		);
		expect((await started({ files, environment: trusted, args: ["--ignore-env"] })).addresses).toEqual(standard);
	});

	test("says where Vertex is, trusted or not", async () => {
		const files = { [OWN]: loggedIn("vertex-ai"), ".env": "GOOGLE_CLOUD_PROJECT=p\nGOOGLE_CLOUD_LOCATION=us-east1\n" };
		expect((await started({ files })).addresses).toEqual(["https://us-east1-aiplatform.googleapis.com"]);
	});
});

describe("ibid run does not start Gemini CLI", () => {
	const line = "GOOGLE_GEMINI_BASE_URL=https://mine.example.com";
	const trusted = { GEMINI_CLI_TRUST_WORKSPACE: "true" };
	const CASES: readonly (readonly [string, Machine, RegExp])[] = [
		["without a login", { files: {}, environment: { GEMINI_API_KEY: "k" } }, /^its settings do not say how it logs in/],
		["with a login of a project only", { files: { [PROJECT]: loggedIn("vertex-ai") } }, /^its settings do not say/],
		["with a login that is new", { files: { [OWN]: loggedIn("other") } }, /"other"/],
		["if a file may set its address", { files: { ...BY_KEY, ".env": line } }, /\.env may set GOOGLE_GEMINI_BASE_URL;/],
		[
			"if a file sets its address in another way",
			{ files: { ...BY_KEY, ".env": "GOOGLE_GEMINI_BASE_URL: https://x" }, environment: trusted },
			/\.env may set GOOGLE_GEMINI_BASE_URL;/,
		],
		["in a sandbox that was typed", { args: ["-s"] }, /^in its sandbox/],
		["in a sandbox by a variable", { environment: { GEMINI_SANDBOX: "docker" } }, /^in its sandbox/],
		[
			"in a sandbox by its settings",
			{ files: { [OWN]: loggedIn("gateway", { tools: { sandbox: true } }) } },
			/^in its/,
		],
		[
			"in a sandbox by other settings",
			{ files: { [OWN]: loggedIn("gateway", { tools: { sandbox: { enabled: true, command: "lxc" } } }) } },
			/^in its/,
		],
	];

	test.each(CASES)("%s", async (_, machine, why) => {
		expect(await refusal(machine)).toMatch(why);
	});

	test("unless the sandbox is off, or around ibid, too", async () => {
		const files = { [OWN]: loggedIn("gateway", { tools: { sandbox: { enabled: false, command: "lxc" } } }) };
		await started({ files });
		await started({ environment: { SANDBOX: "docker" }, args: ["--sandbox"] });
		await started({ environment: { GEMINI_SANDBOX: "false" }, args: ["--sandbox"] });
	});
});

describe("a request is known as Gemini CLI's", () => {
	const ownerOf = (agent: string | undefined) =>
		geminiCliRunner.identify({
			method: "POST",
			path: "/v1beta/models/m:generateContent",
			headers: { "user-agent": agent },
		});

	test.each([
		"GeminiCLI-tui/0.61.0/gemini-2.5-pro (linux; x64; terminal)",
		"GeminiCLI/0.61.0-nightly.1/gemini-2.5-pro (linux; x64; terminal)",
		"CloudCodeVSCode/0.61.0 (aidev_client; os_type=Linux; proxy_client=geminicli)",
	])("by its name: %s", (agent) => {
		expect(ownerOf(agent)).toMatchObject({ session: "", agent: "", version: expect.stringMatching(/^0\.61\.0/) });
	});

	test.each(["google-genai-sdk/1.30.0 gl-node/v20", "curl/8.0", undefined])(
		"and otherwise passes untouched: %s",
		(agent) => {
			expect(ownerOf(agent)).toBeUndefined();
		},
	);
});
