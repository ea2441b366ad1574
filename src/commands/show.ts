import type { Unreadable } from "../audit/sum.ts";
import { PLAIN, type Task } from "../audit/task.ts";
import { stateFolder } from "../store/state-folder.ts";
import { unifiedDiff } from "../wire/unified-diff.ts";
import { harmless } from "./config-words.ts";
import { hostsOf, projectOf } from "./filters.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { sayIfClosed } from "./read-record.ts";
import { mustHoldSessions, sessionFiles } from "./session-files.ts";
import { showLines } from "./show-lines.ts";
import { findHits, type Hit } from "./show-search.ts";
import { costOf, titleOf } from "./show-words.ts";
import { INTERRUPTED } from "./sum-up.ts";
import { unreadWords } from "./sum-up-progress.ts";
import { counted } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Shows one answer before and after. Gives the exit code. */
export async function show(given: Given, terminal: Terminal): Promise<number> {
	const [name = LAST, ...paths] = given.rest;
	const hosts = hostsOf(given);
	const task: Task = {
		...PLAIN,
		record: stateFolder(terminal.home, terminal.environment),
		inspect: name === LAST ? { kind: LAST } : { kind: "one", id: idIn(name) },
		hosts,
		project: projectOf(given),
	};
	sayIfClosed(terminal);
	const files = sessionFiles(paths, hosts, terminal);
	const unreadable: Unreadable[] = [];
	const hits = await findHits(files, task, terminal, (path, why) => void unreadable.push({ path, why }));
	// What has not been read may have others of that name.
	if (terminal.interrupt.aborted) return INTERRUPTED;
	const hit = name === LAST ? newestOf(hits) : onlyOf(hits, name);
	if (!hit) mustHoldSessions(paths, files, unreadable, terminal);
	if (!hit && unreadable.length > 0) terminal.say(unreadWords(unreadable.length));
	if (!hit && name !== LAST) throw new Mistake(nothingWords(files, name));
	if (!hit) {
		terminal.say(nothingWords(files, name));
		if (given.flag("json")) terminal.print([JSON.stringify({ schema: 1, answer: null }, null, 2)]);
		return 0;
	}
	terminal.say(`In ${harmless(hit.path)}`);
	terminal.print([textFor(hit, given, terminal)], "");
	return hit.inspected.faults.length > 0 ? 1 : 0;
}

const LAST = "last";

/** The beginning of a name, which must say enough to mean one answer among many. */
function idIn(name: string): string {
	if (/^[0-9a-f]{4,8}$/i.test(name)) return name.toLowerCase();
	throw new Mistake(`${name} names no answer: give last, or 4 to 8 of the letters 0-9 and a-f by which ibid calls it.`);
}

function nothingWords(files: readonly string[], name: string): string {
	if (files.length === 0) return "No sessions found.";
	const where = counted(files.length, "log");
	if (name === LAST) return `No answer was shortened, or would have been, in ${where}.`;
	return `No answer in ${where} has a name that begins with ${name}.`;
}

function newestOf(hits: readonly Hit[]): Hit | undefined {
	return hits.reduce<Hit | undefined>((newest, hit) => {
		return newest && (newest.answer.time ?? 0) > (hit.answer.time ?? 0) ? newest : hit;
	}, undefined);
}

function onlyOf(hits: readonly Hit[], name: string): Hit | undefined {
	if (hits.length <= 1) return hits[0];
	const names = hits.map(({ answer, project }) => `${answer.id} (${titleOf(answer, project)})`);
	throw new Mistake(`${name} may mean several answers: ${names.join(", ")}.`);
}

/** All that is to be printed, to its end: the text that the model saw has no more line breaks than it has. */
function textFor(hit: Hit, given: Given, terminal: Terminal): string {
	const { original, delivered } = hit.inspected;
	if (given.flag("json")) return endedLines(JSON.stringify(dataOf(hit), null, 2).split("\n").map(harmless));
	if (given.flag("raw")) return asPrinted(delivered);
	if (!given.flag("diff")) return endedLines(showLines(hit, terminal, given.flag("full")));
	return asPrinted(unifiedDiff(original, delivered, hit.answer.id, Number.POSITIVE_INFINITY) ?? "");
}

function endedLines(lines: readonly string[]): string {
	return lines.map((line) => `${line}\n`).join("");
}

/** A text to the letter for a program; for one who looks at it, ended and without what steers a terminal. */
function asPrinted(text: string): string {
	if (!process.stdout.isTTY) return text;
	const seen = text.replaceAll(/[^\n\t]+/g, harmless);
	return /[^\n]$/.test(seen) ? `${seen}\n` : seen;
}

function dataOf(hit: Hit): object {
	const { host, session, project, path, lived, answer, inspected, answers } = hit;
	const { id, call, time, tool, subject, brought, form, reason } = answer;
	const { quotes, faults, ...seen } = inspected;
	return {
		schema: 1,
		answer: {
			...{ id, host, session, project, log: path, lived, call, time, tool, subject, brought },
			...seen,
			tokens: { counted: "estimate", ...costOf(hit) },
			now: { form, reason, saved: answer.saved },
			quotes: quotes.map((quote) => ({
				...quote,
				source: { ...quote.source, answer: answers.get(quote.source.call)?.id },
			})),
			rebuilt: inspected.form === "whole" ? null : faults.length === 0,
			faults,
		},
	};
}
