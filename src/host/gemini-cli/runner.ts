import type { EnvironmentVariables } from "../../config/types.ts";
import type { RequestHead } from "../../gateway/body.ts";
import type { HostRunner, RequestOwner, RunPlan, RunSituation } from "../runner.ts";
import { hostVariables } from "./env-files.ts";
import { hostHome } from "./home.ts";
import { GEMINI_CLI } from "./name.ts";
import { type GeminiRoute, ROUTES, routeByVariables } from "./routes.ts";
import { isSandboxed, type RunSettings, runSettings, trustsIn } from "./run-settings.ts";

/** Starts Gemini CLI with another address in the variable that it has for that of its API: nothing is written. */
export const geminiCliRunner: HostRunner = { programs: ["gemini"], agent: GEMINI_CLI.title, plan, identify };

function plan({ home: user, environment, directory, args }: RunSituation): RunPlan {
	const home = hostHome({ home: user, environment });
	const settings = runSettings(home, directory, environment);
	const routes = routesIn(settings, environment);
	if (typeof routes === "string") return refused(routes);
	const mayIgnore = settings.some(({ ignoresEnvFiles }) => ignoresEnvFiles) ? [true, false] : [false];
	const found = hostVariables([...routes.flatMap(({ names }) => names), ...OTHERS], {
		...{ home, directory, environment, trusts: trustsIn(settings, environment) },
		ignores: args.includes("--ignore-env") ? [true] : mayIgnore,
	});
	if (found.kind === "unclear")
		return refused(`${found.file} may set ${found.name}; say in your environment what that is to be`);
	const { variables } = found;
	if (isSandboxed(settings, args, variables))
		return refused("in its sandbox it may not reach ibid, which listens on this machine only");
	const outgoing = { ...proxyOf(variables), NODE_EXTRA_CA_CERTS: environment.NODE_EXTRA_CA_CERTS };
	return {
		kind: "start",
		upstreams: routes.map(({ address }) => ({ address: address(variables), outgoing })),
		consents: routes.flatMap(({ consents }) => consents),
		notices: [],
		start: (urls) => {
			const addresses = Object.fromEntries(routes.map(({ variable }, at) => [variable, urls[at]]));
			return { args, environment: { ...addresses, ...withoutProxy(variables) } };
		},
	};
}

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

/**
 * The ways that it may take to an API, or why there is none. If the folder has settings of its own, there may be two:
 * they count only if it trusts the folder.
 */
function routesIn(
	settings: readonly RunSettings[],
	environment: EnvironmentVariables,
): readonly GeminiRoute[] | string {
	const strange = settings.find(({ login }) => login !== undefined && !ROUTES.has(login));
	if (strange) return `ibid does not know the login "${strange.login}" in its settings`;
	const byVariables = routeByVariables(environment);
	const isChosen = byVariables || settings.some(({ login, isProject }) => login !== undefined && !isProject);
	if (!isChosen) return UNCHOSEN;
	const chosen = settings.flatMap(({ login }) => ROUTES.get(login ?? "") ?? []);
	return [...new Set([...chosen, ...(byVariables ? [byVariables] : [])])];
}

const UNCHOSEN =
	"its settings do not say how it logs in, and then it takes no other address of its API; choose a login there with /auth";

const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
const EXEMPT = ["NO_PROXY", "no_proxy"];
const OTHERS: readonly string[] = [...PROXIES, ...EXEMPT, "SANDBOX", "GEMINI_SANDBOX"];

/** The user's proxy as Gemini CLI reads it, by the names that Node knows. */
function proxyOf(variables: EnvironmentVariables): EnvironmentVariables {
	return { HTTPS_PROXY: firstOf(PROXIES, variables), NO_PROXY: firstOf(EXEMPT, variables) };
}

/** The proxy would get the requests to the gateway. */
function withoutProxy(variables: EnvironmentVariables): EnvironmentVariables {
	if (firstOf(PROXIES, variables) === undefined) return {};
	const names = [firstOf(EXEMPT, variables), "127.0.0.1"].filter(Boolean).join(",");
	return { NO_PROXY: names, no_proxy: names };
}

function firstOf(names: readonly string[], variables: EnvironmentVariables): string | undefined {
	return names.map((name) => variables[name]).find(Boolean);
}

/** With a key, requests do not say of which session they are. */
function identify({ headers }: RequestHead): RequestOwner | undefined {
	const [, version] = AGENT.exec(headers["user-agent"] ?? "") ?? [];
	return version === undefined ? undefined : { session: "", agent: "", version };
}

const AGENT = /^(?:GeminiCLI(?:-[\w-]+)?|CloudCodeVSCode(?=.*\bproxy_client=geminicli\b))\/(\d+\.\d+\.\d+[^\s/]*)/;
