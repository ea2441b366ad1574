import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { FoundHost, Machine } from "../../install/types.ts";
import { askProgram } from "../../wire/ask-program.ts";
import { PLUGIN } from "./wired.ts";

/** What Codex knows about one of our hooks. */
export type KnownHook = {
	readonly key: string;
	readonly pluginId?: string | null | undefined;
	readonly currentHash: string;
	/** Among others "trusted", "untrusted", and "modified" if it has changed since it was trusted. */
	readonly trustStatus: string;
};

/** What Codex says about our plugin: its hooks, and the error if its server did not start. */
export type Known = { readonly hooks: readonly KnownHook[]; readonly failure: string | undefined };

/** Asks Codex for our hooks. Fails if Codex does not answer. */
export async function askHooks(machine: Machine, found: FoundHost): Promise<readonly KnownHook[]> {
	return (await askCodex(machine, found, false)).hooks;
}

/** The same, and lets Codex start our server and no other. */
export function askAll(machine: Machine, found: FoundHost): Promise<Known> {
	return askCodex(machine, found, true);
}

function askCodex({ home, environment }: Machine, { program }: FoundHost, isStarting: boolean): Promise<Known> {
	const started = { program, args: ["app-server"], environment, folder: home };
	return askProgram(started, async ({ ask, tell }) => {
		await ask("initialize", { clientInfo: { name: "ibid", version: "1" }, capabilities: { experimentalApi: true } });
		tell("initialized");
		const listed = v.parse(HooksShape, await ask("hooks/list", { cwds: [home] }));
		const hooks = listed.data.flatMap(({ hooks }) => hooks).filter(({ pluginId }) => pluginId === PLUGIN);
		if (!isStarting) return { hooks, failure: undefined };
		const servers = v.parse(ServersShape, await ask("mcpServerStatus/list", { serverName: "ibid" }));
		const ours = servers.data.find(({ pluginId }) => pluginId === PLUGIN);
		const failure = ours ? (ours.toolsError ?? undefined) : "Codex does not list it";
		return { hooks, failure };
	});
}

const HookShape: v.GenericSchema<unknown, KnownHook> = v.looseObject({
	key: v.string(),
	pluginId: v.nullish(v.string()),
	currentHash: v.string(),
	trustStatus: v.string(),
});
const HooksShape = v.looseObject({ data: v.array(v.looseObject({ hooks: v.array(HookShape) })) });
const ServersShape = v.looseObject({
	data: v.array(v.looseObject({ pluginId: v.nullish(v.string()), toolsError: v.nullish(v.string()) })),
});

/** Writes a small log in which a file is shown for the second time; returns the hook input for that call. */
export function makeTrial(folder: string): object {
	const log = join(folder, "log.jsonl");
	const command = "cat trial.txt";
	const output = `Chunk ID: 1\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 900\nOutput:\n${TEXT}`;
	const lines = [
		{ type: "session_meta", payload: { id: "trial", session_id: "trial", cwd: folder } },
		...callOf("1", command),
		{ type: "response_item", payload: { type: "function_call_output", call_id: "1", output } },
		...callOf("2", command),
	];
	const timestamp = new Date().toISOString();
	writeFileSync(log, lines.map((line) => `${JSON.stringify({ timestamp, ...line })}\n`).join(""));
	return {
		hook_event_name: "PostToolUse",
		session_id: "trial",
		transcript_path: log,
		turn_id: "1",
		cwd: folder,
		tool_name: "Bash",
		tool_input: { command },
		tool_use_id: "2",
		tool_response: TEXT,
	};
}

/** A command that was called and succeeded. */
function callOf(id: string, cmd: string): object[] {
	const call = { type: "function_call", call_id: id, name: "exec_command", arguments: JSON.stringify({ cmd }) };
	const item = { type: "CommandExecution", id, status: "completed", exit_code: 0 };
	return [
		{ type: "response_item", payload: call },
		{ type: "event_msg", payload: { type: "item_completed", item } },
	];
}

const TEXT = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a text that is shown twice.\n`).join("");
