import type { EnvironmentVariables } from "../config/types.ts";
import { pastProxy } from "./past-proxy.ts";
import type { RunnableHost } from "./runner.ts";

/** The APIs that a program may be said to use, each with the variables in which its SDKs look for an address. */
export const APIS: Readonly<Record<string, ApiRoute>> = {
	anthropic: { variables: ["ANTHROPIC_BASE_URL"], address: "https://api.anthropic.com" },
	gemini: { variables: ["GOOGLE_GEMINI_BASE_URL"], address: "https://generativelanguage.googleapis.com" },
	openai: { variables: ["OPENAI_BASE_URL", "OPENAI_API_BASE"], address: "https://api.openai.com/v1" },
};

type ApiRoute = { readonly variables: readonly string[]; readonly address: string };

/**
 * A program that ibid does not know. Its requests have no signs by which they could be told from those of other programs
 * that it starts, so each request to this API is shortened.
 */
export function anyAgent(program: string, { variables, address }: ApiRoute): RunnableHost {
	return {
		name: program,
		title: program,
		runner: async () => ({
			programs: [program],
			agent: undefined,
			plan: ({ args, environment }) => ({
				kind: "start",
				upstreams: [{ address: setIn(environment, variables) ?? address }],
				consents: [],
				notices: [],
				start: ([url = ""]) => {
					const addresses = Object.fromEntries(variables.map((name) => [name, url]));
					return { args, environment: { ...addresses, ...pastProxy(environment) } };
				},
			}),
			identify: () => ({ session: "", agent: "", version: "" }),
		}),
	};
}

function setIn(environment: EnvironmentVariables, variables: readonly string[]): string | undefined {
	return variables.map((name) => environment[name]).find(Boolean);
}
