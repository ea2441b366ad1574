import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHead } from "../../gateway/body.ts";
import { pastProxy } from "../past-proxy.ts";
import type { HostRunner, RequestOwner, RunPlan, RunSituation } from "../runner.ts";
import { type PiRoute, routesIn } from "./route.ts";
import { askSetup, type PiSetup } from "./setup.ts";
import { GATEWAYS, type PiGateway } from "./through-gateways.ts";

/** Starts pi with one more extension, which changes the addresses of its APIs: nothing is written. */
export const piRunner: HostRunner = { programs: ["pi"], agent: "pi coding agent", plan, identify };

async function plan(situation: RunSituation): Promise<RunPlan> {
	const [command = ""] = situation.args;
	if (COMMANDS.has(command)) return refused(`pi ${command} asks no model`);
	const setup = await askSetup(situation).catch((error: Error) => error);
	if (setup instanceof Error) return refused(`it does not say which APIs it uses: ${setup.message}`);
	return planFor(setup, situation);
}

const COMMANDS: ReadonlySet<string> = new Set([
	...["install", "remove", "uninstall", "update", "list", "config", "auth", "mcp"],
]);

function planFor(setup: PiSetup, { args, environment, built }: RunSituation): RunPlan {
	const routes = routesIn(setup);
	const open = routes.filter((route) => route.kind === "some");
	const closed = routes.filter((route) => route.kind === "none");
	const missed =
		closed.find(({ provider }) => provider === setup.provider) ?? (open.length === 0 ? closed[0] : undefined);
	if (missed) return refused(`${passing(missed)} ibid's extension works there: ibid install pi`);
	if (open.length === 0) return refused("it has no model");
	const origins = [...new Set(open.map(({ origin }) => origin))];
	const { HTTP_PROXY = setup.proxy, HTTPS_PROXY = setup.proxy, ...others } = environment;
	const outgoing = { ...others, HTTP_PROXY, HTTPS_PROXY };
	return {
		kind: "start",
		upstreams: origins.map((address) => ({ address, outgoing })),
		consents: [],
		notices: closed.map(passing),
		start: (urls) => {
			const gateways = open.map(({ provider, address, origin }): [string, PiGateway] => {
				return [provider, { address, gateway: urls[origins.indexOf(origin)] ?? "" }];
			});
			const variables = { [GATEWAYS]: JSON.stringify(Object.fromEntries(gateways)) };
			return { args: ["-e", extensionIn(built), ...args], environment: { ...pastProxy(outgoing), ...variables } };
		},
	};
}

function refused(why: string): RunPlan {
	return { kind: "refused", why };
}

function passing({ provider, why }: Extract<PiRoute, { kind: "none" }>): string {
	return `requests to ${provider} pass without ibid: ${why.replace(/\.$/, "")}.`;
}

function extensionIn(built: string | undefined): string {
	if (built !== undefined) return join(built, "pi", "through-gateways.js");
	return fileURLToPath(new URL("./through-gateways.ts", import.meta.url));
}

/** Our extension puts the session of pi and the name of the upstream into the address. */
function identify({ label = "", headers }: RequestHead): RequestOwner | undefined {
	const [, session] = /^([^@]+)@/.exec(label) ?? [];
	const [, version = ""] = /^pi\/(\d+\.\d+\.\d+\S*)/.exec(headers["user-agent"] ?? "") ?? [];
	return session === undefined ? undefined : { session, agent: "", version };
}
