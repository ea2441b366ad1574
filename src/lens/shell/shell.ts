import type { OwnEdit, OwnWrite, Part, Subject, View } from "../../core/types.ts";
import { fileSubject } from "../files.ts";
import { patchLens } from "../own/patch.ts";
import type { CallMeaning, Lens, ResultText, ToolCall } from "../types.ts";
import { NOTHING_SHOWN, plainView } from "../views.ts";
import { mayStep } from "./directory.ts";
import { parseScript, type ShellCommand, type Statement } from "./grammar.ts";
import { hasRun } from "./order.ts";
import { followScript, type KnownStatement } from "./outputs.ts";
import { patchIn } from "./own.ts";
import { type ScriptPlan, sectionScripts, viewFailure, viewOutput } from "./view.ts";

/** The arguments of a tool that runs commands, and what the host does to the output. */
export type ShellTool = {
	readonly command: string;
	/** The argument with the working directory, if any. */
	readonly directory?: string;
	/** The argument that runs the command in the background, if any. */
	readonly background?: string;
	/** The host trims blank lines from the top and the bottom of the output. */
	readonly trims: boolean;
	/** What the host writes before the output on its first line, if anything; it trims the indent of that line. */
	readonly word?: string;
	/** The host may show a terminal screen, with spaces instead of tabs. */
	readonly terminal?: boolean;
};

/** A tool that runs commands: lines of files that they print are known by number, all else is their output. */
export function shellLens(tool: ShellTool): Lens {
	return (call) => {
		const command = commandLine(call.input[tool.command]);
		if (command === undefined) return undefined;
		const meaning: CallMeaning = { by: { kind: "command", label: command }, ...lookAtScript(tool, call, command) };
		return tool.word === undefined ? meaning : behindWord(meaning, tool.word);
	};
}

function lookAtScript(tool: ShellTool, call: ToolCall, command: string): CallMeaning {
	const directory = directoryOf(tool, call);
	const script = parseScript(command);
	if (!script) return otherCommand(directory, command);
	const known = followCertain(script, directory);
	const patched = patchScript(call, known);
	if (patched) return patched;
	if (known.length === 0) return otherCommand(directory, command);
	if (tool.background !== undefined && call.input[tool.background] === true)
		return inBackground(known, directory, command);
	return meaningOf({
		script: known,
		scriptSubject: (part) => subjectOf(part, directory, command),
		trims: tool.trims,
		trimsIndent: tool.word !== undefined,
		terminal: tool.terminal === true,
	});
}

/** What is known of a script; a `cd` counts only if it has run for certain. */
function followCertain(script: readonly Statement[], directory: string): readonly KnownStatement[] {
	const assumed = followScript(script, directory);
	const isCertain = (at: number): boolean => hasRun(assumed, at);
	const isFollowed = assumed.every((each, at) => !mayStep(each) || isCertain(at));
	return isFollowed ? assumed : followScript(script, directory, isCertain);
}

/** A command line, given as a string or as the words `bash -lc SCRIPT`. */
function commandLine(command: unknown): string | undefined {
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

/** A script that only changes the directory and applies a patch. */
function patchScript(call: ToolCall, script: readonly KnownStatement[]): CallMeaning | undefined {
	const [last, ...steps] = script.toReversed();
	const isAlone = steps.every(({ statement }) => statement.commands[0]!.words[0]!.text === "cd");
	const patch = last?.statement.commands.length === 1 ? patchIn(last.statement.commands[0]!) : undefined;
	if (!isAlone || patch === undefined || last?.directory === undefined) return undefined;
	return patchLens({ ...call, input: { patch }, directory: last.directory });
}

function otherCommand(directory: string, command: string): CallMeaning {
	const subject: Subject = { kind: "command", name: `${directory}\n${command}`, label: command };
	const view: CallMeaning["view"] = (result) => plainView(subject, result);
	return { subjects: [subject], readOnly: false, own: [], view, failure: view };
}

function inBackground(script: readonly KnownStatement[], directory: string, command: string): CallMeaning {
	const subjects = [subjectOf(script, directory, command)];
	return { subjects, readOnly: false, own: [], view: () => NOTHING_SHOWN };
}

/** Statements as a subject: their text and directory, without leading `cd` commands. */
function subjectOf(script: readonly KnownStatement[], directory: string, command: string): Subject {
	const skipped = script.findIndex(({ statement }) => statement.commands[0]!.words[0]!.text !== "cd");
	const steps = skipped < 0 ? script : script.slice(skipped);
	const label = command.slice(steps[0]!.statement.start, steps.at(-1)!.statement.end);
	// A here-document is below its statement, so its text is added to the name.
	const documents = steps.flatMap(({ statement }) => statement.commands.flatMap(documentsOf));
	const name = [steps[0]!.directory ?? `${directory}, then ${command}`, label, ...documents].join("\n");
	return { kind: "command", name, label };
}

function documentsOf({ redirects }: ShellCommand): readonly string[] {
	return redirects.flatMap(({ target }) => (target.kind === "document" ? [target.text] : []));
}

function meaningOf(plan: ScriptPlan): CallMeaning {
	const { script } = plan;
	const files = script.flatMap(({ output }) => {
		return output.kind === "file" ? [output.stream.subject] : output.kind === "hits" ? [output.file] : [];
	});
	const streams = script.flatMap(({ output }) => (output.kind === "file" ? [output.stream] : []));
	const hits = script.flatMap(({ output }) => (output.kind === "hits" ? [{ subject: output.file }] : []));
	const asked = streams.flatMap(({ subject, ranges }) => ranges.map((lines) => ({ subject, lines })));
	const own = script.flatMap((known, at) => ownAt(script, known, at));
	const written = script.flatMap((known) => known.own.map(({ subject }) => subject));
	const single = script.length > 1 ? script.filter(printsOfItself).map((known) => [known]) : [];
	const sections = sectionScripts(script).filter((each) => each.length > 1 || !each.every(printsOfItself));
	const runs = [...single, ...sections, script].map(plan.scriptSubject);
	return {
		subjects: [...files, ...written, ...runs],
		asks: [...asked, ...hits],
		readOnly: script.every(({ failureSign }) => failureSign !== undefined),
		own,
		view: (result) => viewOutput(plan, result),
		failure: (result) => viewFailure(plan, result),
	};
}

/** Whether the output of a statement is a run of its command, to compare with other runs. */
function printsOfItself({ output }: KnownStatement): boolean {
	return output.kind === "other" || output.kind === "diff" || output.kind === "hits";
}

/** A later statement may change a written file again: then the text can be quoted, but it is not the whole file. */
function ownAt(
	script: readonly KnownStatement[],
	{ own }: KnownStatement,
	at: number,
): readonly (OwnWrite | OwnEdit)[] {
	if (!hasRun(script, at)) return [];
	const isLast = script.slice(at + 1).every(({ failureSign }) => failureSign !== undefined);
	if (isLast) return own;
	return own.map((each) => ({ kind: "edit", subject: each.subject, old: "", text: each.text, all: false }));
}

/**
 * The meaning of a command whose host writes a word before the first line of output and trims the indent of that line.
 * The first line helps to find the others, but it may be altered, so it belongs to no part.
 */
function behindWord(meaning: CallMeaning, word: string): CallMeaning {
	const { view, failure } = meaning;
	const below = (look: CallMeaning["view"]): CallMeaning["view"] => {
		return (result) => (result.lines[0]?.startsWith(word) ? belowFirst(look(withoutWord(result, word))) : look(result));
	};
	return { ...meaning, view: below(view), ...(failure && { failure: below(failure) }) };
}

function withoutWord({ lines: [first = "", ...others], notes }: ResultText, word: string): ResultText {
	return { lines: [first.slice(word.length), ...others], notes };
}

function belowFirst(view: View): View {
	if (view.kind === "shown") return { ...view, parts: view.parts.map(withoutFirst) };
	if (view.kind !== "diff") return view;
	return { ...view, parts: view.parts.map(withoutFirst), signed: view.signed.map(withoutFirst) };
}

function withoutFirst(part: Part): Part {
	const { from, count, first, room } = part;
	if (from > 0 || count === 0) return part;
	return { ...part, from: from + 1, count: count - 1, first: first + 1, room: Math.max(0, room - 1) };
}
