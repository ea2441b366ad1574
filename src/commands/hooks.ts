import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../audit/places.ts";
import { type Following, followConfig, isOn } from "../config/load.ts";
import { homeFolder } from "../config/places.ts";
import { preferred } from "../config/prefer.ts";
import type { Policy } from "../core/policy.ts";
import type { BegunPlace } from "../host/gemini-cli/begun.ts";
import type { Channel } from "../host/gemini-cli/channel.ts";
import { type AnswerRecord, answersIn, openRecord } from "../store/record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { hostNamed } from "./host-names.ts";
import { isAlive } from "./is-alive.ts";
import { ownFile } from "./package-root.ts";
import { refuseTyped } from "./typed.ts";

/** What answers the hooks of a host. */
export type Hooks = { handle(event: unknown): Promise<object> };

/** The hosts that have hooks of ours. */
export const HOOKED_HOSTS = ["claude-code", "codex", "gemini-cli"] as const;
export type HookedHost = (typeof HOOKED_HOSTS)[number];

/** Answers one hook of a host, whose JSON comes on standard input. Whatever goes wrong, the host goes on by itself. */
export async function hook(name: string | undefined): Promise<number> {
	const host = hostNamed(name, HOOKED_HOSTS);
	await refuseTyped("hook", host);
	const hooks = await hooksFor(host, "hooks");
	let said = "{}";
	try {
		// A host waits for this: reading and writing at once takes less time than streams do.
		said = JSON.stringify(await hooks.handle(JSON.parse(readFileSync(0, "utf8"))));
	} catch {
		// Then there is nothing to say.
	}
	writeFileSync(1, said);
	return 0;
}

/** The hooks of a host. `writer` names who writes the record: a process that lives long, or all that answer one hook each. */
export async function hooksFor(host: HookedHost, writer: string): Promise<Hooks> {
	const home = homeFolder();
	// Nobody knows then what the user wants, nor where to write it down.
	if (home === undefined) return { handle: async () => ({}) };
	const record = openRecord(stateFolder(home, process.env), writer);
	const { now } = followConfig({ home, environment: process.env }, ownFile());
	const hooks = await newHooksFor(host, home, record, now);
	return {
		handle: async (event) => (isOn(now(directoryIn(event)).config, host) ? await hooks.handle(event) : {}),
	};
}

/** Where a host works, by what it tells a hook. */
function directoryIn(event: unknown): string {
	const isTold = typeof event === "object" && event !== null && "cwd" in event && typeof event.cwd === "string";
	return isTold ? String(event.cwd) : process.cwd();
}

async function newHooksFor(
	host: HookedHost,
	home: string,
	record: AnswerRecord,
	now: Following["now"],
): Promise<Hooks> {
	const prefer = (policy: Policy, directory: string): Policy => preferred(policy, now(directory));
	const wishes: Wishes = { prefer, isGuarded: (directory) => now(directory).config.guard };
	switch (host) {
		case "claude-code": {
			const { newHooks } = await import("../host/claude-code/hook.ts");
			const { newNotices } = await import("../host/claude-code/notice.ts");
			const { brinkIn } = await import("../limits/brink.ts");
			const notices = newNotices(stateFolder(home, process.env), (directory) => now(directory).config.notice);
			return newHooks(record, { now: Date.now, wait, later, ...wishes, brink: brinkIn(process.env) }, notices);
		}
		case "codex":
			return (await import("../host/codex/hook.ts")).newHooks(record, { now: Date.now, wait, ...wishes });
		case "gemini-cli":
			return await geminiHooks(home, record, wishes, now(process.cwd()).config.geminiAsErrors);
	}
}

/** What the user wants in a directory. */
type Wishes = {
	readonly prefer: (policy: Policy, directory: string) => Policy;
	readonly isGuarded: (directory: string) => boolean;
};

async function geminiHooks(home: string, record: AnswerRecord, wishes: Wishes, asErrors: boolean): Promise<Hooks> {
	const { newHooks } = await import("../host/gemini-cli/hook.ts");
	const { hostHome } = await import("../host/gemini-cli/home.ts");
	const { openServers, refusal, tailCall } = await import("../host/gemini-cli/channel.ts");
	const channel = (): Channel | undefined => {
		if (openServers(geminiFolder(home, "servers"), isAlive).has(process.ppid)) return tailCall;
		return asErrors ? refusal : undefined;
	};
	const { openBegunHooks } = await import("../host/gemini-cli/begun.ts");
	const begun = openBegunHooks(begunPlace(home));
	const around = { home: hostHome({ home, environment: process.env }), folder: geminiFolder(home, "calls") };
	return newHooks(record, { now: Date.now, begun, ...around, channel, ...wishes });
}

/** Where hooks of Gemini CLI that have begun and not ended are noted. */
export function begunPlace(home: string, environment: Environment = process.env): BegunPlace {
	const answers = answersIn(stateFolder(home, environment));
	return { folder: geminiFolder(home, "begun", environment), answers, now: Date.now, isAlive };
}

/** A folder of what hooks and server of Gemini CLI tell each other. */
export function geminiFolder(home: string, name: string, environment: Environment = process.env): string {
	return join(stateFolder(home, environment), "gemini-cli", name);
}

/** Whatever goes wrong then is met again when it is needed. */
function later(work: () => void): void {
	const timer = setTimeout(() => {
		try {
			work();
		} catch {
			// Nobody waits for it.
		}
	}, SOON);
	timer.unref();
}

/** The host writes its log a moment after it has told us. */
const SOON = 25;

function wait(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
