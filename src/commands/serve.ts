import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Channel } from "../host/gemini-cli/channel.ts";
import { type AnswerRecord, openRecord } from "../store/record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { type Server, serve as serveTools } from "../wire/mcp-server.ts";
import { hostNamed } from "./host-names.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { VERSION } from "./version.ts";

/** What answers the hooks of a host. */
type Hooks = { handle(event: unknown): Promise<object> };

const HOSTS = ["claude-code", "codex", "gemini-cli"] as const;
type HookedHost = (typeof HOSTS)[number];

/** Does for a host what it asks for, for as long as it lives, over standard input and output. */
export async function serve(given: Given): Promise<number> {
	const host = hostNamed(given.rest[0], HOSTS);
	const offersRead = given.flag("offer-read");
	if (offersRead && host !== "codex") throw new Mistake(`--offer-read is for codex only, not for ${host}.`);
	const server = host === "gemini-cli" ? await echoServer() : await hookServer(host, offersRead);
	await serveTools({ name: "ibid", version: VERSION, ...server }, process.stdin, process.stdout);
	return 0;
}

type Tools = Omit<Server, "name" | "version">;

/** Hooks call it; what the model may call too stands in its list. */
async function hookServer(host: Exclude<HookedHost, "gemini-cli">, offersRead: boolean): Promise<Tools> {
	const hooks = await hooksFor(host, false, `${process.pid}-${Date.now().toString(36)}`);
	const handle = async (input: object): Promise<string> => JSON.stringify(await hooks.handle(input));
	if (!offersRead) return { listed: [], call: (_, input) => handle(input) };
	const { READ_NAME, READ_TOOL, readNumbered } = await import("../host/codex/read-file.ts");
	return {
		listed: [READ_TOOL],
		call: async (tool, input) => (tool === READ_NAME ? readNumbered(input) : await handle(input)),
	};
}

/** Says what it is told to say; hooks know that it is there once the host knows its tool. */
async function echoServer(): Promise<Tools> {
	const { openServers, TOOL } = await import("../host/gemini-cli/channel.ts");
	const { isTrusted } = await import("../host/gemini-cli/trust.ts");
	const { forgetOldTurns } = await import("../host/gemini-cli/turn-calls.ts");
	const whenListed = (): void => {
		forgetOldTurns(geminiFolder("calls"), Date.now());
		if (!isTrusted(geminiHome(), process.cwd())) return;
		process.on("exit", openServers(geminiFolder("servers"), isAlive).announce(process.ppid, process.pid));
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(0));
	};
	return { listed: [TOOL], whenListed, call: async (_, { text }) => String(text) };
}

/** Answers one hook of a host, whose JSON comes on standard input. Whatever goes wrong, the host goes on by itself. */
export async function hook(given: Given): Promise<number> {
	const hooks = await hooksFor(hostNamed(given.rest[0], HOSTS), given.flag("as-errors"), "hooks");
	try {
		const text = readFileSync(process.stdin.fd, "utf8");
		process.stdout.write(JSON.stringify(await hooks.handle(JSON.parse(text))));
	} catch {
		process.stdout.write("{}");
	}
	return 0;
}

/** `writer` names who writes the record: a process that lives long, or all those that answer one hook each. */
async function hooksFor(host: HookedHost, asErrors: boolean, writer: string): Promise<Hooks> {
	const record = openRecord(stateFolder(homedir(), process.env), writer);
	switch (host) {
		case "claude-code": {
			const { newHooks } = await import("../host/claude-code/hook.ts");
			const { brinkIn } = await import("../limits/brink.ts");
			return newHooks(record, { now: Date.now, wait, later, brink: brinkIn(process.env) });
		}
		case "codex":
			return (await import("../host/codex/hook.ts")).newHooks(record, { now: Date.now, wait });
		case "gemini-cli":
			return await geminiHooks(record, asErrors);
	}
}

async function geminiHooks(record: AnswerRecord, asErrors: boolean): Promise<Hooks> {
	const { newHooks } = await import("../host/gemini-cli/hook.ts");
	const { openServers, refusal, tailCall } = await import("../host/gemini-cli/channel.ts");
	const channel = (): Channel | undefined => {
		if (openServers(geminiFolder("servers"), isAlive).has(process.ppid)) return tailCall;
		return asErrors ? refusal : undefined;
	};
	return newHooks(record, { now: Date.now, folder: geminiFolder("calls"), home: geminiHome(), channel });
}

function geminiFolder(name: string): string {
	return join(stateFolder(homedir(), process.env), "gemini-cli", name);
}

function geminiHome(): string {
	return process.env.GEMINI_CLI_HOME || homedir();
}

function isAlive(process_: number): boolean {
	try {
		return process.kill(process_, 0);
	} catch {
		return false;
	}
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
