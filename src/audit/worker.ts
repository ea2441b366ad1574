import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { estimateTokens } from "../core/tokens.ts";
import { recordingsIn } from "../transcript/files.ts";
import { RULES } from "./compare/rules.ts";
import { findIn, type How } from "./find.ts";
import { livedIn } from "./lived.ts";
import { lineFor, type Task, type Word } from "./task.ts";

/** Reads the files whose paths come in, a line of JSON each, and writes what it finds in each, until no more come. */
export async function serve(task: Task, input: Readable, output: Writable): Promise<void> {
	const how = await howTo(task);
	// What the tokenizer takes, it takes in every worker anew: only what comes on top can be given back.
	const atFirst = process.memoryUsage().rss;
	for await (const line of createInterface({ input })) {
		for (const word of wordsOn(JSON.parse(line), task, how)) await say(output, word);
		await say(output, { kind: "end", growth: process.memoryUsage().rss - atFirst });
	}
}

/** How a task wants sessions looked at. The tokenizer is large, so only those who ask for it load it. */
export async function howTo({ exact, compare, proof, inspect }: Task): Promise<How> {
	const count = exact ? (await import("./exact.ts")).countExactly : estimateTokens;
	return { count, rules: compare ? RULES : [], proof, inspect };
}

/** What is to be said of a file. Never throws: what goes wrong in one session is said of it. */
export function* wordsOn(path: string, task: Task, how: How): Generator<Word> {
	for (const recorded of recordingsIn(path)) {
		if (recorded.kind === "unreadable") {
			yield recorded;
			continue;
		}
		const { recording } = recorded;
		if (task.hosts.length > 0 && !task.hosts.includes(recording.host)) continue;
		try {
			const findings = findIn(recording, how, livedIn(task.record)(recording.session));
			if (isOf(findings.project, task.project)) yield { kind: "found", findings };
		} catch (error) {
			yield { kind: "unreadable", why: `session ${recording.session}: ${error}` };
		}
	}
}

function isOf(project: string | undefined, wanted: string | undefined): boolean {
	return wanted === undefined || (project?.includes(wanted) ?? false);
}

function say(output: Writable, word: Word): Promise<void> {
	return new Promise((resolve, reject) => {
		output.write(lineFor(word), (error) => (error ? reject(error) : resolve()));
	});
}
