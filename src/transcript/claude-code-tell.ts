import type { Stretch } from "./claude-code-branch.ts";
import type { Line } from "./claude-code-lines.ts";
import type { RecordedAnswer, RecordedCall, Reply } from "./claude-code-messages.ts";
import type { Entry, RecordedResult, Usage } from "./types.ts";

/** What stands in a result that the host has emptied. */
const EMPTIED = "[Old tool result content cleared]";

/** The model named in lines that the host wrote in the model's place. */
const NOBODY = "<synthetic>";

type CallEntry = Extract<Entry, { kind: "call" }>;

/** What has been told so far. */
type Told = {
	readonly entries: Entry[];
	readonly replacements: ReadonlyMap<string, string>;
	readonly usage: ReadonlyMap<string, Usage>;
	/** Results that are not to be told. */
	readonly open: ReadonlySet<string>;
	readonly replies: Set<string>;
	readonly calls: Map<string, CallEntry>;
	/** Results told at any time, and those emptied since. */
	readonly results: Set<string>;
	readonly emptied: Set<string>;
	/** Calls and results told since the last reset; results that stand in the log before their call. */
	readonly asked: Set<string>;
	readonly shown: Set<string>;
	readonly early: Map<string, RecordedResult>;
};

/** The stretches of a conversation as entries. */
export function tell(
	stretches: readonly Stretch[],
	replacements: ReadonlyMap<string, string>,
	open: ReadonlySet<string> = new Set(),
): Entry[] {
	const told = begin(usageOf(stretches), replacements, open);
	for (const [i, { kept, lines }] of stretches.entries()) {
		if (i > 0) reset(told);
		for (const line of kept) keep(told, line);
		for (const line of lines) add(told, line);
	}
	return told.entries;
}

function begin(usage: Told["usage"], replacements: Told["replacements"], open: Told["open"]): Told {
	return {
		entries: [],
		replacements,
		usage,
		open,
		replies: new Set(),
		calls: new Map(),
		results: new Set(),
		emptied: new Set(),
		asked: new Set(),
		shown: new Set(),
		early: new Map(),
	};
}

/** What each reply cost. Its lines repeat the figures; only the last has them all. */
function usageOf(stretches: readonly Stretch[]): Map<string, Usage> {
	const usage = new Map<string, Usage>();
	for (const { lines } of stretches)
		for (const { body } of lines) if (body.kind === "reply" && body.usage) usage.set(body.message, body.usage);
	return usage;
}

function reset(told: Told): void {
	told.entries.push({ kind: "reset" });
	told.asked.clear();
	told.shown.clear();
	told.early.clear();
}

function keep(told: Told, line: Line): void {
	const { body } = line;
	if (body.kind === "reply") for (const call of body.calls) ask(told, callEntry(call, line));
	if (body.kind === "attachment") told.entries.push({ kind: "attached", path: body.path });
	if (body.kind !== "prompt") return;
	for (const answer of body.results) {
		const call = told.calls.get(answer.id);
		if (!call || told.emptied.has(answer.id) || told.shown.has(answer.id)) continue;
		ask(told, call);
		show(told, resultOf(told, answer, line, true));
	}
}

function add(told: Told, line: Line): void {
	const { body } = line;
	switch (body.kind) {
		case "reply":
			reply(told, line, body);
			return;
		case "prompt":
			if (body.replaces) reset(told);
			for (const answer of body.results) answerCall(told, resultOf(told, answer, line, false));
			return;
		case "attachment":
			told.entries.push({ kind: "attached", path: body.path });
			return;
		case "clearing":
			erase(told, body.ids ?? [...told.shown]);
			return;
		case "unknown":
			// It may have shown or changed anything, so nothing before it is sure to be the last word.
			reset(told);
	}
}

function reply(told: Told, line: Line, { message, model, calls, cleared }: Reply): void {
	if (!told.replies.has(message) && model !== NOBODY) {
		if (cleared) erase(told, [...told.shown]);
		told.entries.push({ kind: "turn", time: line.time, model: model || undefined, usage: told.usage.get(message) });
	}
	told.replies.add(message);
	for (const call of calls) {
		if (told.calls.has(call.id)) continue;
		ask(told, callEntry(call, line));
		const early = told.early.get(call.id);
		if (early) show(told, early);
	}
}

function callEntry({ id, tool, input }: RecordedCall, { directory, version }: Line): CallEntry {
	return { kind: "call", call: { id, tool, input, directory }, version };
}

function ask(told: Told, entry: CallEntry): void {
	if (told.asked.has(entry.call.id)) return;
	told.asked.add(entry.call.id);
	told.calls.set(entry.call.id, entry);
	told.entries.push(entry);
}

function answerCall(told: Told, result: RecordedResult): void {
	if (told.results.has(result.id)) return;
	if (told.asked.has(result.id)) show(told, result);
	else told.early.set(result.id, result);
}

function resultOf(told: Told, { id, text, plain, outcome }: RecordedAnswer, line: Line, kept: boolean): RecordedResult {
	const common = { kind: "result", id, kept, time: line.time } as const;
	const replacement = told.replacements.get(id);
	if (replacement === undefined) return { ...common, text, plain, outcome };
	return { ...common, text: replacement, plain: true, outcome: outcome === "done" ? "cut" : outcome };
}

function show(told: Told, result: RecordedResult): void {
	if (told.open.has(result.id)) return;
	told.entries.push(result);
	told.results.add(result.id);
	told.shown.add(result.id);
	if (result.text === EMPTIED) erase(told, [result.id]);
}

function erase(told: Told, ids: readonly string[]): void {
	const shown = ids.filter((id) => told.shown.has(id) && !told.emptied.has(id));
	for (const id of shown) told.emptied.add(id);
	if (shown.length > 0) told.entries.push({ kind: "erase", ids: shown });
}
