import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import * as v from "valibot";
import type { RequestHead } from "../../gateway/body.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { pastProxy } from "../past-proxy.ts";
import type { HostRunner, RequestOwner, RunConsent, RunPlan, RunSituation } from "../runner.ts";
import { OPENCODE } from "./name.ts";
import { type OpenCodeRoute, routesIn } from "./route.ts";
import { askSetup, type OpenCodeSetup } from "./setup.ts";

/** Starts OpenCode with the addresses of its APIs in a variable that it adds to its settings: nothing is written. */
export const openCodeRunner: HostRunner = { programs: ["opencode"], agent: OPENCODE.title, plan, identify };

async function plan(situation: RunSituation): Promise<RunPlan> {
	const { args, directory } = situation;
	const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, strict: false });
	const [command = ""] = positionals;
	if (typeof values.attach === "string" || command === "attach")
		return refused("the requests come from the server that it is attached to");
	if (SERVERS.has(command))
		return refused(`with ${command} it works in folders that it is told later, each with its own API`);
	const named = typeof values.dir === "string" ? values.dir : COMMANDS.has(command) ? "" : command;
	const setup = await askSetup(situation, resolve(directory, named)).catch((error: Error) => error);
	if (setup instanceof Error) return refused(`it does not say which APIs it uses: ${setup.message}`);
	const wanted = typeof values.model === "string" ? values.model : setup.model;
	return planFor(setup, wanted?.split("/", 1)[0], situation);
}

/** Options that matter here, and those whose value could be taken for a command. */
const VALUED: Readonly<Record<string, string>> = {
	...{ attach: "", dir: "", model: "m", session: "s", agent: "", prompt: "", port: "", hostname: "", cors: "" },
	...{ "mdns-domain": "", "log-level": "", "replay-limit": "" },
};
const OPTIONS: ParseArgsConfig["options"] = Object.fromEntries(
	Object.entries(VALUED).map(([name, short]) => [name, { type: "string", ...(short && { short }) }]),
);

const SERVERS: ReadonlySet<string> = new Set(["serve", "web", "acp"]);
const COMMANDS: ReadonlySet<string> = new Set([
	...["run", "completion", "mcp", "debug", "providers", "auth", "agent", "upgrade", "uninstall", "models", "stats"],
	...["export", "import", "github", "pr", "session", "plugin", "plug", "db"],
]);

function planFor(setup: OpenCodeSetup, wanted: string | undefined, { args, environment }: RunSituation): RunPlan {
	const routes = routesIn(setup, environment);
	const open = routes.filter((route) => route.kind === "some");
	const closed = routes.filter((route) => route.kind === "none");
	const missed = closed.find(({ provider }) => provider === wanted) ?? (open.length === 0 ? closed[0] : undefined);
	if (missed) return refused(`${passing(missed)} The plugin works there: ibid install opencode`);
	if (open.length === 0) return refused("it has no provider");
	const own = settingsIn(environment.OPENCODE_CONFIG_CONTENT);
	if (!own) return refused("OPENCODE_CONFIG_CONTENT is not a JSON object");
	const logins = open.filter(({ isLogin }) => isLogin).map(({ provider }) => provider);
	const origins = [...new Set(open.map(({ address }) => address.origin))];
	return {
		kind: "start",
		upstreams: origins.map((address) => ({ address })),
		consents: logins.length > 0 ? [subscription(logins)] : [],
		notices: closed.map((route) => passing(route)),
		start: (urls) => {
			// The path stays, because code that handles logins may look at it.
			const baseUrl = ({ origin, pathname }: URL): string =>
				urls[origins.indexOf(origin)] + pathname.replace(/\/$/, "");
			const addresses = new Map(open.map(({ provider, address }) => [provider, baseUrl(address)]));
			const settings = JSON.stringify(withAddresses(own, addresses));
			return { args, environment: { ...pastProxy(environment), OPENCODE_CONFIG_CONTENT: settings } };
		},
	};
}

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

function passing({ provider, why }: Extract<OpenCodeRoute, { kind: "none" }>): string {
	return `requests to ${provider} pass without ibid: ${why.replace(/\.$/, "")}.`;
}

function subscription(providers: readonly string[]): RunConsent {
	return {
		kind: "subscription",
		words: `ibid changes what OpenCode sends with your login at ${providers.join(" and ")}: it leaves out lines that the model already has. The vendor may have rules about programs between OpenCode and its API.`,
	};
}

type OpenCodeSettings = v.InferOutput<typeof SettingsShape>;

const SettingsShape = v.looseObject({
	provider: v.optional(v.record(v.string(), v.looseObject({ options: v.optional(v.looseObject({}), {}) })), {}),
});

/** OpenCodeSettings that the user has in the same variable. */
function settingsIn(text: string | undefined): OpenCodeSettings | undefined {
	try {
		return v.parse(SettingsShape, parseJsonc(text || "{}"));
	} catch {
		return undefined;
	}
}

function withAddresses(own: OpenCodeSettings, addresses: ReadonlyMap<string, string>): OpenCodeSettings {
	const changed = [...addresses].map(([id, baseURL]) => {
		const provider = own.provider[id];
		return [id, { ...provider, options: { ...provider?.options, baseURL } }];
	});
	return { ...own, provider: { ...own.provider, ...Object.fromEntries(changed) } };
}

/** OpenCode names its session in each request; a sub-agent has a session of its own. */
function identify({ headers }: RequestHead): RequestOwner | undefined {
	const [, version] = /^opencode\/(\d+\.\d+\.\d+\S*)/.exec(headers["user-agent"] ?? "") ?? [];
	const session = headers["x-session-id"] ?? headers["x-opencode-session"];
	return version === undefined || typeof session !== "string" ? undefined : { session, agent: "", version };
}
