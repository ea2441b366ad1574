import { loadConfig } from "../config/load.ts";
import { homeFolder } from "../config/places.ts";
import { stateFolder } from "../store/state-folder.ts";
import { type Server, serve as serveTools } from "../wire/mcp-server.ts";
import { begunPlace, geminiFolder, HOOKED_HOSTS, type HookedHost, hooksFor } from "./hooks.ts";
import { hostNamed } from "./host-names.ts";
import { isAlive } from "./is-alive.ts";
import { knownHome } from "./known-home.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { refuseTyped } from "./typed.ts";
import { VERSION } from "./version.ts";

/** Does for a host what it asks for, for as long as it lives, over standard input and output. */
export async function serve(given: Given): Promise<number> {
	const host = hostNamed(given.rest[0], HOOKED_HOSTS);
	const offersRead = given.flag("offer-read");
	if (offersRead && host !== "codex") throw new Mistake(`--offer-read is for codex only, not for ${host}.`);
	await refuseTyped("serve", host);
	await forget();
	const server = host === "gemini-cli" ? await echoServer() : await hookServer(host, offersRead);
	await serveTools({ name: "ibid", version: VERSION, ...server }, process.stdin, process.stdout);
	return 0;
}

/** A process that lives long is the one that has time for it. */
async function forget(): Promise<void> {
	const { forgetOld } = await import("../store/forget.ts");
	const [home, environment] = [homeFolder(), process.env];
	if (home === undefined) return;
	const { keepDays } = loadConfig({ home, environment, directory: process.cwd() }).config;
	forgetOld(stateFolder(home, environment), keepDays, Date.now());
}

type Tools = Omit<Server, "name" | "version">;

/** Hooks call it; what the model may call too stands in its list. */
async function hookServer(host: Exclude<HookedHost, "gemini-cli">, offersRead: boolean): Promise<Tools> {
	const hooks = await hooksFor(host, `${process.pid}-${Date.now().toString(36)}`);
	const handle = async (input: object): Promise<string> => JSON.stringify(await hooks.handle(input));
	if (!offersRead) return { listed: [], call: (_, input) => handle(input) };
	const { READ_NAME, READ_TOOL, readNumbered } = await import("../host/codex/read-file.ts");
	return {
		listed: [READ_TOOL],
		call: async (tool, input) => (tool === READ_NAME ? readNumbered(input) : await handle(input)),
	};
}

async function echoServer(): Promise<Tools> {
	const { openBegunHooks } = await import("../host/gemini-cli/begun.ts");
	const { openServers } = await import("../host/gemini-cli/channel.ts");
	const { newEchoServer } = await import("../host/gemini-cli/echo-server.ts");
	const { hostHome } = await import("../host/gemini-cli/home.ts");
	const [home, environment] = [knownHome(), process.env];
	return newEchoServer({
		around: { home: hostHome({ home, environment }), project: process.cwd(), environment },
		host: process.ppid,
		server: process.pid,
		servers: openServers(geminiFolder(home, "servers"), isAlive),
		calls: geminiFolder(home, "calls"),
		begun: openBegunHooks(begunPlace(home)),
		now: Date.now,
		atEnd,
	});
}

/** Does something when this process ends, also where it is told to. */
function atEnd(work: () => void): void {
	process.on("exit", work);
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(0));
}
