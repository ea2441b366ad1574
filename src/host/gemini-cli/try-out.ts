import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import type { FoundHost, Machine, MachineSurroundings } from "../../install/types.ts";
import { unusedWords } from "../../install/wired.ts";
import { hashesOfNote } from "../../store/answer-line.ts";
import { openRecord } from "../../store/record.ts";
import { hostHome } from "./home.ts";
import { EXTENSION, wired } from "./wired.ts";

/** Lets the host list its hooks, and asks ours about a call that would write a note into a file. */
export async function tryOut(machine: Machine, found: FoundHost): Promise<string | undefined> {
	const now = wired(machine);
	if (now.kind !== "yes") return unusedWords(now);
	const command = await commandKnown(machine, found);
	if (command === undefined) return "Gemini CLI does not list ibid's hook.";
	const folder = mkdtempSync(join(tmpdir(), "ibid-trial-"));
	try {
		return await askHook(machine, command, folder);
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
	const ours = listed.success ? listed.output.find(({ name, isActive }) => name === EXTENSION && isActive) : undefined;
	return ours?.hooks?.BeforeTool?.[0].hooks[0].command;
}

const GroupShape = v.looseObject({ hooks: v.looseTuple([v.looseObject({ command: v.string() })]) });
const ListShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.array(
		v.looseObject({
			name: v.string(),
			isActive: v.boolean(),
			hooks: v.optional(v.looseObject({ BeforeTool: v.optional(v.looseTuple([GroupShape])) })),
		}),
	),
);

/** The user's settings and the record are not part of the trial: all that it needs is in a folder of its own. */
async function askHook(machine: Machine, command: string, folder: string): Promise<string | undefined> {
	noteSent(folder);
	const [shell, ...args] = process.platform === "win32" ? ["powershell", "-NoProfile", "-Command"] : ["bash", "-c"];
	const environment = { IBID: undefined, IBID_STATE: folder, XDG_CONFIG_HOME: folder, APPDATA: folder };
	const input = JSON.stringify({
		hook_event_name: "BeforeTool",
		session_id: SESSION,
		cwd: folder,
		tool_name: "write_file",
		tool_input: { file_path: join(folder, "trial.txt"), content: NOTE },
	});
	const { output, errors } = await machine.run(shell, [...args, command], { folder, environment, input });
	const isRefused = v.is(AnswerShape, output);
	return isRefused ? undefined : `A call that would write a note into a file was not refused: ${output}${errors}`;
}

const SESSION = "trial";
const NOTE = "[ibid] lines 1-60 as last shown by read_file";
const AnswerShape = v.pipe(v.string(), v.parseJson(), v.looseObject({ decision: v.literal("deny") }));

/** Records that the note was sent. */
function noteSent(folder: string): void {
	openRecord(folder, "trial").write({
		...{ kind: "notes", schema: 1, time: Date.now(), host: "gemini-cli", session: SESSION },
		noteHashes: hashesOfNote(NOTE),
	});
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
