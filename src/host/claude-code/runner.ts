import type { EnvironmentVariables } from "../../config/types.ts";
import type { RequestHead } from "../../gateway/body.ts";
import { thisMachine } from "../../install/machine.ts";
import { entriesOf } from "../../install/settings.ts";
import type { HostRunner, RequestOwner, RunConsent, RunPlan, RunSituation } from "../runner.ts";
import { isOrganisations, organisationFile } from "./organisation.ts";
import { askLogin, type ClaudeCodeLogin, type ClaudeCodeSetup, readSetup, variablesIn } from "./setup.ts";
import { withSettings } from "./typed.ts";
import { whyBare, wired } from "./wired.ts";

/** Starts Claude Code with the address of its API in a variable, the vendor's own way to put something between. */
export const claudeCodeRunner: HostRunner = newClaudeCodeRunner();

/** The same for a machine whose administrators have these folders. */
export function newClaudeCodeRunner(machine?: readonly string[]): HostRunner {
	return { programs: ["claude"], agent: "Claude Code", plan: (situation) => plan(situation, machine), identify };
}

async function plan(situation: RunSituation, machine: readonly string[] | undefined): Promise<RunPlan> {
	const rules = organisationFile(situation, machine);
	if (rules !== undefined) return refused(`${rules} shows ${MANAGED}`);
	let setup: ClaudeCodeSetup;
	try {
		setup = readSetup(situation);
	} catch (error) {
		return refused(`its --settings cannot be read: ${error instanceof Error ? error.message : error}`);
	}
	const { typed, foreign, environment } = setup;
	if (typed.isElsewhere) return refused("it would work in another process, which ibid run does not see");
	if (foreign !== undefined) return refused(`${foreign} says how its API is reached, and only your own settings may`);
	const own = OWN_CONNECTION.find((name) => environment[name]);
	if (own !== undefined) return refused(`with ${own}, ibid cannot connect to its API as it does`);
	const login = await askLogin(situation, typed);
	if (!login) return refused("it does not say how it is logged in (claude auth status)");
	if (!login.isLoggedIn) return refused("it is not logged in");
	if (login.provider !== "firstParty")
		return refused(`its API is ${login.provider}, whose requests ibid cannot change`);
	if (isOrganisations(login.plan)) return refused(`its ${login.plan} plan shows ${MANAGED}`);
	return planFor(situation, setup, login);
}

const MANAGED =
	"that an organisation may have rules for Claude Code, which it does not ask for when ibid run is between it and its API; the hooks work there: ibid install claude-code";

/** Ways to the API that a gateway cannot take. */
const OWN_CONNECTION = ["ANTHROPIC_UNIX_SOCKET", "CLAUDE_CODE_CLIENT_CERT"];

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

function planFor(situation: RunSituation, setup: ClaudeCodeSetup, login: ClaudeCodeLogin): RunPlan {
	const { environment, typed, hasHooks } = setup;
	const isWired = isPluginOn(situation, setup);
	const address = environment.ANTHROPIC_BASE_URL || PUBLIC;
	return {
		kind: "start",
		upstreams: [{ address, outgoing: outgoingOf(environment) }],
		consents: consentsFor(login, environment),
		notices: URL.canParse(address) && new URL(address).host === new URL(PUBLIC).host ? [CACHE] : [],
		isGuarded: hasHooks && !typed.isBare && whyBare(environment) === undefined,
		start: ([url = ""]) => {
			const changes = { ANTHROPIC_BASE_URL: url, ...withoutProxy(environment) };
			const settings = ownSettings(setup, changes, isWired ? undefined : guardHook(situation.hookCommand));
			return { args: settings ? withSettings(situation.args, settings) : situation.args, environment: changes };
		},
	};
}

const PUBLIC = "https://api.anthropic.com";

const CACHE =
	"Claude Code marks its system prompt for the cache that all sessions share only where it speaks to its API itself. So here the prompt is written to the cache once in each session.";

function consentsFor({ method, plan }: ClaudeCodeLogin, environment: EnvironmentVariables): RunConsent[] {
	const isLogin = method === "claude.ai" || Boolean(environment.CLAUDE_CODE_OAUTH_TOKEN);
	const isPersonal = method === "claude.ai" && PERSONAL.has(plan ?? "") && process.platform !== "win32";
	return [...(isPersonal ? [] : [UNMANAGED]), ...(isLogin ? [SUBSCRIPTION] : [])];
}

const PERSONAL: ReadonlySet<string> = new Set(["pro", "max", "ultra"]);

const UNMANAGED: RunConsent = {
	kind: "unmanaged",
	words:
		"With ibid between it and its API, Claude Code does not ask for managed settings and limits of an organisation, and its login does not tell ibid whether there are any.",
};

const SUBSCRIPTION: RunConsent = {
	kind: "subscription",
	words:
		"ibid changes what Claude Code sends with your Claude subscription: it leaves out lines that the model already has. Anthropic may have rules about programs between Claude Code and its API.",
};

/** The user's proxy and certificates as Claude Code reads them, by the names that Node knows. */
function outgoingOf(environment: EnvironmentVariables): EnvironmentVariables {
	const { no_proxy, NO_PROXY, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE } = environment;
	return {
		HTTPS_PROXY: proxyIn(environment),
		NO_PROXY: no_proxy || NO_PROXY,
		NODE_EXTRA_CA_CERTS: NODE_EXTRA_CA_CERTS || SSL_CERT_FILE,
	};
}

function proxyIn({ https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY }: EnvironmentVariables): string | undefined {
	return https_proxy || HTTPS_PROXY || http_proxy || HTTP_PROXY;
}

/** Claude Code would ask its proxy for the gateway, too. */
function withoutProxy(environment: EnvironmentVariables): Record<string, string> {
	if (!proxyIn(environment)) return {};
	const names = [environment.no_proxy || environment.NO_PROXY, "127.0.0.1"].filter(Boolean).join(",");
	return { NO_PROXY: names, no_proxy: names };
}

function isPluginOn(situation: RunSituation, { typed, settings }: ClaudeCodeSetup): boolean {
	const machine = thisMachine(situation.home, situation.environment, "");
	const isInstalled = wired(machine, situation.directory).kind === "yes";
	return isInstalled && typed.sources.includes("user") && settings.enabledPlugins === undefined;
}

/**
 * The settings that were typed, with what only settings can say: variables that other settings would overrule, and a
 * hook. Undefined if they would be the same.
 */
function ownSettings(
	{ settings, named }: ClaudeCodeSetup,
	changes: Readonly<Record<string, string>>,
	hook: object | undefined,
): object | undefined {
	const env = Object.fromEntries(Object.entries(changes).filter(([name]) => named.has(name)));
	const isTold = Object.keys(env).length > 0;
	if (!hook && !isTold) return undefined;
	const hooks = entriesOf(settings.hooks);
	const before = Array.isArray(hooks.PreToolUse) ? hooks.PreToolUse : [];
	return {
		...settings,
		...(isTold && { env: { ...variablesIn(settings), ...env } }),
		...(hook && { hooks: { ...hooks, PreToolUse: [...before, hook] } }),
	};
}

/** The guard, as the only hook of ours. */
function guardHook([command = "", ...args]: readonly string[]): object {
	return { matcher: WRITING, hooks: [{ type: "command", command, args, timeout: SLOW_START }] };
}

/** In seconds: a machine may be busy, and a guard that is late lets the write pass. */
const SLOW_START = 5;

const WRITING = "Write|Edit|MultiEdit|NotebookEdit|Bash";

/** Claude Code says of each request which session it is of, and which sub-agent. */
function identify({ headers }: RequestHead): RequestOwner | undefined {
	const [, version] = /^claude-cli\/(\d+\.\d+\.\d+\S*)/.exec(headers["user-agent"] ?? "") ?? [];
	const { [SESSION]: session, [AGENT]: agent = "" } = headers;
	if (version === undefined || typeof session !== "string" || typeof agent !== "string") return undefined;
	return { session, agent, version };
}

const SESSION = "x-claude-code-session-id";
const AGENT = "x-claude-code-agent-id";
