import { homedir } from "node:os";
import { newHooks as claudeCodeHooks, type Hooks } from "../host/claude-code/hook.ts";
import { newHooks as codexHooks } from "../host/codex/hook.ts";
import { READ_NAME, READ_TOOL, readNumbered } from "../host/codex/read-file.ts";
import { type Brink, claudeCodeBrink } from "../limits/brink.ts";
import { openRecord } from "../store/record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { serve as serveTools } from "../wire/mcp-server.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { VERSION } from "./version.ts";

/** Answers the hooks of a host, for as long as it lives, over standard input and output. */
export async function serve(given: Given): Promise<number> {
	const [host] = given.rest;
	const hooks = hooksFor(host);
	const offersRead = given.flag("offer-read");
	if (offersRead && host !== "codex") throw new Mistake(`--offer-read is for codex only, not for ${host}.`);
	const call = async (tool: string, input: object): Promise<string> =>
		offersRead && tool === READ_NAME ? readNumbered(input) : JSON.stringify(await hooks.handle(input));
	const listed = offersRead ? [READ_TOOL] : [];
	await serveTools({ name: "ibid", version: VERSION, listed, call }, process.stdin, process.stdout);
	return 0;
}

/** Answers one hook of a host, whose JSON comes on standard input. Whatever goes wrong, the host goes on by itself. */
export async function hook(given: Given): Promise<number> {
	const hooks = hooksFor(given.rest[0]);
	try {
		const text = (await process.stdin.toArray()).join("");
		process.stdout.write(JSON.stringify(await hooks.handle(JSON.parse(text))));
	} catch {
		process.stdout.write("{}");
	}
	return 0;
}

function hooksFor(host: string | undefined): Hooks {
	const record = openRecord(stateFolder(homedir(), process.env), `${process.pid}-${Date.now().toString(36)}`);
	switch (host) {
		case "claude-code":
			return claudeCodeHooks(record, { now: Date.now, wait, later, brink: brinkIn(process.env) });
		case "codex":
			return codexHooks(record, { now: Date.now, wait });
		default:
			throw new Mistake(`There are no hooks for ${host ?? "no host"}; there are for claude-code and codex.`);
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

/** When Claude Code compacts, by the settings that it hands on to its hooks. */
function brinkIn(environment: Readonly<Record<string, string | undefined>>): Brink {
	const window = Number(environment.CLAUDE_CODE_AUTO_COMPACT_WINDOW);
	const share = Number(environment.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE) / 100;
	return claudeCodeBrink(window > 0 ? [window] : undefined, share > 0 ? share : undefined);
}
