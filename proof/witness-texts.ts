import {
	basesOf,
	commandOf,
	goesBy,
	isSameCall,
	type KeyedString,
	labelsOf,
	PATCHED_FILE,
	pathsIn,
	resolved,
	statementsOf,
	stringsIn,
	type VisibleCall,
	wordsIn,
} from "./calls.ts";
import type { WitnessText } from "./look-up.ts";
import { type Quotation, splitNote } from "./words.ts";

/** The texts that a clause may mean, newest first; a group for each file. */
export function textsNamed(
	above: readonly VisibleCall[],
	arriving: VisibleCall,
	quotation: Quotation,
): WitnessText[][] {
	const { source, of, witness } = quotation;
	const newest = above.toReversed();
	switch (source) {
		case "shown": {
			if (witness && witness.kind !== "tool") {
				const words = witness.kind === "command" ? witness.name : commandOf(arriving);
				const calls = newest.filter((call) => goesBy(labelsOf(call)[0], words));
				return calls.length === 0 ? [] : textsOfFiles(calls, arriving, of);
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

/** The calls with this name, newest first: the name of the whole call or, failing that, of one statement in it. */
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

/** What the model wrote about a file in the arguments of a call. */
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

/**
 * What a patch says about a file: its lines as they are or, if the note means the text after the patch, without signs.
 */
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

/** Text that an edit replaces; an edit that replaces nothing writes a file. */
function isOldText({ key, text }: KeyedString): boolean {
	return /^old/i.test(key) && text !== "";
}

/** Texts about the named file or, if the note names none, about each file that the arriving call names. */
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
	// A name for two files is of no use.
	return of !== undefined && found.length > 1 ? [] : found;
}

/** The texts of some calls, once for each file that they and the words name: a text may show several. */
function textsOfFiles(calls: readonly VisibleCall[], arriving: VisibleCall, of: string | undefined): WitnessText[][] {
	const texts = calls.flatMap(resultOf);
	const files = of === undefined ? pathsIn(arriving) : filesCalled(of, [arriving, ...calls]);
	const named = [...files].filter((file) => calls.some((call) => pathsIn(call).has(file)));
	return named.length === 0 ? [texts] : named.map((file) => texts.map((text) => ({ ...text, file })));
}

/** The files that any of the calls refers to by this name. */
function filesCalled(name: string, calls: readonly VisibleCall[]): ReadonlySet<string> {
	if (name.startsWith("/")) return new Set([resolved("/", name)]);
	return new Set(calls.flatMap((call) => (wordsIn(call).has(name) ? basesOf(call).map((b) => resolved(b, name)) : [])));
}
