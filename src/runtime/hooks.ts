import { readFileSync, writeFileSync } from "node:fs";
import { followConfig, isFolding, isOn, loadConfig, preferredTerms } from "../config/load.ts";
import { homeFolder } from "../config/places.ts";
import type { Settings } from "../config/types.ts";
import { isUnderRun } from "../config/under-run.ts";
import type { HostDefinition, HostHooks, HostRuntime, ServedTools } from "../host/definition.ts";
import type { HookOutlines } from "../host/hook-outlines.ts";
import { HOOKED_HOSTS, SERVED_HOSTS } from "../hosts.ts";
import { forgetOld } from "../store/forget.ts";
import { openRecord, openSharedRecord } from "../store/record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { lazyOutliner } from "../symbol/lazy-outliner.ts";
import { serve as serveTools } from "../wire/mcp-server.ts";
import { builtFolder, ownFile, VERSION } from "./program.ts";
import { hostNamed, refuseTyped } from "./typed.ts";
import { UserError } from "./user-error.ts";

/** Answers one hook of a host, whose JSON is on standard input. If anything fails, the host goes on as without ibid. */
export async function hook(name: string | undefined): Promise<number> {
	const host = hostNamed(name, HOOKED_HOSTS);
	await refuseTyped("hook", host);
	const hooks = await hooksFor(host, "hooks");
	let said = "{}";
	try {
		// The host waits for this: synchronous reads and writes are faster than streams.
		said = JSON.stringify(await hooks.handle(JSON.parse(readFileSync(0, "utf8"))));
	} catch {
		// Then there is nothing to say.
	}
	writeFileSync(1, said);
	return 0;
}

/**
 * The hooks of a host. `writer` names the writer of the record: a long-lived process, or all processes that answer one
 * hook each.
 */
async function hooksFor(host: HostDefinition, writer: string): Promise<HostHooks> {
	const [home, environment] = [homeFolder(), process.env];
	const runtime = await host.runtime?.();
	// Without a home directory there are no settings and no place for the record.
	if (home === undefined || !runtime) return { handle: async () => ({}) };
	const state = stateFolder(home, environment);
	const { now: settings } = followConfig({ home, environment, hosts: [host] }, ownFile());
	const shared = { now: Date.now, isGuarded: (directory: string) => settings(directory).config.guard };
	const hooks = isUnderRun(environment)
		? await runtime.guard({ ...shared, record: openSharedRecord(state, writer) })
		: await runtime.hooks({
				...{ ...shared, home, state, environment, settings, record: openRecord(state, writer) },
				prefer: (terms, directory) => preferredTerms(terms, settings(directory)),
				outlines: outlinesFor(settings),
				...{ wait, later },
			});
	return {
		handle: async (event) => (isOn(settings(directoryIn(event)).config, host.name) ? await hooks.handle(event) : {}),
	};
}

function outlinesFor(settings: (directory: string) => Settings): HookOutlines {
	const outliner = lazyOutliner(async () => {
		const { builtOutliner } = await import("../symbol/built-outliner.ts");
		return builtOutliner(builtFolder(process.argv[1] ?? ""));
	});
	return { ...outliner, isOn: (directory) => isFolding(settings(directory).config) };
}

/** The working directory of a host, from the input of a hook. */
function directoryIn(event: unknown): string {
	const isTold = typeof event === "object" && event !== null && "cwd" in event && typeof event.cwd === "string";
	return isTold ? String(event.cwd) : process.cwd();
}

/** If this fails, the work is done again when it is needed. */
function later(work: () => void): void {
	const timer = setTimeout(() => {
		try {
			work();
		} catch {
			// No host waits for it.
		}
	}, SOON);
	timer.unref();
}

/** The host writes its log a moment after it called the hook. */
const SOON = 25;

function wait(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Serves a host over standard input and output as long as the host runs. */
export async function serve(name: string | undefined, offersRead: boolean): Promise<number> {
	const host = hostNamed(name, SERVED_HOSTS);
	if (offersRead && !host.offersRead)
		throw new UserError(`--offer-read is for ${OFFERING} only, not for ${host.name}.`);
	await refuseTyped("serve", host);
	forget();
	const runtime = await host.runtime?.();
	const tools = await hookServer(host, offersRead ? runtime?.offer : undefined);
	// A host that is gone no longer reads.
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
	await serveTools({ name: "ibid", version: VERSION, ...tools }, process.stdin, process.stdout);
	return 0;
}

const OFFERING: string = SERVED_HOSTS.filter(({ offersRead }) => offersRead)
	.map(({ name }) => name)
	.join(" and ");

/** A long-lived process has time to delete old records. */
function forget(): void {
	const [home, environment] = [homeFolder(), process.env];
	if (home === undefined) return;
	const { keepDays } = loadConfig({ home, environment, hosts: [], directory: process.cwd() }).config;
	forgetOld(stateFolder(home, environment), keepDays, Date.now());
}

/** For hooks only; tools that the model may call are in the server's list. */
async function hookServer(host: HostDefinition, offer: HostRuntime["offer"]): Promise<ServedTools> {
	const hooks = await hooksFor(host, `${process.pid}-${Date.now().toString(36)}`);
	const handle = async (input: object): Promise<string> => JSON.stringify(await hooks.handle(input));
	const offered = await offer?.();
	return {
		listed: offered ? [offered.tool] : [],
		call: async (tool, input) => (tool === offered?.name ? await offered.call(input) : await handle(input)),
	};
}
