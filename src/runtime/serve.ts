import { loadConfig } from "../config/load.ts";
import { homeFolder } from "../config/places.ts";
import type { HostDefinition, HostRuntime, ServedTools } from "../host/definition.ts";
import { HOOKED_HOSTS } from "../hosts.ts";
import { stateFolder } from "../store/state-folder.ts";
import { serve as serveTools } from "../wire/mcp-server.ts";
import { hooksFor } from "./hooks.ts";
import { hostNamed } from "./host-names.ts";
import { isAlive } from "./is-alive.ts";
import { knownHome } from "./known-home.ts";
import { VERSION } from "./program.ts";
import { refuseTyped } from "./typed.ts";
import { UserError } from "./user-error.ts";

/** Serves a host over standard input and output for as long as the host lives. */
export async function serve(name: string | undefined, offersRead: boolean): Promise<number> {
	const host = hostNamed(name, HOOKED_HOSTS);
	if (offersRead && !host.offersRead)
		throw new UserError(`--offer-read is for ${OFFERING} only, not for ${host.name}.`);
	await refuseTyped("serve", host);
	await forget();
	const runtime = await host.runtime?.();
	const own = runtime?.server;
	const tools = own ? await ownServer(own) : await hookServer(host, offersRead ? runtime?.offer : undefined);
	await serveTools({ name: "ibid", version: VERSION, ...tools }, process.stdin, process.stdout);
	return 0;
}

const OFFERING: string = HOOKED_HOSTS.filter(({ offersRead }) => offersRead)
	.map(({ name }) => name)
	.join(" and ");

/** A process that lives long has time to delete old records. */
async function forget(): Promise<void> {
	const { forgetOld } = await import("../store/forget.ts");
	const [home, environment] = [homeFolder(), process.env];
	if (home === undefined) return;
	const { keepDays } = loadConfig({ home, environment, hosts: [], directory: process.cwd() }).config;
	forgetOld(stateFolder(home, environment), keepDays, Date.now());
}

async function ownServer(server: NonNullable<HostRuntime["server"]>): Promise<ServedTools> {
	const [home, environment] = [knownHome(), process.env];
	return await server({ home, state: stateFolder(home, environment), environment, now: Date.now, isAlive, atEnd });
}

/** Hooks call it; what the model may call too stands in its list. */
async function hookServer(host: HostDefinition, offer: HostRuntime["offer"]): Promise<ServedTools> {
	const hooks = await hooksFor(host, `${process.pid}-${Date.now().toString(36)}`);
	const handle = async (input: object): Promise<string> => JSON.stringify(await hooks.handle(input));
	const offered = await offer?.();
	return {
		listed: offered ? [offered.tool] : [],
		call: async (tool, input) => (tool === offered?.name ? await offered.call(input) : await handle(input)),
	};
}

/** Does something when this process ends, also where it is told to. */
function atEnd(work: () => void): void {
	process.on("exit", work);
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(0));
}
