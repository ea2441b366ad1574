import { type Quotation, splitNote, understandNote } from "./words.ts";

/** A call as the model wrote it, and the text that it got. */
export type VisibleCall = {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The folder in which it ran. */
	readonly directory: string;
	/** As delivered, or what the host has put in its place; undefined where none has come. */
	readonly text: string | undefined;
	readonly shortened: boolean;
};

/**
 * Follows the words of every note in a shortened text, as a model would that has nothing but the calls above and their
 * texts: to the call that the words name, newest first. What keeps it from the original, in one sentence; undefined
 * where it finds the original.
 */
export function faultInFollowing(
	above: readonly VisibleCall[],
	arriving: VisibleCall,
	original: string,
): string | undefined {
	const wanted = original.split("\n");
	let at = 0;
	for (const line of (arriving.text ?? "").split("\n")) {
		const note = arriving.shortened ? splitNote(line) : undefined;
		if (!note) {
			if (wanted[at] !== line) return `Line ${at + 1} is not that of the original: ${line}`;
			at++;
			continue;
		}
		const said = understandNote(note.words);
		if (!said) return `A note has unknown words: ${note.words}`;
		for (const quotation of said.quotations) {
			const lines = wanted.slice(at, at + quotation.count);
			const found = linesNamed(above, arriving, quotation);
			if (typeof found === "string") return `${found} ${note.words}`;
			if (!found.some((run) => isShownBy(lines, run, quotation.first, note.gutter)))
				return `The words lead to other lines. ${note.words}`;
			at += quotation.count;
		}
	}
	return at === wanted.length ? undefined : `The lines are ${at}, those of the original ${wanted.length}.`;
}

/** Lines that stand one below the other. */
type LineRun = readonly string[];

/**
 * The lines that a clause names, or a sentence why there are none. There are several runs only where the text is about
 * several files, of which the model knows which one it is looking at.
 */
function linesNamed(above: readonly VisibleCall[], arriving: VisibleCall, quotation: Quotation): LineRun[] | string {
	const groups = textsNamed(above, arriving, quotation);
	const runs = groups.flatMap((texts) => runsIn(texts, quotation));
	if (runs.length === 0) return groups.length === 0 ? "No call goes by the words." : "The words lead nowhere.";
	return runs;
}

function runsIn(texts: readonly WitnessText[], quotation: Quotation): LineRun[] {
	const { from, anchor, count } = quotation;
	if (anchor !== undefined) return byAnchor(texts, anchor, quotation);
	const run = byNumbers(texts, from, count);
	return run ? [run] : [];
}

/** A text to look lines up in: results with their notes as gaps, or what the model wrote itself. */
type WitnessText = {
	readonly lines: readonly (string | undefined)[];
	readonly call: VisibleCall;
	/** The file that is looked for, where the words name one. */
	readonly file?: string;
};

/** The texts that a clause may mean, newest first; a group for each file. */
function textsNamed(above: readonly VisibleCall[], arriving: VisibleCall, quotation: Quotation): WitnessText[][] {
	const { source, of, witness } = quotation;
	const newest = above.toReversed();
	switch (source) {
		case "shown": {
			if (witness && witness.kind !== "tool") {
				const words = witness.kind === "command" ? witness.name : commandOf(arriving);
				const calls = newest.filter((call) => goesBy(labelsOf(call)[0], words));
				return calls.length === 0 ? [] : [calls.flatMap(resultOf)];
			}
			return byFile(newest, arriving, of, (call) => (!witness || call.tool === witness.name ? resultOf(call) : []));
		}
		case "wrote":
		case "edit":
		case "patch":
			return byFile(newest, arriving, of, (call, file) => writtenIn(call, source, file));
		case "run":
		case "earlier run":
		case "diff":
		case "earlier diff": {
			const runs = runsNamed(newest, arriving, of);
			const [last, ...earlier] = runs;
			const calls = source.startsWith("earlier") ? earlier : last ? [last] : [];
			return calls.length === 0 ? [] : [calls.flatMap(resultOf)];
		}
	}
}

/** The calls that go by a name, newest first: by all that they are, or else by one statement among others. */
function runsNamed(newest: readonly VisibleCall[], arriving: VisibleCall, name: string | undefined): VisibleCall[] {
	const answered = newest.filter(({ text }) => text !== undefined);
	if (name === undefined) return answered.filter((call) => isSameCall(call, arriving));
	const runs = answered.filter((call) => labelsOf(call).some((label) => goesBy(label, name)));
	if (runs.length > 0) return runs;
	return answered.filter((call) => statementsOf(call).some((statement) => goesBy(statement, name)));
}

function resultOf(call: VisibleCall): WitnessText[] {
	if (call.text === undefined) return [];
	const lines = call.text.split("\n").map((line) => (call.shortened && splitNote(line) ? undefined : line));
	return [{ lines, call }];
}

/** What the model wrote of a file in the arguments of a call. */
function writtenIn(call: VisibleCall, source: "wrote" | "edit" | "patch", file: string): WitnessText[] {
	return stringsIn(call.input).flatMap(({ key, text }) => {
		if (text.includes(BEGIN_PATCH)) return patchOf(call, text, source, file);
		return source !== "patch" && isWritten(call, source, key, text) ? [{ lines: text.split("\n"), call }] : [];
	});
}

function isWritten(call: VisibleCall, source: "wrote" | "edit", key: string, text: string): boolean {
	if (/new|replace/i.test(key)) return source === "edit" || !stringsIn(call.input).some(isOldText);
	if (source === "edit") return false;
	return text === commandOf(call) ? text.includes("<<") : /content|text/i.test(key) && !/^old/i.test(key);
}

const BEGIN_PATCH = "*** Begin Patch";
const PATCHED_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$/;

/** What a patch says of a file: its lines as they are or, where the text that it leaves there is meant, these without signs. */
function patchOf(call: VisibleCall, text: string, source: "wrote" | "edit" | "patch", file: string): WitnessText[] {
	const lines: (string | undefined)[] = [];
	let isOfFile = false;
	for (const line of text.split("\n")) {
		const path = PATCHED_FILE.exec(line)?.[1];
		if (path !== undefined) isOfFile = basesOf(call).some((base) => resolved(base, path) === file);
		if (!isOfFile || path !== undefined) continue;
		if (source === "patch") lines.push(line);
		else if (/^[+ ]/.test(line) || line === "") lines.push(line.slice(1));
		else if (!line.startsWith("-")) lines.push(undefined);
	}
	return lines.length === 0 ? [] : [{ lines, call }];
}

/** Text that an edit replaces; one that replaces nothing writes a file. */
function isOldText({ key, text }: KeyedString): boolean {
	return /^old/i.test(key) && text !== "";
}

/** Texts about the file that is named or, where none is, about each file that the arriving call names. */
function byFile(
	newest: readonly VisibleCall[],
	arriving: VisibleCall,
	of: string | undefined,
	textsOf: (call: VisibleCall, file: string) => WitnessText[],
): WitnessText[][] {
	const files = of === undefined ? pathsIn(arriving) : filesCalled(of, [arriving, ...newest]);
	const groups = [...files].map((file) =>
		newest.flatMap((call) => (pathsIn(call).has(file) ? textsOf(call, file).map((text) => ({ ...text, file })) : [])),
	);
	const found = groups.filter((texts) => texts.length > 0);
	// A name that leads to two files leads nowhere.
	return of !== undefined && found.length > 1 ? [] : found;
}

/** The files that go by a name in any of the calls. */
function filesCalled(name: string, calls: readonly VisibleCall[]): ReadonlySet<string> {
	if (name.startsWith("/")) return new Set([resolved("/", name)]);
	return new Set(calls.flatMap((call) => (wordsIn(call).has(name) ? basesOf(call).map((b) => resolved(b, name)) : [])));
}

/** Every path that the arguments of a call may name. */
function pathsIn(call: VisibleCall): ReadonlySet<string> {
	const known = PATHS.get(call);
	if (known) return known;
	const bases = basesOf(call);
	const paths = new Set([...wordsIn(call)].flatMap((word) => bases.map((base) => resolved(base, word))));
	PATHS.set(call, paths);
	return paths;
}

const PATHS = new WeakMap<VisibleCall, ReadonlySet<string>>();

/** The words in the arguments of a call that may be paths. */
function wordsIn(call: VisibleCall): ReadonlySet<string> {
	const words = stringsIn(call.input).flatMap(({ key, text }) => {
		if (/^(old|new|content|text)/i.test(key)) return [];
		const expanded = text.replace(/\$\{?PWD\}?/g, call.directory);
		const patched = text.split("\n").flatMap((line) => PATCHED_FILE.exec(line)?.[1] ?? []);
		if (patched.length > 0) return patched;
		const unquoted = expanded.replaceAll(/["'\\]/g, "");
		return [expanded, ...unquoted.split(/[\s=;|&()<>:,`{}]+/), ...endsOf(unquoted)];
	});
	return new Set(words.filter((word) => word !== "" && !word.includes("\n")));
}

/** A path may have blanks in it: every end of a text that may be one. */
function endsOf(text: string): string[] {
	const words = text
		.trim()
		.replace(/:\d+\+\d*$/, "")
		.split(" ");
	return words.length > MOST_WORDS ? [] : words.map((_, at) => words.slice(at).join(" "));
}

const MOST_WORDS = 12;

/** The folders from which paths in a call may begin. */
function basesOf(call: VisibleCall): string[] {
	const command = commandOf(call) ?? "";
	const folders = [...command.matchAll(/\bcd (?:-- )?["']?([^\s"';&|]+)/g)].map(([, folder = ""]) => folder);
	const given = [call.input.workdir, call.input.cwd].filter((value) => typeof value === "string");
	const start = given.length > 0 ? given.map((folder) => resolved(call.directory, folder)) : [call.directory];
	return [...new Set([...start, ...folders.map((folder) => resolved(start[0]!, folder))])];
}

function resolved(base: string, path: string): string {
	const parts: string[] = [];
	for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return `/${parts.join("/")}`;
}

type KeyedString = { readonly key: string; readonly text: string };

function stringsIn(value: unknown, key = ""): KeyedString[] {
	if (typeof value === "string") return [{ key, text: value }];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, each]) => stringsIn(each, Array.isArray(value) ? key : name));
}

/** The command of a call; the last word where it is a list of words for a program. */
function commandOf({ input }: VisibleCall): string | undefined {
	const { command = input.cmd } = input;
	const words: unknown = Array.isArray(command) ? command.at(-1) : command;
	return typeof words === "string" ? words : undefined;
}

/** Whether two calls ask for the same: the same command, or the same tool and arguments. */
function isSameCall(a: VisibleCall, b: VisibleCall): boolean {
	const [command, other] = [commandOf(a), commandOf(b)];
	if (command !== undefined || other !== undefined) return withoutSteps(command) === withoutSteps(other);
	return a.tool === b.tool && inOrder(a.input) === inOrder(b.input);
}

function inOrder(input: VisibleCall["input"]): string {
	return JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A command that is only run elsewhere is the same command. */
function withoutSteps(command: string | undefined): string | undefined {
	return command?.replace(/^(?:cd (?:-- )?(?:"[^"]*"|'[^']*'|[^\s;&|]+) *(?:> *\/dev\/null *)?(?:&&|;) *)+/, "");
}

/**
 * What a call may be called: its command, whole or without steps into folders before it; its tool and arguments; or its
 * tool and the session that it speaks to.
 */
function labelsOf(call: VisibleCall): string[] {
	const command = commandOf(call);
	if (command !== undefined) return [command, withoutSteps(command) ?? ""];
	const values = Object.values(call.input).map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
	return [[call.tool, ...values].join(" "), ...values.map((value) => `${call.tool} to session ${value}`)];
}

function statementsOf(call: VisibleCall): string[] {
	return commandOf(call)?.split(/\s*(?:;|&&|\|\||\n)\s*/) ?? [];
}

function goesBy(label: string | undefined, said: string | undefined): boolean {
	if (label === undefined || said === undefined) return false;
	return label === said || (said.endsWith("…") && label.startsWith(said.slice(0, -1)));
}

/** Each line as the newest text shows it under its printed number. */
function byNumbers(texts: readonly WitnessText[], from: number, count: number): LineRun | undefined {
	const found: string[] = [];
	for (let number = from; number < from + count; number++) {
		const line = firstOf(texts, (text) => lineNumbered(text, number));
		if (line === undefined) return undefined;
		found.push(line);
	}
	return found;
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
	for (const item of items) {
		const found = find(item);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The line that a text shows under a number, of the file that is looked for if the text has several. */
function lineNumbered(text: WitnessText, number: number): string | undefined {
	const sections = sectionsOf(text);
	const own = sections.filter(({ head }) => isHeadOf(text, head));
	return (own.length > 0 ? own : sections).findLast(({ lines }) => lines.has(number))?.lines.get(number);
}

/** Whether a line that stands above others names the file that is looked for. */
function isHeadOf({ call, file }: WitnessText, head: string): boolean {
	return file !== undefined && pathsIn({ ...call, input: { head } }).has(file);
}

/** Lines by the numbers printed before them, up to where these begin again, and what stands above them. */
type NumberedSection = { readonly head: string; readonly lines: ReadonlyMap<number, string> };

function sectionsOf({ lines, call }: WitnessText): readonly NumberedSection[] {
	const known = SECTIONS.get(call);
	if (known) return known;
	const pattern = isSearch(call) ? SEARCH_NUMBER : VIEW_NUMBER;
	const sections: { head: string; lines: Map<number, string> }[] = [];
	let [isInHead, last] = [false, 0];
	for (const line of lines) {
		const [gutter, number] = pattern.exec(line ?? "") ?? [];
		const isHead = line !== undefined && gutter === undefined;
		if (sections.length === 0 || (isHead && !isInHead) || Number(number) <= last) {
			sections.push({ head: "", lines: new Map() });
			last = 0;
		}
		isInHead = isHead;
		const section = sections.at(-1)!;
		if (isHead) section.head += `${line} `;
		if (line === undefined || gutter === undefined) continue;
		last = Number(number);
		section.lines.set(last, line.slice(gutter.length));
	}
	SECTIONS.set(call, sections);
	return sections;
}

const SECTIONS = new WeakMap<VisibleCall, readonly NumberedSection[]>();

const VIEW_NUMBER = /^ *(\d+)(?:\t|→|: |\| | {2})/;
const SEARCH_NUMBER = /^(?:[^\s:]+:)?(\d+)[:-]/;

function isSearch(call: VisibleCall): boolean {
	return /\b(?:[ef]?grep|rg)\b/i.test(commandOf(call) ?? call.tool);
}

/** The run that begins with the anchor, indentation aside, in the newest text that has such a line. */
function byAnchor(texts: readonly WitnessText[], anchor: string, quotation: Quotation): LineRun[] {
	const beginning = anchor.replace(/…$/, "");
	for (const text of texts) {
		for (const column of columnsFor(quotation)) {
			const bare = text.lines.map((line) => line?.replace(column, ""));
			// Lines of a diff are meant without their signs, but found with them.
			const searched = column === SIGNS ? text.lines : bare;
			const hits = bare.flatMap((_, at) => (searched[at]?.trimStart().startsWith(beginning) ? [at] : []));
			const starts = ofFile(text, hits, column);
			const { count } = quotation;
			if (starts.length > 0)
				return onlyRun(
					starts.map((start) => bare.slice(start, start + count)),
					count,
				);
		}
	}
	return [];
}

/** Those of some places in a text that stand below lines that name the file; all, if the text has no such lines. */
function ofFile(text: WitnessText, places: readonly number[], column: RegExp): readonly number[] {
	const isHead = (line: string | undefined): line is string =>
		line !== undefined && line !== "" && column !== SIGNS && !column.test(line);
	if (!text.lines.some((line) => isHead(line) && isHeadOf(text, line))) return places;
	return places.filter((place) => {
		const last = text.lines.slice(0, place).findLastIndex(isHead);
		const first = text.lines.slice(0, last).findLastIndex((line) => !isHead(line)) + 1;
		return isHeadOf(text, text.lines.slice(first, last + 1).join(" "));
	});
}

/** The run that all of some are, if none of them has a gap. */
function onlyRun(runs: readonly (readonly (string | undefined)[])[], count: number): LineRun[] {
	const [first = []] = runs;
	const run = first.flatMap((line) => (line === undefined ? [] : [line]));
	const isOne = runs.every((each) => each.length === count && each.every((line, at) => line === run[at]));
	return isOne ? [run] : [];
}

const NO_COLUMN = /^/;
const NUMBERS = /^ *\d+(?:\t|→|: |:|-)/;
const SIGNS = /^[-+ ]/;
const BARS = /^[|] /;

/** What may stand before the lines that are meant. A file may itself have numbers before its lines. */
function columnsFor({ source, isSigned }: Quotation): readonly RegExp[] {
	if (isSigned) return [SIGNS, BARS];
	return source === "shown" ? [NO_COLUMN, NUMBERS, BARS] : [NO_COLUMN];
}

/** Whether lines of a text are these, with what stands before each: the note's sign, or the number that it tells. */
function isShownBy(lines: LineRun, run: LineRun, first: number, sign: string): boolean {
	return lines.length === run.length && lines.every((line, index) => isShown(line, run[index]!, first, index, sign));
}

function isShown(line: string, bare: string, first: number, index: number, sign: string): boolean {
	if (line === bare) return true;
	if (!line.endsWith(bare)) return false;
	const gutter = line.slice(0, line.length - bare.length);
	const [, number] = /^(?:[^\s:]+[:-])?[ ]*(\d+)(?:\t|→|: ?|\| | {2}|-)$/.exec(gutter) ?? [];
	return number === undefined ? gutter === sign : first > 0 && Number(number) === first + index;
}
