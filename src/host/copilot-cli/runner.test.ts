import { describe, expect, test } from "bun:test";
import type { RunPlan } from "../runner.ts";
import { copilotCliRunner } from "./runner.ts";

const MINE = { COPILOT_PROVIDER_BASE_URL: "https://api.example.com/v1" };

async function planFor(environment: Readonly<Record<string, string>>): Promise<RunPlan> {
	const situation = { home: "/home", directory: "/w", args: ["-p", "Go on."], program: "copilot", hookCommand: [] };
	return await copilotCliRunner.plan({ ...situation, environment });
}

describe("ibid run and Copilot CLI", () => {
	test("with a key of the user's own go together, and its address is the upstream", async () => {
		const plan = await planFor({ ...MINE, COPILOT_PROVIDER_TYPE: "anthropic", ALL_PROXY: "http://proxy:1" });
		if (plan.kind === "refused") throw new Error(plan.why);
		expect(plan.upstreams).toEqual([{ address: MINE.COPILOT_PROVIDER_BASE_URL }]);
		expect(plan.start(["http://127.0.0.1:1234/secret"])).toEqual({
			args: ["-p", "Go on."],
			environment: {
				...{ COPILOT_PROVIDER_BASE_URL: "http://127.0.0.1:1234/secret" },
				...{ NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
			},
		});
	});

	test.each<[string, Readonly<Record<string, string>>, RegExp]>([
		["with a GitHub login", {}, /^with a GitHub login /],
		["with Azure", { ...MINE, COPILOT_PROVIDER_TYPE: "azure" }, /azure$/],
		["over WebSockets", { ...MINE, COPILOT_PROVIDER_TRANSPORT: "websockets" }, /WebSockets$/],
	])("do not go together %s", async (_, environment, why) => {
		expect(await planFor(environment)).toMatchObject({ kind: "refused", why: expect.stringMatching(why) });
	});

	test("know its requests by a header that says who has begun them", () => {
		const head = (headers: object) => ({ method: "POST", path: "/v1/chat/completions", headers: { ...headers } });
		expect(copilotCliRunner.identify(head({ "x-initiator": "agent" }))).toEqual({
			session: "",
			agent: "",
			version: "",
		});
		expect(copilotCliRunner.identify(head({ "user-agent": "OpenAI/JS 5.20.1" }))).toBeUndefined();
	});
});
