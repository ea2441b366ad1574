import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { estimateTokens } from "../core/tokens.ts";
import type { HostCatalog } from "../host/definition.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { recordingsIn } from "../transcript/files.ts";
import { type AuditOptions, auditSession } from "./audit-session.ts";
import { RULES } from "./compare/rules.ts";
import { recordedAnswersIn } from "./recorded-answers.ts";
import { type AuditTask, jsonLine, type WorkerMessage } from "./task.ts";

/** Reads the files whose paths come in, one line of JSON each, and writes what it finds, until no more come. */
export async function runWorker(
	task: AuditTask,
	hosts: HostCatalog,
	loadFolds: LoadFolds,
	input: Readable,
	output: Writable,
): Promise<void> {
	const how = await auditOptions(task, hosts, loadFolds);
	// Every new worker loads the tokenizer again, so only what comes on top counts as growth.
	const atFirst = process.memoryUsage().rss;
	for await (const line of createInterface({ input })) {
		for await (const word of messagesFor(JSON.parse(line), task, how, loadFolds)) await sendMessage(output, word);
		await sendMessage(output, { kind: "end", growth: process.memoryUsage().rss - atFirst });
	}
}

/** Loads what finds folds in files of code. */
export type LoadFolds = () => Promise<FoldFinder>;

/** How a task wants sessions audited. The tokenizer and the grammars are large, so they are loaded only if needed. */
export async function auditOptions(
	{ exact, compare, proof, inspect, lean, outline, way }: AuditTask,
	hosts: HostCatalog,
	loadFolds?: LoadFolds,
): Promise<AuditOptions> {
	const findFolds = outline ? await loadFolds?.() : undefined;
	const count = exact ? (await import("./exact-tokens.ts")).countExactly : estimateTokens;
	return {
		hosts,
		count,
		rules: compare ? RULES : [],
		proof,
		inspect,
		lean,
		isOutlined: outline,
		findFolds,
		...(way && { way }),
	};
}

/**
 * The messages about a file. Never throws: a failure in one session becomes a message. Where ibid has sent outlines, what
 * it needs to make them again is loaded first.
 */
export async function* messagesFor(
	path: string,
	task: AuditTask,
	how: AuditOptions,
	loadFolds?: LoadFolds,
): AsyncGenerator<WorkerMessage> {
	const readers = [...how.hosts.values()].map(({ reader }) => reader);
	const answersTo = recordedAnswersIn(task.record, how.hosts);
	for (const recorded of recordingsIn(path, readers)) {
		if (recorded.kind === "unreadable") {
			yield recorded;
			continue;
		}
		const { recording } = recorded;
		if (task.hosts.length > 0 && !task.hosts.includes(recording.host)) continue;
		try {
			const answers = answersTo(recording);
			const findFolds = how.findFolds ?? (answers?.hasOutlines ? await loadFolds?.() : undefined);
			const findings = auditSession(recording, { ...how, findFolds }, answers);
			if (isOfProject(findings.project, task.project)) yield { kind: "found", findings };
		} catch (error) {
			yield { kind: "unreadable", why: `session ${recording.session}: ${error}` };
		}
	}
}

function isOfProject(project: string | undefined, wanted: string | undefined): boolean {
	return wanted === undefined || (project?.includes(wanted) ?? false);
}

function sendMessage(output: Writable, word: WorkerMessage): Promise<void> {
	return new Promise((resolve, reject) => {
		output.write(jsonLine(word), (error) => (error ? reject(error) : resolve()));
	});
}
