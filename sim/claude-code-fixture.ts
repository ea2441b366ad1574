import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClaudeCodeRuntime } from "../src/host/claude-code/answer.ts";
import { newHooks } from "../src/host/claude-code/hook.ts";
import { claudeCodeNearCompaction } from "../src/host/claude-code/knowledge.ts";
import type { HookHandler } from "../src/host/hook-handler.ts";
import type { HookOutlines } from "../src/host/hook-outlines.ts";
import type { NearCompaction } from "../src/limits/limits.ts";
import { openRecord, readLines } from "../src/store/record.ts";
import type { RecordLine } from "../src/store/record-lines.ts";
import { type Call, type LogPen, newLogPen } from "./claude-code-log.ts";

/** A session of Claude Code for tests: files on disk, a log, and hooks that are called for each result. */
export type ClaudeCodeFixture = {
	readonly pen: LogPen;
	readonly hooks: HookHandler;
	/** How long hooks have waited, in milliseconds. */
	waited: number;
	/** Writes a file into the project and returns its path. */
	put(name: string, text: string | Uint8Array): string;
	/** The model reads a file: it makes the call, the hook runs, and the log gets what the model gets. */
	read(path: string, range?: Lines): Promise<Got>;
	/** The same if the host believes that the file is unchanged, rightly or wrongly. */
	stub(path: string, range?: Lines): Promise<Got>;
	run(command: string, output: string): Promise<Got>;
	/** Calls the hook with what a tool returned; gives what the hook wants to send instead. */
	hook(call: Call, response: unknown): Promise<unknown>;
	/** The same; gives what the hook wants to send behind it. */
	behind(call: Call, response: unknown): Promise<unknown>;
	/** Calls the hooks with what the model gets in a turn, before the log has it. */
	batch(...results: readonly (readonly [Call, string])[]): Promise<unknown>;
	/** Calls the hooks because a session starts, after a compaction or for another reason; gives what they say. */
	compacted(): Promise<unknown>;
	started(source: string): Promise<unknown>;
	/** The same session for hooks that have only the log and the record. */
	anew(): ClaudeCodeFixture;
	recorded(): RecordLine[];
};

export type Lines = { readonly offset?: number; readonly limit?: number };

/** What the model gets for a call, whether ibid changed it, and the lines of both in the log. */
export type Got = {
	readonly id: string;
	readonly text: string;
	readonly isReplaced: boolean;
	readonly lines: readonly [call: string, result: string];
};

/** What the host sends instead of a file that it believes to be unchanged. */
export const UNCHANGED =
	"Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";

/** A session before its first turn, in a folder of its own below another. */
export function newClaudeCodeFixture(
	base: string,
	session = "s1",
	nearCompaction: NearCompaction = claudeCodeNearCompaction(),
	outlines?: HookOutlines,
): ClaudeCodeFixture {
	const folder = mkdtempSync(join(base, "session-"));
	const project = join(folder, "project");
	mkdirSync(project);
	return fixtureFor(
		folder,
		newLogPen(join(folder, `${session}.jsonl`), session, project),
		{ nearCompaction, ...(outlines && { outlines }) },
		1,
	);
}

type FixtureWorld = Pick<ClaudeCodeRuntime, "nearCompaction" | "outlines">;

function fixtureFor(folder: string, pen: LogPen, world: FixtureWorld, process: number): ClaudeCodeFixture {
	const wait = async (milliseconds: number): Promise<void> => {
		fixture.waited += milliseconds;
	};
	const later = (work: () => void): void => work();
	const hooks = newHooks(openRecord(folder, `${process}`), {
		now: () => pen.time,
		wait,
		later,
		...world,
		prefer: (policy) => policy,
		isGuarded: () => true,
	});
	const play = async (tool: string, input: object, response: object, text: string): Promise<Got> => {
		const call = pen.ask(tool, input);
		const replacement = await fixture.hook(call, response);
		const got = replacement === undefined ? text : textIn(replacement);
		const line = pen.answer(call, got);
		return { id: call.id, text: got, isReplaced: replacement !== undefined, lines: [call.line, line] };
	};
	const fixture: ClaudeCodeFixture = {
		pen,
		hooks,
		waited: 0,
		put(name, text) {
			writeFileSync(join(pen.project, name), text);
			return join(pen.project, name);
		},
		read(path, range = {}) {
			const response = shownBy(path, range);
			return play("Read", { file_path: path, ...range }, response, textIn(response));
		},
		stub: (path, range = {}) => play("Read", { file_path: path, ...range }, unchanged(path), UNCHANGED),
		run: (command, stdout) => play("Bash", { command }, { ...RAN, stdout }, textIn({ stdout })),
		async hook(call, response) {
			return outputIn(await tell(fixture, returned(call, response))).updatedToolOutput;
		},
		async behind(call, response) {
			return outputIn(await tell(fixture, returned(call, response))).additionalContext;
		},
		batch(...results) {
			const tool_calls = results.map(([call, text]) => ({ ...calledIn(call), tool_response: text }));
			return tell(fixture, { hook_event_name: "PostToolBatch", tool_calls });
		},
		compacted: () => fixture.started("compact"),
		async started(source) {
			return outputIn(await tell(fixture, { hook_event_name: "SessionStart", source })).additionalContext;
		},
		anew: () => fixtureFor(folder, pen, world, process + 1),
		recorded: () => readLines(join(folder, "answers"), pen.session),
	};
	return fixture;
}

function tell({ hooks, pen }: ClaudeCodeFixture, event: object): Promise<unknown> {
	return hooks.handle({ session_id: pen.session, transcript_path: pen.path, cwd: pen.project, ...event });
}

function returned(call: Call, response: unknown): object {
	return { hook_event_name: "PostToolUse", ...calledIn(call), tool_response: response };
}

function calledIn({ id, tool, input }: Call): object {
	return { tool_name: tool, tool_input: input, tool_use_id: id };
}

const RAN = { stderr: "", interrupted: false, isImage: false };

function unchanged(filePath: string): object {
	return { type: "file_unchanged", file: { filePath } };
}

/** A file as the host's Read returns it: without a byte order mark and without carriage returns. */
export function shownBy(path: string, { offset = 1, limit = Number.POSITIVE_INFINITY }: Lines = {}): Shown {
	const all = readFileSync(path, "utf8").replace("\uFEFF", "").split(/\r?\n/);
	const lines = all.slice(offset - 1, offset - 1 + limit);
	const counts = { numLines: lines.length, startLine: offset, totalLines: all.length };
	return { type: "text", file: { filePath: path, content: lines.join("\n"), ...counts } };
}

/** A tool's result in which the model gets lines of a file, or what a command printed. */
export type Shown = {
	readonly type?: "text";
	readonly file?: { readonly content: string; readonly startLine: number; readonly [more: string]: unknown };
	readonly stdout?: string;
};

/** What the model gets of a tool's result. */
export function textIn(value: unknown): string {
	const { file, stdout = "" } = value as Shown;
	if (!file) return stdout.trimEnd();
	const lines = file.content.split("\n").map((line, index) => `${file.startLine + index}\t${line}`);
	return lines.join("\n");
}

/** What a hook says. */
type HookOutput = {
	readonly updatedToolOutput?: unknown;
	readonly additionalContext?: unknown;
};

function outputIn(answer: unknown): HookOutput {
	return (answer as { hookSpecificOutput?: object }).hookSpecificOutput ?? {};
}
