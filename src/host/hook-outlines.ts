import { fold } from "../core/fold.ts";
import { isInstructions, isSensitive } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Range, Subject } from "../core/types.ts";
import { stateOf, type Window } from "../core/window.ts";
import { contentOfAnswer, type LeanAnswer } from "../lean/deliver.ts";
import { lookAtCall } from "../lens/look.ts";
import type { FindFolds, OutlineTerms } from "../outline/first-view.ts";
import { foldNews } from "../outline/fold-news.ts";
import { markOf } from "../outline/mark.ts";
import type { AnswerRecord } from "../store/record.ts";
import { readIf } from "../wire/system-error.ts";
import type { CallInWindow } from "./answer-from-log.ts";

/** What hooks need to fold files: whether the user wants that in a directory, and what finds the lines. */
export type HookOutlines = {
	readonly isOn: (directory: string) => boolean;
	readonly findFolds: FindFolds;
	readonly load: () => Promise<void>;
};

/** How files may be folded in a session with this log; undefined if they may not. */
export function outlineTermsFor(
	outlines: HookOutlines | undefined,
	directory: string,
	log: string,
): OutlineTerms | undefined {
	if (!outlines?.isOn(directory)) return undefined;
	return { findFolds: outlines.findFolds, isNamed: (path) => isNamedInLog(readIf(log), path) };
}

/** A decision, made again once the grammars are there that it needs. */
export async function onceLoaded<Decided extends { readonly answer: LeanAnswer }>(
	outlines: HookOutlines | undefined,
	decide: () => Promise<Decided | undefined>,
): Promise<Decided | undefined> {
	let decided = await decide();
	// First the outliner itself may have to be loaded, then a grammar.
	for (let tries = 0; outlines && decided?.answer.isPending && tries < MOST_LOADS; tries++) {
		await outlines.load();
		decided = await decide();
	}
	return decided;
}

const MOST_LOADS = 3;

/** Whether the user wrote the name of a file, in whatever folder, according to a log of one value per line. */
export function isNamedInLog(log: string, path: string): boolean {
	const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
	return log.split("\n").some((line) => line.includes(name) && promptsIn(line).some((text) => text.includes(name)));
}

/** What a line of a log has from the user: Claude Code calls it a message, Codex a payload. */
function promptsIn(line: string): string[] {
	try {
		const { message, payload } = JSON.parse(line);
		const { role, content } = message ?? payload ?? {};
		if (role !== "user") return [];
		if (typeof content === "string") return [content];
		return Array.isArray(content) ? content.flatMap(({ text }) => (typeof text === "string" ? [text] : [])) : [];
	} catch {
		return [];
	}
}

/** The guard, which asks only when a file is written, must know that there are folds. */
export function recordOutline(
	{ withheld }: LeanAnswer,
	record: AnswerRecord,
	who: { readonly host: string; readonly session: string; readonly agent: string; readonly time: number },
): void {
	if (!withheld) return;
	const known = Object.fromEntries(record.folds(who.session, who.agent));
	record.write({ kind: "folds", schema: 1, ...who, files: { ...known, [withheld.file]: withheld.folds } });
}

/** What the guard goes by: the lines that are withheld now, if any were in this session. */
export function foldsNow(
	record: AnswerRecord,
	session: string,
	agent: string,
	window: () => Window,
): ((file: string) => readonly Range[] | undefined) | undefined {
	if (record.folds(session, agent).size === 0) return undefined;
	return (name) => stateOf(window(), { kind: "file", name, label: name })?.withheld?.lines;
}

/**
 * What the model must hear, once it has an answer, of folds in the files that the call is about. The log of a host does
 * not tell whether it has heard so before; then it hears it with each result.
 */
export function newsBehind({ window, asked: { call, tools } }: CallInWindow, answer: LeanAnswer): string | undefined {
	const after = fold(window, { kind: "result", id: call.id, ...contentOfAnswer(answer) });
	const news = lookAtCall(tools, call).subjects.flatMap((subject) => {
		const state = subject.kind === "file" ? stateOf(after, subject) : undefined;
		return state ? (foldNews(state) ?? []) : [];
	});
	return news.length === 0 ? undefined : news.join("\n");
}

/** A file of which a host has shown lines 1 to `last` and no more. */
export type CutFile = { readonly subject: Subject; readonly lines: readonly string[]; readonly last: number };

/** The rest of a file as an outline, if that is much shorter; "pending" if a grammar has to be loaded first. */
export function outlineOfRest(
	{ subject, lines, last }: CutFile,
	{ findFolds }: Pick<OutlineTerms, "findFolds">,
): string | "pending" | undefined {
	if (isSensitive(subject) || isInstructions(subject)) return undefined;
	const found = findFolds(subject.name, lines.join("\n"));
	if (found === "pending" || !found) return found;
	const folds = found.filter((fold) => fold.first > last);
	const shown: string[] = [];
	for (let line = last + 1; line <= lines.length; line++) {
		const fold = folds.find(({ first }) => first === line);
		shown.push(fold ? markOf(fold) : `${line}\t${lines[line - 1]}`);
		if (fold) line = fold.last;
	}
	const head = `[ibid] Lines ${last + 1}-${lines.length} of ${subject.label} as an outline: read the lines that a mark names to see them.`;
	const text = [head, ...shown].join("\n");
	const isShort = estimateTokens(text) * 3 <= estimateTokens(lines.slice(last).join("\n"));
	return folds.length > 0 && isShort && text.length <= MOST ? text : undefined;
}

/** Of a longer one Claude Code would show only the beginning. */
const MOST = 9_000;
