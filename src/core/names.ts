import { valueAt, valuesIn } from "./layered.ts";
import { MARK } from "./lines.ts";
import type { Passage } from "./sheet.ts";
import type { Subject, Witness } from "./types.ts";
import { commandsIn, keyOf, type SubjectState, type Window, witnessKey } from "./window.ts";

/** What a note calls the arrival's own subject: nothing. */
export const ITSELF = "";

/**
 * A name that leads the model to this subject and no other: what it called the subject in that very passage. If two
 * subjects share the label of the arrival, its own subject needs a name too; files may also be named by their full
 * path.
 */
export function nameSubject(window: Window, subject: Subject, passage: Passage, arriving: Subject): string | undefined {
	const { label } = passage;
	const isItself = keyOf(subject) === keyOf(arriving);
	if (isItself && isOnly(window, subject, arriving.label) && !showsSeveral(window, passage)) return ITSELF;
	const isFile = subject.kind === "file";
	const names = isFile ? [label, subject.name] : cutsOf(label, LABEL_LENGTHS);
	const isClear = (name: string): boolean => isItself || !goesBy(arriving.label, name, isFile);
	return names.find((name) => isClear(name) && isOnly(window, subject, name) && !beginsOthers(window, label, name));
}

/** Whether a cut label is also how other commands begin, as the model wrote them: a label may lack their first steps. */
function beginsOthers(window: Window, label: string, name: string): boolean {
	const isOther = (command: string): boolean => goesBy(command, name, false) && !command.startsWith(label);
	return name !== label && [...commandsIn(window)].some(isOther);
}

/** Whether no other subject goes by a label. */
function isOnly(window: Window, subject: Subject, label: string): boolean {
	const named = subjectsByLabel(window, subject.kind === "file", label);
	return named.every((state) => state.subject.name === subject.name);
}

/** Whether a command shows other files too: then the numbers in its output do not say which file they belong to. */
function showsSeveral(window: Window, { witness, key, message }: Passage): boolean {
	const showings = witness && valueAt(window.showings, witnessKey(witness, key));
	return (showings?.find((showing) => showing.message === message)?.files.size ?? 0) > 1;
}

/** The subjects that a label may mean; it names one only if it is the only one. A file may be called by its full path. */
export function subjectsByLabel(window: Window, isFile: boolean, label: string): SubjectState[] {
	const named: SubjectState[] = [];
	const called: SubjectState[] = [];
	for (const state of valuesIn(window.states)) {
		if ((state.subject.kind === "file") !== isFile) continue;
		if (state.labels.some((known) => goesBy(known, label, isFile))) named.push(state);
		if (isFile && state.subject.name === label) called.push(state);
	}
	return named.length === 0 ? called : named;
}

/** Whether a label is what a note says: all of it or, of commands, its beginning. */
function goesBy(label: string, said: string, isFile: boolean): boolean {
	return label === said || (!isFile && said.endsWith("…") && label.startsWith(said.slice(0, -1)));
}

/** A witness in as few words as distinguish it from every other; undefined if none do. */
export function nameWitness(window: Window, by: Witness): Witness | undefined {
	if (by.kind === "tool") return TOOL_NAME.test(by.label) ? by : undefined;
	const names = cutsOf(by.label, LABEL_LENGTHS).map((label): Witness => ({ kind: "command", label }));
	return names.find((name) => witnessMeant(window, name)?.label === by.label);
}

/** What a tool can be called without quotes. */
const TOOL_NAME = /^\w+$/;

/** The one witness that a note means; undefined if it may mean several commands. */
export function witnessMeant(window: Window, { kind, label }: Witness): Witness | undefined {
	if (kind === "tool" || !label.endsWith("…")) return { kind, label };
	const [command, another] = new Set([...commandsIn(window)].filter((known) => goesBy(known, label, false)));
	return command !== undefined && another === undefined ? { kind, label: command } : undefined;
}

export function isSameWitness(a: Witness | undefined, b: Witness | undefined): boolean {
	return a?.kind === b?.kind && a?.label === b?.label;
}

/** The words by which a run can be found again: as little of its first line as will do; none for blank and tiny lines. */
export function anchorsOf(line: string): string[] {
	const anchor = line.trim();
	if (anchor.length < SHORTEST_ANCHOR || !/[\p{L}\p{N}]/u.test(anchor) || anchor.startsWith(MARK.trim())) return [];
	return cutsOf(anchor, ANCHOR_LENGTHS);
}

/** Words cut at each of some lengths, and all of them unless they are longer than the last. */
function cutsOf(words: string, lengths: readonly number[]): string[] {
	const cuts = lengths.filter((length) => length < words.length);
	const cut = cuts.map((length) => `${words.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`);
	return words.length > lengths.at(-1)! ? cut : [...cut, words];
}

const LABEL_LENGTHS = [48, 96, 192];
const ANCHOR_LENGTHS = [40, 80, 160];
const SHORTEST_ANCHOR = 6;
