import { parseUpstream } from "../../gateway/server.ts";
import type { PiModel, PiSetup } from "./setup.ts";

/** The API of a provider, or why ibid cannot be between. */
export type PiRoute =
	| { readonly kind: "none"; readonly provider: string; readonly why: string }
	| { readonly kind: "some"; readonly provider: string; readonly address: string; readonly origin: string };

/** Finds the API of each provider, where all its models have the same one. */
export function routesIn({ models, logins }: PiSetup): PiRoute[] {
	return [...new Set(models.map(({ provider }) => provider))].map((provider): PiRoute => {
		const own = models.filter((model) => model.provider === provider);
		const address = own[0]?.baseUrl ?? "";
		const why = logins.has(provider) ? LOGIN : problemOf(own, address);
		if (why !== undefined) return { kind: "none", provider, why };
		return { kind: "some", provider, address, origin: new URL(address).origin };
	});
}

/** A login may bring an address of its own, or code that looks at the address. */
const LOGIN = "they go with a login";

function problemOf(models: readonly PiModel[], address: string): string | undefined {
	if (models.some(({ api }) => !READ.has(api))) return "they are signed, or of a kind that ibid does not read";
	if (models.some(({ baseUrl }) => baseUrl !== address)) return "its models have different addresses";
	if (/[{}$]/.test(address)) return "their address has variables in it";
	try {
		parseUpstream(address);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** The APIs whose requests ibid reads, as pi calls them. */
const READ: ReadonlySet<string> = new Set([
	"anthropic-messages",
	"openai-responses",
	"openai-completions",
	"google-generative-ai",
]);
