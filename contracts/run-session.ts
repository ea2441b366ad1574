import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ClaudeCodeFixture, shownBy, textIn } from "../sim/claude-code-fixture.ts";
import type { Call } from "../sim/claude-code-log.ts";
import type { Settings } from "../src/config/types.ts";
import { newRewriter } from "../src/run/rewriter.ts";
import { openRecord, readLines } from "../src/store/record.ts";
import type { RecordLine } from "../src/store/record-lines.ts";
import { UNSET } from "./settings.ts";

/** A session of Claude Code between hooks and `ibid run`: what its log has, and what its requests have. */
export type RunSession = {
	/** What the user says begins a request; under `ibid run` that is sent. */
	say(): readonly string[];
	/** The model reads a file, and gets what hooks made of it. */
	readByHooks(path: string): Promise<string>;
	/** The model reads a file, and gets what `ibid run` makes of it; the log has the original. */
	read(path: string): string;
	run(command: string, output: string): string;
	edit(path: string, old_string: string, new_string: string): string;
	/** The model writes a file; the tool says that it did, or something else. */
	write(path: string, content: string, result?: string): string;
	/** The results of the last request, as they were sent. */
	sent(): readonly string[];
	/** The same session in another process of `ibid run`. */
	resume(): void;
	log(): string;
	state: string;
	recorded(): RecordLine[];
};

/** A session before its first request; `session` is what requests call it, which may be nothing. */
export function newRunSession(
	fixture: ClaudeCodeFixture,
	session: string = fixture.pen.session,
	settings: Settings = UNSET,
): RunSession {
	const { pen } = fixture;
	const state = dirname(pen.path);
	const system = [{ type: "text", text: "x-anthropic-billing-header: cc_version=2.1.325.ff3; cc_entrypoint=sdk-cli;" }];
	const environment = `<system-reminder>\n# Environment\n - Primary working directory: ${pen.project}\n</system-reminder>`;
	const messages: object[] = [{ role: "user", content: environment }];
	const tools = [{ name: "Read", input_schema: { type: "object", properties: { file_path: {} } } }];
	const head = { method: "POST", path: "/v1/messages?beta=true", headers: {} };
	let processes = 0;
	let rewrite = newProcess();
	let last: readonly string[] = [];

	function newProcess(): ReturnType<typeof newRewriter> {
		return newRewriter({
			host: "claude-code",
			runner: { agent: "Claude Code", identify: () => ({ session, agent: "", version: "2.1.325" }) },
			settings: () => settings,
			record: openRecord(state, `run-${++processes}`),
			now: () => pen.time,
		});
	}

	function request(): readonly string[] {
		const body = Buffer.from(JSON.stringify({ model: "m", system, tools, messages }));
		const out: unknown = JSON.parse(Buffer.from(rewrite(head, body) as Uint8Array).toString());
		const { messages: sent } = out as { messages: { content: string | { type: string; content: string }[] }[] };
		const blocks = sent.flatMap(({ content }) => (typeof content === "string" ? [] : content));
		last = blocks.filter(({ type }) => type === "tool_result").map(({ content }) => content);
		return last;
	}

	function add({ id, tool: name, input }: Pick<Call, "id" | "tool" | "input">, content: string): void {
		messages.push(
			{ role: "assistant", content: [{ type: "tool_use", id, name, input }] },
			{ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
		);
	}

	function play(tool: string, input: object, text: string): string {
		const call = pen.ask(tool, input);
		pen.answer(call, text);
		add(call, text);
		return request().at(-1) ?? "";
	}

	return {
		say() {
			pen.say();
			messages.push({ role: "user", content: "Go on." });
			return request();
		},
		async readByHooks(file_path) {
			const { id, text } = await fixture.read(file_path);
			add({ id, tool: "Read", input: { file_path } }, text);
			return text;
		},
		read: (file_path) => play("Read", { file_path }, textIn(shownBy(file_path))),
		run: (command, output) => play("Bash", { command }, output),
		edit: (file_path, old_string, new_string) =>
			play("Edit", { file_path, old_string, new_string }, `The file ${file_path} has been updated successfully.`),
		write: (file_path, content, result = "File created successfully.") => play("Write", { file_path, content }, result),
		sent: () => last,
		resume() {
			rewrite = newProcess();
		},
		log: () => readFileSync(pen.path, "utf8"),
		state,
		recorded: () => readLines(`${state}/answers`, pen.session),
	};
}
