import type { EnvironmentVariables } from "../../config/types.ts";
import type { RunConsent } from "../runner.ts";

/** One way to an API of Google: the variable with which Gemini CLI takes another address for it, and that address. */
export type GeminiRoute = {
	readonly variable: string;
	/** All variables that the address depends on. */
	readonly names: readonly string[];
	/** The address without ibid. */
	readonly address: (variables: EnvironmentVariables) => string;
	readonly consents: readonly RunConsent[];
};

const GEMINI_API: GeminiRoute = {
	variable: "GOOGLE_GEMINI_BASE_URL",
	names: ["GOOGLE_GEMINI_BASE_URL"],
	address: ({ GOOGLE_GEMINI_BASE_URL: own }) => own || "https://generativelanguage.googleapis.com",
	consents: [],
};

const VERTEX: GeminiRoute = {
	variable: "GOOGLE_VERTEX_BASE_URL",
	names: ["GOOGLE_VERTEX_BASE_URL", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
	address: vertexAddress,
	consents: [],
};

const CODE_ASSIST: GeminiRoute = {
	variable: "CODE_ASSIST_ENDPOINT",
	names: ["CODE_ASSIST_ENDPOINT"],
	address: ({ CODE_ASSIST_ENDPOINT: own }) => own || "https://cloudcode-pa.googleapis.com",
	consents: [
		{
			kind: "subscription",
			words:
				"ibid changes what Gemini CLI sends with your Google login: it leaves out lines that the model already has. Google may have rules about programs between Gemini CLI and its API.",
		},
	],
};

/** The host of Vertex is that of a place, unless a key says whose requests these are. */
function vertexAddress(variables: EnvironmentVariables): string {
	const { GOOGLE_VERTEX_BASE_URL: own, GOOGLE_CLOUD_LOCATION: location, GOOGLE_CLOUD_PROJECT: project } = variables;
	if (own) return own;
	if (location === "us" || location === "eu") return `https://aiplatform.${location}.rep.googleapis.com`;
	const isLocal = !variables.GOOGLE_API_KEY && project && location && location !== "global";
	return `https://${isLocal ? `${location}-` : ""}aiplatform.googleapis.com`;
}

/** The ways by the names that its settings have for them (`security.auth.selectedType`). */
export const ROUTES: ReadonlyMap<string, GeminiRoute> = new Map([
	["gemini-api-key", GEMINI_API],
	["gateway", GEMINI_API],
	["vertex-ai", VERTEX],
	["oauth-personal", CODE_ASSIST],
	["cloud-shell", CODE_ASSIST],
	["compute-default-credentials", CODE_ASSIST],
]);

/**
 * The way that its variables choose if no settings do. A key alone chooses none: without settings, Gemini CLI does not
 * accept another address for it.
 */
export function routeByVariables(environment: EnvironmentVariables): GeminiRoute | undefined {
	const isOn = (name: string): boolean => environment[name] === "true";
	if (isOn("CLOUD_SHELL") || isOn("GEMINI_CLI_USE_COMPUTE_ADC") || isOn("GOOGLE_GENAI_USE_GCA")) return CODE_ASSIST;
	return isOn("GOOGLE_GENAI_USE_VERTEXAI") ? VERTEX : undefined;
}
