import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AgentThread, Entry, Recording } from "../src/conversation/types.ts";
import type { HostName } from "../src/lens/types.ts";
import { STRANGERS } from "./strangers.ts";

type Read = (text: string) => Recording | undefined;

/** What every reader of a host's logs must do, tested on a small log of that host and on broken forms of it. */
export function transcriptContract(name: HostName, sample: () => string, read: Read): void {
	describe(`the reader of ${name}`, () => {
		test("understands the sample, which has a turn, a call and a result", () => {
			const recording = read(sample());
			assert(recording);
			assert.equal(recording.host, name);
			assert.equal(recording.skipped, 0);
			const kinds = new Set<string>(recording.threads.flatMap((thread) => thread.entries.map(({ kind }) => kind)));
			for (const kind of ["turn", "call", "result"]) assert(kinds.has(kind), kind);
			assert.deepEqual(breaches(recording), []);
		});

		test("reads the same log in the same way", () => assert.deepEqual(read(sample()), read(sample())));

		for (const [host, log] of Object.entries(STRANGERS).filter(([host]) => host !== name))
			test(`refuses a log of ${host}`, () => assert.equal(read(log), undefined));

		test("refuses a file that is not a log", () => {
			for (const text of NO_LOGS) assert.equal(read(text), undefined, text);
		});

		for (const [how, spoil] of Object.entries(SPOILERS))
			test(`tells nothing impossible of a log ${how}`, () => {
				for (const text of spoil(sample())) assert.deepEqual(breachesOf(read, text), []);
			});

		test("is not confused by additions of a later version", () => {
			const { text, unreadable } = extended(sample());
			const [before, after] = [read(sample()), read(text)];
			assert(before && after);
			assert.deepEqual({ ...after, skipped: after.skipped - unreadable }, before);
		});
	});
}

const NO_LOGS = ["", "\n", "hello", "{", "{}", "[]", "null", "7", '{"type":"x"}', '{"messages":[]}', "[{}]\n[[]]\n"];

/** Ways to break a log; each gives many broken logs. */
const SPOILERS: Readonly<Record<string, (text: string) => Iterable<string>>> = {
	"that ends early": prefixes,
	"whose lines changed places": swapped,
	"with a line lost": (text) => pieces(text, (lines, i) => lines.toSpliced(i, 1)),
	"with a line doubled": (text) => pieces(text, (lines, i) => lines.toSpliced(i, 0, lines[i] ?? "")),
	"with garbage between its lines": (text) => pieces(text, (lines, i) => lines.toSpliced(i, 0, '{"type":', "\0", "[]")),
	"with another value in any place": revalued,
};

function* prefixes(text: string): Iterable<string> {
	const step = Math.ceil(text.length / 800);
	for (let end = 0; end < text.length; end += step) yield text.slice(0, end);
}

function* swapped(text: string): Iterable<string> {
	const lines = text.split("\n");
	for (let a = 0; a < lines.length; a++)
		for (let b = a + 1; b < Math.min(lines.length, a + 30); b++)
			yield lines
				.with(a, lines[b] ?? "")
				.with(b, lines[a] ?? "")
				.join("\n");
}

function pieces(text: string, change: (lines: string[], i: number) => string[]): string[] {
	const lines = text.split("\n");
	return lines.map((_, i) => change(lines, i).join("\n"));
}

const OTHERS: readonly unknown[] = [null, 7, -1e300, "x", "constructor", true, [], [null], {}, { type: "text" }];

function* revalued(text: string): Iterable<string> {
	if (isDocument(text)) {
		for (const value of changes(JSON.parse(text))) yield JSON.stringify(value);
		return;
	}
	const lines = text.split("\n");
	for (const [i, line] of lines.entries())
		for (const value of line === "" ? [] : changes(JSON.parse(line)))
			yield lines.with(i, JSON.stringify(value)).join("\n");
}

/** The value with each value inside it, one at a time, replaced by others or left out. */
function* changes(value: unknown): Iterable<unknown> {
	yield* OTHERS;
	if (Array.isArray(value)) {
		for (const [i, item] of value.entries()) for (const other of changes(item)) yield value.with(i, other);
		return;
	}
	if (typeof value !== "object" || value === null) return;
	for (const [key, item] of Object.entries(value)) {
		yield { ...value, [key]: undefined };
		for (const other of changes(item)) yield { ...value, [key]: other };
	}
}

/** The log with additions that no version has written yet, and how many of them are not even JSON. */
function extended(text: string): { text: string; unreadable: number } {
	if (isDocument(text))
		return { text: JSON.stringify({ ...JSON.parse(text), ofLater: [{ type: "x" }] }), unreadable: 0 };
	const lines = ['{"type":"of-later","ofLater":{}}', '{"ofLater":1}', "[]", "7", "null", "no json", '{"type":'];
	return { text: `${text.trimEnd()}\n${lines.join("\n")}\n`, unreadable: 2 };
}

function isDocument(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function breachesOf(read: Read, text: string): string[] {
	const recording = read(text);
	return recording ? breaches(recording) : [];
}

/** What cannot happen in any session, one sentence each. */
function breaches(recording: Recording): string[] {
	return recording.threads.flatMap(threadBreaches);
}

function threadBreaches({ entries }: AgentThread): string[] {
	const calls = new Set<string>();
	const results = new Set<string>();
	let resets = 0;
	const look = (entry: Entry): string[] => {
		switch (entry.kind) {
			case "call":
				calls.add(entry.call.id);
				return [];
			case "reset":
				resets++;
				calls.clear();
				return [];
			case "erase":
				return entry.ids.filter((id) => !results.has(id)).map((id) => `${id} is erased before it came`);
			case "result": {
				const twice = results.has(entry.id) && !entry.kept;
				results.add(entry.id);
				return [
					...(calls.has(entry.id) ? [] : [`result ${entry.id} has no call before it`]),
					...(twice ? [`result ${entry.id} came twice`] : []),
					...(entry.kept && resets === 0 ? [`result ${entry.id} was kept where nothing was reset`] : []),
				];
			}
			default:
				return [];
		}
	};
	return entries.flatMap(look);
}

/** Entries in short form: a call is `id!`, a result `id`, a kept one `id+`, an erased one `-id`. What the user wrote is left out. */
export function outlineOf(entries: readonly Entry[]): string {
	return entries
		.filter(({ kind }) => kind !== "prompt")
		.map(signOf)
		.join(" ");
}

function signOf(entry: Entry): string {
	switch (entry.kind) {
		case "call":
			return `${entry.call.id}!`;
		case "result":
			return `${entry.id}${entry.kept ? "+" : ""}`;
		case "turn":
			return entry.kept ? "turn+" : "turn";
		case "erase":
			return `-${entry.ids.join(",")}`;
		case "hidden":
			return `hidden:${entry.path}`;
		default:
			return entry.kind;
	}
}
