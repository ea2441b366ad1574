import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunPlan } from "../runner.ts";
import { qwenCodeRunner } from "./runner.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-qwen-"));
afterAll(() => rmSync(base, { recursive: true }));

const MINE = "https://api.example.com/v1";
const URL = "http://127.0.0.1:1234/secret";

type Machine = {
	readonly args?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	/** Settings of the user, and of the project. */
	readonly settings?: readonly (object | undefined)[];
};

async function planFor({
	args = [],
	environment = { OPENAI_BASE_URL: MINE },
	settings = [],
}: Machine): Promise<RunPlan> {
	const folders = ["home", "project"].map((name) => join(mkdtempSync(join(base, name))));
	for (const [at, each] of settings.entries()) {
		if (each === undefined) continue;
		mkdirSync(join(folders[at]!, ".qwen"));
		writeFileSync(join(folders[at]!, ".qwen", "settings.json"), `// mine\n${JSON.stringify(each)}`);
	}
	const [home = "", directory = ""] = folders;
	return await qwenCodeRunner.plan({ home, directory, environment, args, program: "qwen", hookCommand: [] });
}

async function started(machine: Machine = {}) {
	const plan = await planFor(machine);
	if (plan.kind === "refused") throw new Error(plan.why);
	return { upstream: plan.upstreams[0]?.address, ...plan.start([URL]) };
}

async function refusal(machine: Machine): Promise<string> {
	const plan = await planFor(machine);
	return plan.kind === "refused" ? plan.why : "it starts";
}

describe("ibid run starts Qwen Code", () => {
	test("with the address of the gateway in its variable", async () => {
		const { upstream, args, environment } = await started({ args: ["Go on."] });
		expect({ upstream, args, environment }).toEqual({
			...{ upstream: MINE, args: ["Go on."], environment: { OPENAI_BASE_URL: URL } },
		});
	});

	test("with it in place of an address that was typed, which counts before the variable", async () => {
		const other = "https://other.example.com/v1";
		const typed = ["--openai-base-url", "x", `--openai-base-url=${other}`, "--", "--openai-base-url", "a prompt"];
		const { upstream, args } = await started({ args: typed });
		expect(upstream).toBe(other);
		expect(args).toEqual(["--openai-base-url", URL, `--openai-base-url=${URL}`, ...typed.slice(3)]);
	});

	test("past a proxy for http", async () => {
		const { environment } = await started({ environment: { OPENAI_BASE_URL: MINE, HTTP_PROXY: "http://proxy:1" } });
		expect(environment).toMatchObject({ NO_PROXY: "127.0.0.1" });
	});
});

describe("ibid run does not start Qwen Code", () => {
	const login = (selectedType: string): object => ({ security: { auth: { selectedType } } });

	test.each<[string, Machine, RegExp]>([
		["where nothing says which API it uses", { environment: {} }, /^the address of its API must be in /],
		["with a list of providers", { settings: [{ modelProviders: {} }] }, /list providers/],
		["with such a list in the project", { settings: [undefined, { modelProviders: {} }] }, /list providers/],
		["with another login", { settings: [login("qwen-oauth")] }, /login qwen-oauth$/],
		["with another login that was typed", { args: ["--auth-type", "anthropic"] }, /login anthropic$/],
	])("%s", async (_, machine, why) => {
		expect(await refusal(machine)).toMatch(why);
	});

	test("but does if the login that counts is OpenAI's", async () => {
		const settings = [login("gemini"), login("openai")];
		expect(await refusal({ settings })).toBe("it starts");
		expect(await refusal({ settings: settings.toReversed(), args: ["--auth-type=openai"] })).toBe("it starts");
	});
});

test("a request is known as Qwen Code's by its user agent", () => {
	const head = (agent: string) => ({ method: "POST", path: "/chat/completions", headers: { "user-agent": agent } });
	const known = qwenCodeRunner.identify(head("QwenCode/0.24.4 (linux; x64)"));
	expect(known).toEqual({ session: "", agent: "", version: "0.24.4" });
	expect(qwenCodeRunner.identify(head("OpenAI/JS 5.11.0"))).toBeUndefined();
});
