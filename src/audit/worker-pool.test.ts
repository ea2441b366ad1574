import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AuditTask, PLAIN_TASK } from "./task.ts";
import { type FindingsReceiver, readWithWorkers } from "./worker-pool.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "ibid-crew-"));
afterAll(() => rmSync(folder, { recursive: true }));

const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));
const command = [process.execPath, cli, "work"];
const task: AuditTask = PLAIN_TASK;

/** A log of pi with a result of so many lines, which takes the longer the more there are. */
function log(name: string, lines: number): string {
	const call = { type: "toolCall", id: `call-${name}`, name: "bash", arguments: { command: "make" } };
	const text = Array.from({ length: lines }, (_, line) => `step ${line} of ${name}`).join("\n");
	const entries = [
		{ type: "session", version: 3, id: name, cwd: "/home/you/project" },
		{ type: "message", id: "1", parentId: null, message: { role: "assistant", content: [call] } },
		{
			type: "message",
			id: "2",
			parentId: "1",
			message: { role: "toolResult", toolCallId: call.id, toolName: "bash", content: [{ type: "text", text }] },
		},
	];
	const path = join(folder, `${name}.jsonl`);
	writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
	return path;
}

function note(heard: string[], more: Partial<FindingsReceiver> = {}): FindingsReceiver {
	return {
		found: (_, { session }) => void heard.push(session),
		unreadable: (_, why) => void heard.push(why),
		fileDone: () => {},
		...more,
	};
}

test("findings come in the order of the files, though the first of them takes longest", async () => {
	const names = ["a", "b", "c", "d", "e"];
	const files = names.map((name) => log(name, name === "a" ? 400_000 : 5));
	const heard: string[] = [];
	await readWithWorkers({ files, task, jobs: 2, command, signal: new AbortController().signal }, note(heard));
	expect(heard).toEqual(names);
});

test("findings are heard of as soon as they are there", async () => {
	const files = ["first", "second", "third"].map((name) => log(name, name === "first" ? 400_000 : 5));
	const [heard, found]: [string[], string[]] = [[], []];
	const taker = note(found, { early: ({ session }) => void heard.push(session) });
	await readWithWorkers({ files, task, jobs: 2, command, signal: new AbortController().signal }, taker);
	expect(heard).toEqual(["second", "third", "first"]);
	expect(found).toEqual(["first", "second", "third"]);
});

test("work that is stopped gives what was read by then, and says no ill of the rest", async () => {
	const files = ["a", "b", "c"].map((name) => log(name, 5));
	const controller = new AbortController();
	const heard: string[] = [];
	const taker = note(heard, { fileDone: () => controller.abort() });
	await readWithWorkers({ files, task, jobs: 1, command, signal: controller.signal }, taker);
	expect(heard).toEqual(["a"]);
});

test("workers that cannot even begin cost every file, with the reason", async () => {
	const files = ["a", "b"].map((name) => log(name, 5));
	const heard: string[] = [];
	const missing = [join(folder, "no-such-program")];
	await readWithWorkers({ files, task, jobs: 2, command: missing, signal: new AbortController().signal }, note(heard));
	expect(heard).toEqual([expect.stringContaining("ENOENT"), expect.stringContaining("ENOENT")]);
});

test("a file may have any name", async () => {
	const heard: string[] = [];
	const name = 'line\nbreak, "quote" and \u2028separators\u2029';
	const files = [log(name, 5)];
	await readWithWorkers({ files, task, jobs: 1, command, signal: new AbortController().signal }, note(heard));
	expect(heard).toEqual([name]);
});
