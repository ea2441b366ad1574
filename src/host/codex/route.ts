import type { CodexSetup } from "./setup.ts";

/** The API that Codex would speak to, and the key of its configuration that says so; or why ibid cannot be between. */
export type CodexRoute =
	| { readonly kind: "none"; readonly why: string }
	| {
			readonly kind: "some";
			readonly address: string;
			readonly key: string;
			readonly isSubscription: boolean;
	  };

/** Finds the route in what Codex says of itself. `hasKey` if its API key is in a variable that it takes for this command. */
export function routeIn(setup: CodexSetup, hasKey: boolean): CodexRoute {
	const { config, account } = setup;
	const id = config.model_provider ?? BUILT_IN;
	const provider = id === BUILT_IN ? undefined : config.model_providers?.[id];
	if (id !== BUILT_IN && !provider?.base_url) return none(`its provider "${id}" has no base_url in your configuration`);
	if (provider?.aws || SIGNING.has(account ?? "")) return none("its requests are signed, body included");
	const key = provider ? `model_providers.${id}.base_url` : "openai_base_url";
	if (!/^[\w-]+$/.test(id)) return none(`the name of its provider "${id}" cannot be part of an option`);
	if (setup.fixed.some((each) => key === each || each === "model_provider"))
		return none("a file of your administrator says which API it uses");
	const isSubscription = account === "chatgpt" && setup.requiresOpenaiAuth;
	if (isSubscription && isChecked(provider?.name)) return none(CHECKED);
	if (setup.requiresOpenaiAuth && account === undefined && !hasKey) return none("it is not logged in");
	const address = (provider ? provider.base_url : config.openai_base_url) || PUBLIC;
	if (isAzure(address, provider?.name)) return none("it knows Azure by its address");
	return { kind: "some", address, key, isSubscription };
}

const BUILT_IN = "openai";
const PUBLIC = "https://api.openai.com/v1";

const SIGNING: ReadonlySet<string> = new Set(["amazonBedrock", "gcp"]);

function none(why: string): CodexRoute {
	return { kind: "none", why };
}

/** With a login, Codex asks first which servers the account's workspace may use, if the provider is OpenAI by its name. */
function isChecked(name: string | null | undefined): boolean {
	return name === undefined || /^openai$/i.test(name ?? "");
}

/** Why ibid cannot be between Codex and its API if it goes with a ChatGPT login. */
export const CHECKED: string =
	"with a ChatGPT login it uses only servers that it has checked for your workspace; the hooks work there: ibid install codex";

function isAzure(address: string, name: string | null | undefined): boolean {
	const host = URL.canParse(address) ? new URL(address).hostname : "";
	return /^azure$/i.test(name ?? "") || /azure|\.windows\.net$/i.test(host);
}
