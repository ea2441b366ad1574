import { afterEach, expect, test } from "bun:test";
import throughGateways, { GATEWAYS } from "./through-gateways.ts";

afterEach(() => {
	delete process.env[GATEWAYS];
});

const GATEWAY = "http://127.0.0.1:1/secret";
const ADDRESS = "https://api.example.com/v1";

type Model = { readonly provider: string; readonly baseUrl: string };

/** Which providers get another address when a session begins with these models. */
function changed(models: readonly Model[], others: Readonly<Record<string, readonly Model[]>> = {}) {
	process.env[GATEWAYS] = JSON.stringify({ mine: { address: ADDRESS, gateway: GATEWAY } });
	const registered: [string, { readonly baseUrl: string }][] = [];
	const handlers: Parameters<Parameters<typeof throughGateways>[0]["on"]>[1][] = [];
	throughGateways({
		on: (_, handler) => handlers.push(handler),
		registerProvider: (...args) => registered.push(args),
	});
	for (const handler of handlers)
		handler(undefined, {
			sessionManager: { getSessionId: () => "s-1" },
			modelRegistry: { getAll: () => models, getModelsOfType: (type) => others[type] ?? [] },
		});
	return registered;
}

const LABELLED: ReturnType<typeof changed> = [["mine", { baseUrl: `${GATEWAY}~s-1@api.example.com/v1` }]];

test("requests go to the gateway, under the session and with the name of the host", () => {
	const models = [
		{ provider: "mine", baseUrl: ADDRESS },
		{ provider: "other", baseUrl: "https://other.example.com" },
	];
	expect(changed(models)).toEqual(LABELLED);
});

test("in the next session under its own id", () => {
	expect(changed([{ provider: "mine", baseUrl: `${GATEWAY}~s-0@api.example.com/v1` }])).toEqual(LABELLED);
});

test("but not where the provider has another address by now, or no models", () => {
	const elsewhere = { provider: "mine", baseUrl: "https://elsewhere.example.com/v1" };
	expect(changed([{ provider: "mine", baseUrl: ADDRESS }, elsewhere])).toEqual([]);
	expect(changed([{ provider: "mine", baseUrl: ADDRESS }], { image: [elsewhere] })).toEqual([]);
	expect(changed([])).toEqual([]);
});

test("without gateways nothing changes", () => {
	let count = 0;
	throughGateways({ on: () => count++, registerProvider: () => count++ });
	expect(count).toBe(1);
});
