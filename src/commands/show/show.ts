import type { UnreadableFile } from "../../audit/sum.ts";
import { type AuditTask, PLAIN_TASK } from "../../audit/task.ts";
import { UserError } from "../../runtime/user-error.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { unifiedDiff } from "../../wire/unified-diff.ts";
import { hostsOf, projectOf } from "../command-line/filters.ts";
import type { Arguments } from "../command-line/parse.ts";
import { sayIfClosed } from "../sessions/read-record.ts";
import { mustHoldSessions, sessionFiles } from "../sessions/session-files.ts";
import { INTERRUPTED, unreadWords } from "../sessions/sum-up.ts";
import { counted } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { asPrinted, harmless } from "../terminal/text.ts";
import { showLines } from "./show-lines.ts";
import { findResults, type ShownResult } from "./show-search.ts";
import { costOf, resultTitle } from "./show-words.ts";

/** Shows one result before and after. Returns the exit code. */
export async function show(args: Arguments, terminal: Terminal): Promise<number> {
	const [name = LAST, ...paths] = args.positionals;
	const hosts = hostsOf(args);
	const task: AuditTask = {
		...PLAIN_TASK,
		record: stateFolder(terminal.home, terminal.environment),
		inspect: name === LAST ? { kind: LAST } : { kind: "one", id: idIn(name) },
		hosts,
		project: projectOf(args),
	};
	sayIfClosed(terminal);
	const files = sessionFiles(paths, hosts, terminal);
	const unreadable: UnreadableFile[] = [];
	const hits = await findResults(files, task, terminal, (path, why) => void unreadable.push({ path, why }));
	// Files that were not read may have others of that id.
	if (terminal.interrupt.aborted) return INTERRUPTED;
	const hit = name === LAST ? newestOf(hits) : onlyOf(hits, name);
	if (!hit) mustHoldSessions(paths, files, unreadable, terminal);
	if (!hit && unreadable.length > 0) terminal.say(unreadWords(unreadable.length));
	if (!hit && name !== LAST) throw new UserError(noResultWords(files, name));
	if (!hit) {
		terminal.say(noResultWords(files, name));
		if (args.flag("json")) terminal.print([JSON.stringify({ schema: 1, answer: null }, null, 2)]);
		return 0;
	}
	terminal.say(`In ${harmless(hit.path)}`);
	terminal.print([textFor(hit, args, terminal)], "");
	return hit.inspected.faults.length > 0 ? 1 : 0;
}

const LAST = "last";

/** The beginning of an id, long enough to pick one result among many. */
function idIn(name: string): string {
	if (/^[0-9a-f]{4,8}$/i.test(name)) return name.toLowerCase();
	throw new UserError(`${name} is not the ID of a tool result: give last, or 4 to 8 hexadecimal digits of an ID.`);
}

function noResultWords(files: readonly string[], name: string): string {
	if (files.length === 0) return "No sessions found.";
	const where = counted(files.length, "log");
	if (name === LAST) return `No tool result was shortened, or would have been, in ${where}.`;
	return `No tool result in ${where} has an ID that begins with ${name}.`;
}

function newestOf(hits: readonly ShownResult[]): ShownResult | undefined {
	return hits.reduce<ShownResult | undefined>((newest, hit) => {
		return newest && (newest.answer.time ?? 0) > (hit.answer.time ?? 0) ? newest : hit;
	}, undefined);
}

function onlyOf(hits: readonly ShownResult[], name: string): ShownResult | undefined {
	if (hits.length <= 1) return hits[0];
	const names = hits.map(({ answer, project }) => `${answer.id} (${resultTitle(answer, project)})`);
	throw new UserError(`${name} matches several tool results: ${names.join(", ")}.`);
}

/** Prints everything, to the end: the text that the model saw gets no extra line break. */
function textFor(hit: ShownResult, args: Arguments, terminal: Terminal): string {
	const { original, delivered } = hit.inspected;
	if (args.flag("json")) return endedLines(JSON.stringify(dataOf(hit), null, 2).split("\n").map(harmless));
	if (args.flag("raw")) return asPrinted(delivered);
	if (!args.flag("diff")) return endedLines(showLines(hit, terminal, args.flag("full")));
	return asPrinted(unifiedDiff(original, delivered, hit.answer.id, Number.POSITIVE_INFINITY) ?? "");
}

function endedLines(lines: readonly string[]): string {
	return lines.map((line) => `${line}\n`).join("");
}

function dataOf(hit: ShownResult): object {
	const { host, session, project, path, withIbid: lived, answer, inspected, answers } = hit;
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
