import type { OwnEdit, OwnWrite, Subject } from "../../core/types.ts";
import { patchLens } from "../own/tools.ts";
import { fileSubject } from "../paths.ts";
import { NOTHING_SHOWN, plainView } from "../text.ts";
import type { Lens, Sight, ToolCall } from "../types.ts";
import { behindWord } from "./behind-word.ts";
import { type Command, parseScript, type Statement } from "./grammar.ts";
import { hasRun } from "./order.ts";
import { followScript, type Known } from "./outputs.ts";
import { patchIn } from "./own.ts";
import { mayStep } from "./place.ts";
import { type Plan, viewFailure, viewOutput } from "./view.ts";

/** How a tool that runs commands is called, and what the host does to their output. */
export type ShellTool = {
	readonly command: string;
	/** The argument that says where to run it, if any. */
	readonly directory?: string;
	/** The argument that says to run it without waiting for its output, if any. */
	readonly background?: string;
	/** The host takes blank lines off the top and the bottom of the output. */
	readonly trims: boolean;
	/** What the host writes before the first line of the output, on that same line and in place of space, if anything. */
	readonly word?: string;
	/** The host may show what a terminal would, with spaces in place of tabs. */
	readonly terminal?: boolean;
};

/** A tool that runs commands: what they print of files is known by number, all else is their output. */
export function shellLens(tool: ShellTool): Lens {
	return (call) => {
		const command = commandOf(call.input[tool.command]);
		if (command === undefined) return undefined;
		const sight: Sight = { by: { kind: "command", label: command }, ...look(tool, call, command) };
		return tool.word === undefined ? sight : behindWord(sight, tool.word);
	};
}

function look(tool: ShellTool, call: ToolCall, command: string): Sight {
	const directory = directoryOf(tool, call);
	const script = parseScript(command);
	if (!script) return otherCommand(directory, command);
	const known = followCertain(script, directory);
	const patched = patchSight(call, known);
	if (patched) return patched;
	if (known.length === 0) return otherCommand(directory, command);
	if (tool.background !== undefined && call.input[tool.background] === true)
		return inBackground(known, directory, command);
	return sightOf({
		script: known,
		subjectOf: (part) => subjectOf(part, directory, command),
		trims: tool.trims,
		trimsIndent: tool.word !== undefined,
		terminal: tool.terminal === true,
	});
}

/** What is known of a script if a change of the directory counts only where it has been made for certain. */
function followCertain(script: readonly Statement[], directory: string): readonly Known[] {
	const assumed = followScript(script, directory);
	const isCertain = (at: number): boolean => hasRun(assumed, at);
	const isFollowed = assumed.every((each, at) => !mayStep(each) || isCertain(at));
	return isFollowed ? assumed : followScript(script, directory, isCertain);
}

/** A command line, or the words of one that a shell is told to run. */
function commandOf(command: unknown): string | undefined {
	if (typeof command === "string") return command;
	if (!Array.isArray(command) || command.length !== 3) return undefined;
	const [shell, flag, script] = command as unknown[];
	const isShell = typeof shell === "string" && /^(?:\/\S*\/)?(?:ba|z)?sh$/.test(shell);
	return isShell && (flag === "-lc" || flag === "-c") && typeof script === "string" ? script : undefined;
}

function directoryOf({ directory }: ShellTool, call: ToolCall): string {
	const given = directory === undefined ? undefined : call.input[directory];
	return given === undefined || given === "" ? call.directory : (fileSubject(call.directory, given)?.name ?? "");
}

/** A script that applies a patch and does nothing else but go where it is meant for. */
function patchSight(call: ToolCall, script: readonly Known[]): Sight | undefined {
	const [last, ...steps] = script.toReversed();
	const isAlone = steps.every(({ statement }) => statement.commands[0]!.words[0]!.text === "cd");
	const patch = last?.statement.commands.length === 1 ? patchIn(last.statement.commands[0]!) : undefined;
	if (!isAlone || patch === undefined || last?.directory === undefined) return undefined;
	return patchLens({ ...call, input: { patch }, directory: last.directory });
}

function otherCommand(directory: string, command: string): Sight {
	const subject: Subject = { kind: "command", name: `${directory}\n${command}`, label: command };
	const view: Sight["view"] = (page) => plainView(subject, page);
	return { subjects: [subject], readOnly: false, own: [], view, failure: view };
}

function inBackground(script: readonly Known[], directory: string, command: string): Sight {
	const subjects = [subjectOf(script, directory, command)];
	return { subjects, readOnly: false, own: [], view: () => NOTHING_SHOWN };
}

/** Statements as a subject: where they run and what they are, without the steps that only lead there. */
function subjectOf(script: readonly Known[], directory: string, command: string): Subject {
	const skipped = script.findIndex(({ statement }) => statement.commands[0]!.words[0]!.text !== "cd");
	const steps = skipped < 0 ? script : script.slice(skipped);
	const label = command.slice(steps[0]!.statement.start, steps.at(-1)!.statement.end);
	// A document stands below the line that asks for it, behind the end of the statement.
	const documents = steps.flatMap(({ statement }) => statement.commands.flatMap(documentsOf));
	const name = [steps[0]!.directory ?? `${directory}, then ${command}`, label, ...documents].join("\n");
	return { kind: "command", name, label };
}

function documentsOf({ redirects }: Command): readonly string[] {
	return redirects.flatMap(({ target }) => (target.kind === "document" ? [target.text] : []));
}

function sightOf(plan: Plan): Sight {
	const { script } = plan;
	const files = script.flatMap(({ output }) => {
		return output.kind === "file" ? [output.stream.subject] : output.kind === "hits" ? [output.file] : [];
	});
	const streams = script.flatMap(({ output }) => (output.kind === "file" ? [output.stream] : []));
	const hits = script.flatMap(({ output }) => (output.kind === "hits" ? [{ subject: output.file }] : []));
	const asked = streams.flatMap(({ subject, ranges }) => ranges.map((lines) => ({ subject, lines })));
	const own = script.flatMap((known, at) => ownAt(script, known, at));
	const written = script.flatMap((known) => known.own.map(({ subject }) => subject));
	const inside = script.length > 1 ? script.filter(printsOfItself).map((known) => plan.subjectOf([known])) : [];
	return {
		subjects: [...files, ...written, ...inside, plan.subjectOf(script)],
		asks: [...asked, ...hits],
		readOnly: script.every(({ manners }) => manners !== undefined),
		own,
		view: (page) => viewOutput(plan, page),
		failure: (page) => viewFailure(plan, page),
	};
}

/** Whether a statement of a script is a run of its command that others may be compared with. */
function printsOfItself({ output }: Known): boolean {
	return output.kind === "other" || output.kind === "diff" || output.kind === "hits";
}

/** What comes behind a write may have changed the file again: then only the text counts, not that it is the file. */
function ownAt(script: readonly Known[], { own }: Known, at: number): readonly (OwnWrite | OwnEdit)[] {
	if (!hasRun(script, at)) return [];
	const isLast = script.slice(at + 1).every(({ manners }) => manners !== undefined);
	if (isLast) return own;
	return own.map((each) => ({ kind: "edit", subject: each.subject, old: "", text: each.text, all: false }));
}
