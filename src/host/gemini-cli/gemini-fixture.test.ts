import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRecord, type RecordLine, readLines } from "../../store/record.ts";
import type { HookAnswer } from "../hook-handler.ts";
import type { GeminiRuntime } from "./answer-tool.ts";
import { openBegunHooks } from "./begun.ts";
import { type Channel, tailCall } from "./channel.ts";
import { newHooks } from "./hook.ts";

/** A session of Gemini CLI for tests: its log as 0.61 writes it, and hooks that are called for each call. */
export type GeminiFixture = {
	readonly log: string;
	readonly home: string;
	readonly project: string;
	readonly state: string;
	/** How many tokens the host says that its last request had, and to which model it went. */
	tokens: number;
	model: string;
	channel: Channel | undefined;
	/** What happens when a hook writes down an answer. */
	whenRecorded: () => void;
	/** Writes a line of the log. */
	write(line: object): void;
	say(text: string): void;
	/** A hook is told that a call begins, and that it has ended; what it answers. */
	begin(asked: Asked): Promise<HookAnswer>;
	end(asked: Asked, text: unknown, more?: object): Promise<HookAnswer>;
	tell(event: object): Promise<HookAnswer>;
	/** The model makes calls at once; hooks are told, and when all have ended the log has what the model gets. */
	turn(calls: readonly (readonly [Asked, string])[], meanwhile?: (got: readonly Got[]) => void): Promise<Got[]>;
	/** A turn of one call, and what the host does before it sends the result; what the model gets. */
	ask(asked: Asked, text: string, meanwhile?: (got: readonly Got[]) => void): Promise<Got>;
	/** The two parts of what the log has of a turn: the model replies with calls, and gets their results. */
	reply(): void;
	close(results: readonly Result[], meanwhile?: () => void): void;
	/** The host puts another history in the place of what there was: these results as they are now, and open calls. */
	rewrite(results: readonly Result[], open?: readonly Result[]): void;
	recorded(): RecordLine[];
};

/** What the model asks for. */
export type Asked = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What the model gets for a call, and in which shape. */
export type Result = {
	readonly id: string;
	readonly asked: Asked;
	readonly response: { readonly output: string } | { readonly error: string };
};

/** The same, whether it is ibid's doing, and what the hook had to say besides. */
export type Got = Result & { readonly isReplaced: boolean; readonly words: string | undefined };

export const SESSION = "s1";

/** A session that has not begun, in a folder of its own below another. */
export function newGeminiFixture(base: string): GeminiFixture {
	const state = mkdtempSync(join(base, "session-"));
	const [home, project, log] = [join(state, "home"), join(state, "project"), join(state, "log.jsonl")];
	for (const folder of [home, project]) mkdirSync(join(folder, ".gemini"), { recursive: true });
	const world: GeminiRuntime = {
		now: () => 7,
		folder: join(state, "calls"),
		begun: openBegunHooks({
			folder: join(state, "begun"),
			answers: join(state, "answers"),
			now: () => 7,
			isAlive: (id) => id === process.pid,
		}),
		home,
		channel: () => fixture.channel,
		prefer: (policy) => policy,
		isGuarded: () => true,
	};
	let count = 0;
	let reply = {};
	const idOf = (word: string): string => `${word}-${++count}`;
	// Each hook is a process that knows nothing but what was written.
	const handle = (event: object): Promise<HookAnswer> => {
		const record = openRecord(state, "hooks");
		const write = (line: RecordLine): void => {
			fixture.whenRecorded();
			record.write(line);
		};
		return newHooks({ ...record, write }, world).handle(event);
	};
	const message = (type: string, more: object): object => ({ id: idOf("m"), timestamp: TIME, type, ...more });
	const fixture: GeminiFixture = {
		...{ log, home, project, state, tokens: 10_000, model: "gemini-2.5-pro", channel: tailCall, whenRecorded() {} },
		write: (line) => appendFileSync(log, `${JSON.stringify(line)}\n`),
		say: (text) => fixture.write(message("user", { content: [{ text }] })),
		begin: (asked) => fixture.tell({ hook_event_name: "BeforeTool", ...calledIn(asked) }),
		end: (asked, llmContent, more) =>
			fixture.tell({ hook_event_name: "AfterTool", ...calledIn(asked), tool_response: { llmContent, ...more } }),
		tell: (event) => handle({ session_id: SESSION, transcript_path: log, cwd: project, ...event }),
		async turn(calls, meanwhile) {
			fixture.reply();
			for (const [asked] of calls) await fixture.begin(asked);
			const got: Got[] = [];
			for (const [asked, text] of calls) {
				const answer = await fixture.end(asked, text);
				got.push({ id: idOf(asked.tool), asked, ...arrivingBy(answer, text) });
			}
			fixture.close(got, () => meanwhile?.(got));
			return got;
		},
		ask: async (asked, text, meanwhile) => (await fixture.turn([[asked, text]], meanwhile))[0]!,
		reply() {
			const tokens = { input: fixture.tokens, output: 20, cached: 0, thoughts: 0, tool: 0, total: fixture.tokens + 20 };
			reply = message("gemini", { content: "", thoughts: [], tokens, model: fixture.model });
			fixture.write(reply);
			fixture.write({ $set: { lastUpdated: TIME } });
		},
		close(results, meanwhile = () => {}) {
			const toolCalls = results.map((each) => {
				const status = "error" in each.response ? "error" : "success";
				return { id: each.id, name: each.asked.tool, args: each.asked.input, result: [partOf(each)], status };
			});
			fixture.write({ ...reply, toolCalls });
			meanwhile();
			fixture.write(message("user", { content: results.map(partOf) }));
			fixture.write({ $set: { lastUpdated: TIME } });
		},
		rewrite(results, open = []) {
			const messages = [...results, ...open].flatMap((each, index) => {
				const functionCall = { name: each.asked.tool, args: each.asked.input, id: each.id };
				const call = message("gemini", { content: [{ functionCall }], thoughts: [], tokens: null });
				return index < results.length ? [call, message("user", { content: [partOf(each)] })] : [call];
			});
			fixture.write({ $set: { messages: [contextOf(fixture), ...messages] } });
		},
		recorded: () => readLines(join(state, "answers"), SESSION),
	};
	begin(fixture);
	return fixture;
}

const TIME = "2026-01-01T00:00:00.000Z";

function begin(fixture: GeminiFixture): void {
	fixture.write({ sessionId: SESSION, projectHash: "p", startTime: TIME, lastUpdated: TIME, kind: "main" });
	fixture.write({ $set: { messages: [contextOf(fixture)] } });
	fixture.say("Go on.");
}

function contextOf({ project }: GeminiFixture): object {
	const text = `<session_context>\n- **Workspace Directories:**\n  - ${project}\n- **Directory Structure:**\n</session_context>`;
	return { id: "context", timestamp: TIME, type: "user", content: [{ text }] };
}

function partOf({ id, asked, response }: Result): object {
	return { functionResponse: { id, name: asked.tool, response } };
}

function calledIn({ tool, input }: Asked): object {
	return { tool_name: tool, tool_input: input };
}

type Said = {
	decision?: string;
	reason?: string;
	hookSpecificOutput?: { additionalContext?: string; tailToolCallRequest?: { args: { text: string } } };
};

/** What the host makes of a hook's answer. */
function arrivingBy(answer: HookAnswer, text: string): Pick<Got, "response" | "isReplaced" | "words"> {
	const { decision, reason = "", hookSpecificOutput: more = {} }: Said = answer;
	const words = more.additionalContext;
	if (decision === "deny") return { response: { error: reason }, isReplaced: true, words };
	if (more.tailToolCallRequest)
		return { response: { output: untrusted(more.tailToolCallRequest.args.text) }, isReplaced: true, words };
	const context = words === undefined ? "" : `\n\n<hook_context>${words}</hook_context>`;
	return { response: { output: text + context }, isReplaced: false, words };
}

/** A text as the host wraps what comes from outside. */
export function untrusted(text: string): string {
	return `<untrusted_context>\n${text}\n</untrusted_context>`;
}

/** What a model gets, whatever its shape. */
export function textOf({ response }: Result): string {
	return "output" in response ? response.output : response.error;
}

/** A file is asked for, or some of its lines. */
export function readOf(file_path: string, start_line?: number, end_line?: number): Asked {
	return { tool: "read_file", input: start_line === undefined ? { file_path } : { file_path, start_line, end_line } };
}

/** A command is to be run. */
export function runOf(command: string): Asked {
	return { tool: "run_shell_command", input: { command } };
}

/** Some lines of a file as read_file shows them. */
export function someLines(lines: readonly string[], first: number, last: number): string {
	const status = `Status: Showing lines ${first}-${last} of ${lines.length} total lines.`;
	const head = ["", "IMPORTANT: The file content has been truncated.", status, "Action: read on.", "", RULE];
	return [...head, ...lines.slice(first - 1, last)].join("\n");
}

const RULE = "--- FILE CONTENT (truncated) ---";

/** What a command has printed, as the host shows it. */
export function printed(output: string): string {
	return untrusted(`Output: ${output.trim()}\nProcess Group PGID: 4711`);
}

/** Puts settings into a folder. */
export function setIn(folder: string, settings: object): void {
	writeFileSync(join(folder, ".gemini", "settings.json"), JSON.stringify(settings));
}
