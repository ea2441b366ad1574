import { HEAD, signOf } from "./many.ts";
import {
	changeOutside,
	type Disk,
	diskOf,
	diskText,
	drawFile,
	EMPTY,
	nextOutput,
	type Project,
	plainText,
	save,
} from "./project.ts";
import type { Random } from "./random.ts";
import { fileKey, type Ranged, type Request, runKey, runLabel } from "./request.ts";
import { type Begun, EVERYTHING, type Performed, type Shown } from "./types.ts";

/** Does what the model asked for, as the hosts' tools do it, including their failures. */
export function perform(random: Random, project: Project, directory: string, request: Request): Performed {
	switch (request.kind) {
		case "view":
			return view(random, project, request);
		case "many":
			return many(project, request);
		case "edit":
			return edit(random, project, request);
		case "write":
			save(project, request.path, diskOf(request.text));
			return said(`Wrote ${request.text.length} characters to ${request.label}.`);
		case "run":
			return run(random, project, directory, request);
	}
}

/** A call that was not carried out, or did nothing. */
export function failed(text: string): Performed {
	return { ...said(text), outcome: "failed" };
}

/** A result of which the host kept only a part. */
export function cut(performed: Performed, { about }: Begun): Performed {
	const text = `${performed.text.slice(0, performed.text.length >> 1)}\n[... cut by the host ...]`;
	return { ...performed, text, outcome: "cut", shows: [], doubts: about.map(({ key }) => ({ key, ...EVERYTHING })) };
}

const MOST_CHARACTERS = 12_000;

type Asked<Kind> = Extract<Request, { kind: Kind }>;

function said(text: string): Performed {
	return { text, outcome: "done", gutter: "", shows: [], doubts: [] };
}

function view(random: Random, project: Project, request: Asked<"view">): Performed {
	const disk = project.files.get(request.path) ?? EMPTY;
	if (request.tool === "Read") return numberedByHost(random, request, plainText(disk).split("\n"));
	if (request.tool === "read") return wrapped(random, request, disk.lines);
	const text = diskText(disk);
	const lines = text.split("\n").slice(0, text === "" || text.endsWith("\n") ? -1 : undefined);
	if (request.tool === "cat") return { ...said(text), shows: [shownOf(request, lines, EVERYTHING.last)] };
	const first = Math.min(request.first - 1, lines.length);
	const shown = lines.slice(first, request.first - 1 + (request.count ?? 2000));
	const ending = first + shown.length < lines.length || text.endsWith("\n") ? "\n" : "";
	const whole = shown.length === 0 ? "" : shown.join("\n") + ending;
	return { ...said(whole), shows: [shownOf(request, shown, request.count ?? 2000)] };
}

/** Claude Code: a final newline shows as one more line; an empty file is described in words. */
function numberedByHost(random: Random, request: Asked<"view">, all: readonly string[]): Performed {
	const room = request.count ?? 2000;
	const lines = all.length === 1 && all[0] === "" ? [] : all.slice(request.first - 1, request.first - 1 + room);
	const doubts = [{ key: fileKey(request.path), ...EVERYTHING }];
	if (lines.length === 0) {
		return { ...said("<system-reminder>Warning: there is nothing here to show.</system-reminder>"), doubts };
	}
	const wrong = random.chance(0.01) ? 1 : 0;
	const text = lines.map((line, index) => `${request.first + index + wrong}\t${line}`).join("\n");
	const gutter = "^ *[0-9]+\t";
	if (wrong > 0) return { ...said(text), gutter, doubts };
	if (lines.length > 1 && lines.at(-1) === "" && random.chance(0.03)) {
		return { ...said(text.slice(0, -1)), gutter, shows: [shownOf(request, lines.slice(0, -1), 0)] };
	}
	const reminder = random.chance(0.1) ? "\n\n<system-reminder>\nMind the tests.\n</system-reminder>" : "";
	return { ...said(text + reminder), gutter, shows: [shownOf(request, lines, room)] };
}

/** OpenCode: numbers, and words around the lines. */
function wrapped(random: Random, request: Asked<"view">, all: readonly string[]): Performed {
	const { first, label, count = 2000 } = request;
	if (first > Math.max(1, all.length)) return failed(`Offset ${first} is out of range for this file.`);
	const lines = all.slice(first - 1, first - 1 + count);
	const last = first + lines.length - 1;
	const wrong = lines.length > 0 && random.chance(0.01) ? 1 : 0;
	// Before 1.4 the first line is behind the tag.
	const isOld = lines.length > 0 && label.length % 2 === 0;
	const numbered = lines.map((line, index) => `${first + index + wrong}: ${line}`);
	const text = [
		`<path>${label}</path>`,
		"<type>file</type>",
		`<content>${isOld ? "" : "\n"}${numbered.join("\n")}`,
		"",
		last >= all.length
			? `(End of file - total ${all.length} lines)`
			: `(Showing lines ${first}-${last} of ${all.length}. Use offset=${last + 1} to continue.)`,
		"</content>",
	].join("\n");
	const gutter = "^(?:<content>)?[0-9]+: ";
	if (wrong > 0) return { ...said(text), gutter, doubts: [{ key: fileKey(request.path), ...EVERYTHING }] };
	if (!isOld) return { ...said(text), gutter, shows: [shownOf(request, lines, count)] };
	const below = { ...request, first: first + 1 };
	return {
		...said(text),
		gutter,
		shows: [shownOf(request, lines.slice(0, 1), 0), shownOf(below, lines.slice(1), count - 1)],
	};
}

function many(project: Project, { tool, views }: Asked<"many">): Performed {
	const shows = views.map((range) => {
		const { lines } = project.files.get(range.path) ?? EMPTY;
		const room = range.count ?? EVERYTHING.last;
		return shownOf(range, lines.slice(range.first - 1, range.first - 1 + room), room);
	});
	const text = shows.flatMap(({ label, first, lines }) => [
		`${HEAD}${label}`,
		...lines.map((line, index) => signOf(tool, first + index) + line),
	]);
	return { ...said(text.join("\n")), gutter: tool === "signed" ? "^[|] " : "^ *[0-9]+\t", shows };
}

function shownOf({ path, label, first }: Ranged, lines: readonly string[], room: number): Shown {
	return { key: fileKey(path), label, first, lines, ends: lines.length < room };
}

function edit(random: Random, project: Project, { path, label, old, text, all }: Asked<"edit">): Performed {
	const disk = project.files.get(path) ?? EMPTY;
	const content = plainText(disk);
	const pieces = old === "" ? [content] : content.split(old);
	if (old === "" && content !== "") return failed("The file has text already.");
	if (old !== "" && pieces.length === 1) return editLoosely(random, project, path, disk, old, text);
	if (pieces.length > 2 && !all && random.chance(0.7)) return failed(`Found ${pieces.length - 1} matches of the text.`);
	const [first = "", ...rest] = pieces;
	const edited = old === "" ? text : all ? pieces.join(text) : first + text + rest.join(old);
	if (edited.length > MOST_CHARACTERS) return failed("The file would grow too large.");
	save(project, path, { ...diskOf(edited), crlf: disk.crlf });
	return said(random.chance(0.8) ? `Edited ${label}.` : `Edited ${label}. It now has:\n${edited}`);
}

/** Some hosts find the place even if the white space around the old text is wrong. */
function editLoosely(random: Random, project: Project, path: string, disk: Disk, old: string, text: string): Performed {
	const at = disk.lines.findIndex((line) => line.trim() === old.trim() && line.trim() !== "");
	if (at < 0 || random.chance(0.5)) return failed("The old text is not there.");
	save(project, path, { ...disk, lines: disk.lines.toSpliced(at, 1, ...text.split("\n")) });
	return said("Edited, after a closer look for the old text.");
}

function run(random: Random, project: Project, directory: string, { tool, words, changes }: Asked<"run">): Performed {
	if (changes !== undefined) {
		if (random.chance(0.5)) changeOutside(random, project, changes, []);
		else save(project, changes, drawFile(random, project.blocks));
	}
	const key = runKey(directory, tool, words);
	const lines = shaped(nextOutput(random, project, key), key, directory);
	const text = lines.length === 0 ? "" : lines.join("\n") + (random.chance(0.5) ? "\n" : "");
	const shown = { key, label: runLabel(tool, words), first: 1, lines: linesOf(text), ends: true };
	return { ...said(text), shows: [shown] };
}

/** Some commands print the hits of a search, some paths, some JSON on one line, and some colours. */
function shaped(lines: readonly string[], key: string, directory: string): readonly string[] {
	const kind = [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 20;
	const path = (at: number): string => `${kind % 2 === 0 ? `${directory}/` : ""}src/part-${at >> 3}/lines.ts`;
	if (kind < 2) return lines.map((line, at) => `${path(at)}${at % 5 === 4 ? `-${at}-` : `:${at}:`}${line}`);
	if (kind < 4)
		return lines.map((line, at) => `${path(at).slice(0, -"lines.ts".length)}${line.replaceAll(/[\s/]/g, "")}.ts`);
	if (kind === 4) return lines.length > 0 ? [JSON.stringify({ key, lines })] : [];
	if (kind === 5)
		return lines.map(
			(line, at) => `\u001b[3${at % 8}m${line.split(" ", 1)[0]}\u001b[0m${line.slice(line.indexOf(" "))}`,
		);
	return lines;
}

/** The lines of a text; a final newline ends the last line and does not begin another. */
function linesOf(text: string): readonly string[] {
	return text === "" ? [] : (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
