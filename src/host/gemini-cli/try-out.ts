import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import type { FoundHost, Machine } from "../../install/types.ts";
import { unusedWords } from "../../install/wired.ts";
import { askProgram, type ProgramTalk } from "../../wire/ask-program.ts";
import { SERVER, TOOL } from "./channel.ts";
import { aroundHost } from "./find.ts";
import { makeTrial } from "./trial.ts";
import { SERVING, wired } from "./wired.ts";

/**
 * Has the host tell which hooks it knows, starts the server as the host would, and lets those very hooks answer a text that
 * was shown before.
 */
export async function tryOut(machine: Machine, found: FoundHost): Promise<string | undefined> {
	const now = wired(machine);
	if (now.kind !== "yes") return unusedWords(now);
	const command = await commandKnown(machine, found);
	if (command === undefined) return "Gemini CLI does not know the hooks of ibid.";
	const folder = mkdtempSync(join(tmpdir(), "ibid-trial-"));
	try {
		const [program = "", ...args] = now.launcher;
		// What the user has set, and what is counted, is no part of the trial.
		const own = { IBID: undefined, IBID_STATE: folder, XDG_CONFIG_HOME: folder, APPDATA: folder };
		const server = { program, args: [...args, ...SERVING], environment: { ...machine.environment, ...own }, folder };
		return await askProgram(server, (talk) => shorten(talk, machine, { command, folder, environment: own }));
	} catch (error) {
		return `The server of ibid does not work: ${error instanceof Error ? error.message : error}.`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The command of a hook of ours, as the host has read it. */
async function commandKnown(machine: Machine, { program }: FoundHost): Promise<string | undefined> {
	const args = ["extensions", "list", "--output-format", "json"];
	const { output, errors } = await machine.run(program, args, aroundHost(machine));
	// It says it where others complain, and may complain before it.
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
	if (!answer.success) return `A text that was shown twice is not shortened: ${output}${errors}`;
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
