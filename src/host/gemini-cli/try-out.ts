import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import type { FoundHost, Machine, MachineSurroundings } from "../../install/types.ts";
import { unusedWords } from "../../install/wired.ts";
import { askProgram, type ProgramTalk } from "../../wire/ask-program.ts";
import { SERVER, TOOL } from "./channel.ts";
import { hostHome } from "./home.ts";
import { SERVING, wired } from "./wired.ts";

/**
 * Lets the host list its hooks, starts the server as the host would, and lets these hooks answer a text that was shown
 * before.
 */
export async function tryOut(machine: Machine, found: FoundHost): Promise<string | undefined> {
	const now = wired(machine);
	if (now.kind !== "yes") return unusedWords(now);
	const command = await commandKnown(machine, found);
	if (command === undefined) return "Gemini CLI does not list ibid's hooks.";
	const folder = mkdtempSync(join(tmpdir(), "ibid-trial-"));
	try {
		const [program = "", ...args] = now.launcher;
		// The user's settings and the record are not part of the trial.
		const own = { IBID: undefined, IBID_STATE: folder, XDG_CONFIG_HOME: folder, APPDATA: folder };
		const server = { program, args: [...args, ...SERVING], environment: { ...machine.environment, ...own }, folder };
		return await askProgram(server, (talk) => shorten(talk, machine, { command, folder, environment: own }));
	} catch (error) {
		return `ibid's server does not work: ${error instanceof Error ? error.message : error}.`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The command of our hook, as the host has read it. */
async function commandKnown(machine: Machine, { program }: FoundHost): Promise<string | undefined> {
	const args = ["extensions", "list", "--output-format", "json"];
	const { output, errors } = await machine.run(program, args, aroundHost(machine));
	// The list is on standard error, perhaps after warnings.
	const listed = v.safeParse(ListShape, /^\[$.*^\]$/ms.exec(`${output}\n${errors}`)?.[0]);
	const ours = listed.success ? listed.output.find(({ name, isActive }) => name === SERVER && isActive) : undefined;
	return ours?.hooks?.AfterTool?.[0].hooks[0].command;
}

const GroupShape = v.looseObject({ hooks: v.looseTuple([v.looseObject({ command: v.string() })]) });
const ListShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.array(
		v.looseObject({
			name: v.string(),
			isActive: v.boolean(),
			hooks: v.optional(v.looseObject({ AfterTool: v.optional(v.looseTuple([GroupShape])) })),
		}),
	),
);

type Trial = {
	readonly command: string;
	readonly folder: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
};

async function shorten(
	{ ask }: ProgramTalk,
	machine: Machine,
	{ command, ...around }: Trial,
): Promise<string | undefined> {
	await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT });
	await ask("tools/list", {});
	const { before, after } = makeTrial(around.folder);
	const [shell, ...args] = process.platform === "win32" ? ["powershell", "-NoProfile", "-Command"] : ["bash", "-c"];
	const tell = (event: object): ReturnType<Machine["run"]> =>
		machine.run(shell, [...args, command], { ...around, input: JSON.stringify(event) });
	await tell(before);
	const { output, errors } = await tell(after);
	const answer = v.safeParse(AnswerShape, output);
	if (!answer.success) return `A text that was sent twice was not shortened: ${output}${errors}`;
	const { name, args: input } = answer.output.hookSpecificOutput.tailToolCallRequest;
	const said = JSON.stringify(await ask("tools/call", { name: TOOL.name, arguments: input }));
	return name === `mcp_${SERVER}_${TOOL.name}` && said.includes("[ibid]") ? undefined : `The server says: ${said}`;
}

const CLIENT = { name: "ibid", version: "1" };
const AnswerShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		hookSpecificOutput: v.looseObject({
			tailToolCallRequest: v.object({ name: v.string(), args: v.record(v.string(), v.unknown()) }),
		}),
	}),
);

/** Writes a small log in which a file is read for the second time; returns the inputs of the hooks for that call. */
function makeTrial(folder: string): { readonly before: object; readonly after: object } {
	const log = join(folder, "log.jsonl");
	const [name, args] = ["read_file", { file_path: join(folder, "trial.txt") }];
	const functionResponse = { id: "1", name, response: { output: TEXT } };
	const reply = {
		type: "gemini",
		content: "",
		thoughts: [],
		tokens: { input: 1_000, output: 10 },
		model: "gemini-2.5-pro",
	};
	const lines = [
		{ sessionId: SESSION, projectHash: SESSION, startTime: TIME, lastUpdated: TIME, kind: "main" },
		{ id: "a", timestamp: TIME, type: "user", content: [{ text: contextOf(folder) }] },
		{
			id: "b",
			timestamp: TIME,
			...reply,
			toolCalls: [{ id: "1", name, args, result: [{ functionResponse }], status: "success" }],
		},
		{ id: "c", timestamp: TIME, type: "user", content: [{ functionResponse }] },
		{ id: "d", timestamp: TIME, ...reply },
	];
	writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	const told = { session_id: SESSION, transcript_path: log, cwd: folder, tool_name: name, tool_input: args };
	return {
		before: { hook_event_name: "BeforeTool", ...told },
		after: { hook_event_name: "AfterTool", ...told, tool_response: { llmContent: TEXT } },
	};
}

const SESSION = "trial";
const TIME = "2026-01-01T00:00:00.000Z";
const TEXT = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a text that is shown twice.\n`).join("");

function contextOf(folder: string): string {
	return `<session_context>\n- **Workspace Directories:**\n  - ${folder}\n- **Directory Structure:**\n</session_context>`;
}

/** Gemini CLI on a machine. */
export async function find(machine: Machine): Promise<FoundHost | undefined> {
	const program = machine.find("gemini");
	if (program === undefined) return undefined;
	// In the user's home even this question leaves files behind, and fails if settings are broken.
	const home = newFolder([tmpdir(), machine.data, machine.home]);
	try {
		const around = { folder: home, environment: { ...QUIET, GEMINI_CLI_HOME: home } };
		const { output } = await machine.run(program, ["--version"], around);
		const [version] = /\d+\.\d+\.\d+\S*/.exec(output) ?? [];
		return version === undefined ? undefined : { program, version };
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}

/** A new folder in the first of these where one can be made: the temporary folder may be missing. */
function newFolder([parent = "", ...more]: readonly string[]): string {
	try {
		return mkdtempSync(join(parent, "ibid-gemini-"));
	} catch (error) {
		if (more.length > 0) return newFolder(more);
		throw error;
	}
}

/**
 * How to run the host to read or change the user's files: in the home directory, so no project's settings apply, and
 * trusted for this one run. Otherwise it would ask, or trust the folder for good if it cannot ask.
 */
export function aroundHost(machine: Machine): MachineSurroundings {
	return { folder: hostHome(machine), environment: { ...QUIET, GEMINI_CLI_TRUST_WORKSPACE: "true" } };
}

/** One process instead of two, and output without colours. */
const QUIET = { GEMINI_CLI_NO_RELAUNCH: "true", NO_COLOR: "1", FORCE_COLOR: undefined };
