import type { EnvironmentVariables } from "../../config/types.ts";
import { parseUpstream } from "../../gateway/server.ts";
import type { OpenCodeProvider, OpenCodeSetup } from "./setup.ts";

/** The API of a provider, or why ibid cannot be between. */
export type OpenCodeRoute =
	| { readonly kind: "none"; readonly provider: string; readonly why: string }
	| { readonly kind: "some"; readonly provider: string; readonly address: URL; readonly isLogin: boolean };

/** Finds the API of each provider, where all its models have the same one. */
export function routesIn({ providers, logins }: OpenCodeSetup, environment: EnvironmentVariables): OpenCodeRoute[] {
	return providers.map((provider): OpenCodeRoute => {
		const [id, isLogin] = [provider.id, logins.has(provider.id)];
		const address = isLogin && id === "openai" ? ELSEWHERE : addressOf(provider, environment);
		if (typeof address === "string") return { kind: "none", provider: id, why: address };
		return { kind: "some", provider: id, address, isLogin };
	});
}

/** Its own code for this login ignores every address. */
const ELSEWHERE = "with a ChatGPT login they go to an address of their own";

/** The address of the API, or why it cannot be another one. */
function addressOf({ id, models, options }: OpenCodeProvider, environment: EnvironmentVariables): URL | string {
	const apis = Object.values(models).map(({ api }) => api);
	if (id.startsWith("cloudflare-") || apis.some(({ npm }) => !USUAL.has(npm)))
		return "they are signed, or need an address that ibid cannot take";
	const addresses = new Set(apis.map(({ url, npm }) => options.baseURL || url || usualAddress(npm, environment)));
	const [address = ""] = addresses;
	if (addresses.size !== 1) return "its models have different addresses";
	if (address === "") return "OpenCode does not say where they go";
	if (address.includes("${")) return "their address has variables in it";
	try {
		return parseUpstream(address);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Packages that speak to an API in a way that ibid reads, with the address that each has built in. */
const USUAL: ReadonlyMap<string, string> = new Map([
	["@ai-sdk/anthropic", "https://api.anthropic.com/v1"],
	["@ai-sdk/openai", "https://api.openai.com/v1"],
	["@ai-sdk/google", "https://generativelanguage.googleapis.com/v1beta"],
	["@ai-sdk/openai-compatible", ""],
	["@openrouter/ai-sdk-provider", "https://openrouter.ai/api/v1"],
	["@ai-sdk/xai", "https://api.x.ai/v1"],
	["@ai-sdk/groq", "https://api.groq.com/openai/v1"],
	["@ai-sdk/mistral", "https://api.mistral.ai/v1"],
	["@ai-sdk/cerebras", "https://api.cerebras.ai/v1"],
	["@ai-sdk/togetherai", "https://api.together.xyz/v1"],
	["@ai-sdk/deepinfra", "https://api.deepinfra.com/v1"],
]);

/** Two packages look for an address in a variable. */
function usualAddress(npm: string, { ANTHROPIC_BASE_URL, OPENAI_BASE_URL }: EnvironmentVariables): string {
	const own: EnvironmentVariables = { "@ai-sdk/anthropic": ANTHROPIC_BASE_URL, "@ai-sdk/openai": OPENAI_BASE_URL };
	return own[npm] || (USUAL.get(npm) ?? "");
}
