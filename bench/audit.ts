import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CATALOG, READERS } from "../contracts/hosts.ts";
import { auditSession } from "../src/audit/audit-session.ts";
import type { Findings } from "../src/audit/findings.ts";
import { newAuditSum } from "../src/audit/sum.ts";
import { type AuditTask, PLAIN_TASK } from "../src/audit/task.ts";
import { auditOptions } from "../src/audit/worker.ts";
import { filesUnder } from "../src/commands/sessions/session-files.ts";
import { recordingsIn } from "../src/transcript/files.ts";
import { measure, median } from "./measure.ts";
import { seeded } from "./random.ts";
import { work } from "./session.ts";
import { ms, printTable, times } from "./table.ts";

const TASK: AuditTask = PLAIN_TASK;

/** Prints how long an audit takes, including reading and rebuilding, beside merely parsing the same lines. */
export async function benchAudit(folder: string | undefined): Promise<void> {
	const made = folder === undefined ? makeSessions() : undefined;
	const files = filesUnder(folder ?? made ?? "");
	const how = await auditOptions(TASK, CATALOG);
	const lines = files.flatMap(linesOf);
	const taken = measure(
		{
			audit: () => () => auditAll(files, how),
			parse: () => () => lines.map((line) => JSON.parse(line).type),
		},
		{ rounds: 3, most: 60_000 },
	);
	if (made !== undefined) rmSync(made, { recursive: true });
	const size = lines.reduce((sum, line) => sum + line.length, 0) / 1e6;
	const row = (what: string, time: number) => ({
		what,
		ms: ms(time),
		"to JSON.parse": times(time, median(taken.parse)),
	});
	printTable("6. Audit", `one worker, ${files.length} sessions, ${size.toFixed(0)} MB; at most 8 times JSON.parse`, [
		row("JSON.parse of the same lines", median(taken.parse)),
		row("audit: read, answer, rebuild, sum up", median(taken.audit)),
	]);
}

/** Everything that a worker and its parent do, but in one process. */
function auditAll(files: readonly string[], how: Awaited<ReturnType<typeof auditOptions>>): unknown {
	const sum = newAuditSum(
		{ tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined },
		CATALOG,
	);
	for (const path of files)
		for (const recorded of recordingsIn(path, READERS)) {
			if (recorded.kind === "unreadable") continue;
			const found: Findings = JSON.parse(JSON.stringify(auditSession(recorded.recording, how)));
			sum.add(path, found);
		}
	return sum.report();
}

function linesOf(path: string): string[] {
	const text = readFileSync(path, "utf8");
	return path.endsWith(".jsonl") ? text.split("\n").filter((line) => line.trim() !== "") : [text];
}

const SESSIONS = 20;
const STEPS = 150;

/** A folder of sessions like those that OpenCode exports. */
function makeSessions(): string {
	const folder = mkdtempSync(join(tmpdir(), "ibid-bench-"));
	for (let index = 0; index < SESSIONS; index++) {
		const steps = work(seeded(100 + index));
		const messages = Array.from({ length: STEPS }, (_, at) => {
			const { call, text } = steps.next().value;
			const state = { status: "completed", input: call.input, output: text, time: { start: at, end: at } };
			const part = { type: "tool", callID: `call-${index}-${at}`, tool: call.tool, state };
			return {
				info: { id: String(1000 + at), role: "assistant", sessionID: `ses_${index}`, time: { created: at } },
				parts: [part],
			};
		});
		const info = { id: `ses_${index}`, directory: "/project", version: "1.18.33" };
		writeFileSync(join(folder, `${index}.json`), JSON.stringify({ info, messages }));
	}
	return folder;
}
