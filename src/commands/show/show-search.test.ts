import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATALOG, READERS } from "../../../contracts/hosts.ts";
import { newClaudeCodeFixture } from "../../../sim/claude-code-fixture.ts";
import { auditSession } from "../../audit/audit-session.ts";
import type { InspectionTarget } from "../../audit/inspect.ts";
import { PLAIN_TASK } from "../../audit/task.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { recordingsIn } from "../../transcript/files.ts";
import type { Arguments } from "../command-line/parse.ts";
import { INTERRUPTED } from "../sessions/sum-up.ts";
import { newTerminal } from "../terminal/terminal.ts";
import { show } from "./show.ts";
import { findResults, type SearchTerminal } from "./show-search.ts";

setDefaultTimeout(60_000);

const base = mkdtempSync(join(tmpdir(), "ibid-show-search-"));
afterAll(() => rmSync(base, { recursive: true }));

const PROGRAM = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: false, inspect: { kind: "none" } } as const;

/** Two logs with many answers, none of them in both, in which one short name stands for an answer of each. */
const [newer, older] = [logOf("newer"), logOf("older")];
const { short, ofNewer, ofOlder } = alikeIn(idsIn(newer), idsIn(older));
for (const [at, log] of [older, newer].entries()) utimesSync(log, at + 1, at + 1);

function logOf(word: string): string {
	const { pen } = newClaudeCodeFixture(base, word);
	for (let at = 0; at < 600; at++) pen.answer(pen.ask("Bash", { command: `echo ${at}` }), `${word} ${at}`);
	return pen.path;
}

function idsIn(log: string): string[] {
	return [...recordingsIn(log, READERS)].flatMap((recorded) => {
		if (recorded.kind !== "recording") return [];
		const findings = auditSession(recorded.recording, HOW).threads.flat();
		return findings.flatMap((finding) => (finding.kind === "answer" ? [finding.id] : []));
	});
}

function alikeIn(some: readonly string[], others: readonly string[]): Alike {
	for (const one of some) {
		const short = one.slice(0, 4);
		const [other = "", ...more] = [...some, ...others].filter((id) => id !== one && id.startsWith(short));
		if (more.length === 0 && others.includes(other))
			return { short, ofNewer: { id: one, path: newer }, ofOlder: { id: other, path: older } };
	}
	throw new Error("no short name stands for two answers");
}

type Place = { readonly id: string; readonly path: string };
type Alike = { readonly short: string; readonly ofNewer: Place; readonly ofOlder: Place };

type Found = { readonly hits: readonly Place[]; readonly read: number };

/** What is found in logs that are read one after the other, and how many of them were read. */
async function find(inspect: InspectionTarget, logs: readonly string[]): Promise<Found> {
	const read: string[] = [];
	const fixture: SearchTerminal = {
		processors: 1,
		worker: [process.execPath, PROGRAM, "work"],
		interrupt: new AbortController().signal,
		progress: (line) => void (line !== "" && read.push(line)),
	};
	const hits = await findResults(logs, { ...PLAIN_TASK, inspect }, fixture);
	return { hits: hits.map(({ answer: { id }, path }) => ({ id, path })), read: read.length };
}

describe("an answer is looked for", () => {
	test("in all logs by a short name, which may mean others", async () => {
		expect(await find({ kind: "one", id: short }, [older, newer])).toEqual({ hits: [ofNewer, ofOlder], read: 2 });
	});

	test.each([
		[1, ofNewer],
		[2, ofOlder],
	])("no further than to the log that has it by its whole name: %d", async (read, place) => {
		expect(await find({ kind: "one", id: place.id }, [older, newer])).toEqual({ hits: [place], read });
	});

	test("no further than to the newest log that has a shortened one, if it is to be the last", async () => {
		const sample = (name: string): string => join(import.meta.dirname, "..", "..", "..", "samples", name);
		const logs = ["claude-code/re-reads.jsonl", "codex/direct.jsonl"].map((name, at) => {
			const log = join(base, `last-${at}.jsonl`);
			copyFileSync(sample(name), log);
			utimesSync(log, 10 - at, 10 - at);
			return log;
		});
		const { hits, read } = await find({ kind: "last" }, logs);
		expect([hits.map(({ path }) => path), read]).toEqual([logs.slice(0, 1), 1]);
	});
});

test.each([3, 0])("of copies of a log, as of resumed sessions, the newest counts alone: %d", async (time) => {
	const copy = join(base, `copy-${time}.jsonl`);
	copyFileSync(newer, copy);
	utimesSync(copy, time, time);
	const { id } = ofNewer;
	expect(await find({ kind: "one", id: id.slice(0, 7) }, [older, newer, copy])).toEqual({
		hits: [{ id, path: time > 2 ? copy : newer }],
		read: 3,
	});
});

describe("a short id that matches results in two logs", () => {
	const args: Arguments = {
		positionals: [short, older, newer],
		flag: () => false,
		text: () => undefined,
		texts: () => [],
		number: () => undefined,
	};
	const terminal = {
		...newTerminal(PROGRAM, "work"),
		...{ home: base, environment: { IBID_STATE: join(base, "no-state") }, processors: 1 },
		progress: () => {},
	};

	test("is refused, and they are named", async () => {
		const names = `${ofNewer.id} (Bash echo), ${ofOlder.id} (Bash echo)`;
		await expect(show(args, terminal)).rejects.toThrow(`${short} matches several tool results: ${names}.`);
	});

	test("shows neither if the user stops the search at the first", async () => {
		const interrupt = new AbortController();
		const printed: string[] = [];
		const code = await show(args, {
			...terminal,
			print: (lines) => void printed.push(...lines),
			say: (line) => void printed.push(line),
			progress: () => interrupt.abort(),
			interrupt: interrupt.signal,
		});
		expect([code, printed]).toEqual([INTERRUPTED, []]);
	});
});
