import type { Asked, Line, Speak } from "../../contracts/dialect.ts";
import { limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { reply } from "../../contracts/talk.ts";
import type { VisibleCall } from "../../proof/calls.ts";
import { fold } from "../../src/core/fold.ts";
import { emptyWindow } from "../../src/core/window.ts";
import { openCodeDialect } from "../../src/dialect/opencode.ts";
import { piDialect } from "../../src/dialect/pi.ts";
import type { Dialect } from "../../src/dialect/types.ts";
import { DEFAULT_LEAN } from "../../src/lean/types.ts";
import { deliver } from "../../src/lens/deliver.ts";
import { lookAtCall } from "../../src/lens/look.ts";
import { policyOf } from "../../src/limits/limits.ts";
import { newTransform } from "../../src/transform/transform.ts";

/** A host, reduced to the results of its tools, and what ibid makes of a conversation in it. */
export type EvidenceHost = {
	/** The ways to look at a file there. */
	readonly views: readonly string[];
	/** A call that looks at a file of these lines. */
	readonly view: (how: string, file: FileOnDisk) => HostCall;
	/** A command and what it printed. */
	readonly run: (command: string, printed: Printed) => HostCall;
	/** The conversation as the model gets it. */
	readonly deliver: (calls: readonly HostCall[], directory: string) => readonly DeliveredCall[];
};

export type FileOnDisk = { readonly path: string; readonly directory: string; readonly lines: readonly string[] };

/** What a command printed, and how it ended. */
export type Printed = { readonly output: string; readonly code: number };

/** A call, and its result as the host has it. */
export type HostCall = Pick<Asked, "tool" | "input"> & { readonly text: string; readonly failed: boolean };

/** A call as the model has it, and what its result would have been without ibid. */
export type DeliveredCall = { readonly call: VisibleCall; readonly original: string };

/** Commands that show a file as it is, or with numbers. */
export const PRINTED_VIEWS: readonly string[] = ["cat -n", "cat", "head -n 60", "sed -n '1,60p'"];

export type EvidenceHostName = "pi" | "opencode" | "claude-code";

export const EVIDENCE_HOSTS: Readonly<Record<EvidenceHostName, EvidenceHost>> = {
	pi: {
		views: ["read", ...PRINTED_VIEWS],
		view: (how, file) =>
			how === "read" ? done("read", { path: file.path }, plain(file)) : printedView("bash", how, file),
		run: (command, { output, code }) => {
			const text = output === "" ? "(no output)" : output;
			const ending = code === 0 ? "" : `\n\nCommand exited with code ${code}`;
			return { ...done("bash", { command }, text + ending), failed: code !== 0 };
		},
		deliver: (calls, directory) => transformed(calls, directory, piDialect(directory), inPi, "pi"),
	},
	opencode: {
		views: ["read", ...PRINTED_VIEWS],
		view: (how, file) => (how === "read" ? openCodeRead(file) : described(printedView("bash", how, file))),
		run: (command, { output }) => described(done("bash", { command }, output === "" ? "(no output)" : output)),
		deliver: (calls, directory) => transformed(calls, directory, openCodeDialect(directory), inOpenCode(), "opencode"),
	},
	"claude-code": {
		views: ["Read", ...PRINTED_VIEWS],
		view: (how, file) => (how === "Read" ? claudeRead(file) : trimmed(printedView("Bash", how, file))),
		run: (command, { output, code }) => {
			const text = `${code === 0 ? "" : `Exit code ${code}\n`}${output}`;
			return { ...trimmed(done("Bash", { command }, text)), failed: code !== 0 };
		},
		deliver: answeredOneByOne,
	},
};

function done(tool: string, input: HostCall["input"], text: string): HostCall {
	return { tool, input, text, failed: false };
}

function plain({ lines }: FileOnDisk): string {
	return lines.map((line) => `${line}\n`).join("");
}

function printedView(tool: string, how: string, file: FileOnDisk): HostCall {
	const lines = how.includes("60") ? file.lines.slice(0, 60) : file.lines;
	const numbered = lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`);
	const shown = { ...file, lines: how === "cat -n" ? numbered : lines };
	return done(tool, { command: `${how} ${file.path}` }, plain(shown));
}

function openCodeRead({ path, directory, lines }: FileOnDisk): HostCall {
	const text = [
		`<path>${directory}/${path}</path>`,
		"<type>file</type>",
		"<content>",
		...lines.map((line, at) => `${at + 1}: ${line}`),
		"",
		`(End of file - total ${lines.length} lines)`,
		"</content>",
	];
	return done("read", { filePath: path }, text.join("\n"));
}

/** OpenCode requires a description of each command. */
function described(call: HostCall): HostCall {
	return { ...call, input: { ...call.input, description: "Shows a file" } };
}

function claudeRead({ path, directory, lines }: FileOnDisk): HostCall {
	const text = [...lines, ""].map((line, at) => `${at + 1}\t${line}`).join("\n");
	return done("Read", { file_path: `${directory}/${path}` }, text);
}

/** Claude Code removes blank lines at the top and white space at the end of what a command printed. */
function trimmed(call: HostCall): HostCall {
	const text = call.text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
	return { ...call, text: text === "" ? "(Bash completed with no output)" : text };
}

/** Uses the shipped transform: messages in, messages out. */
function transformed<Message>(
	calls: readonly HostCall[],
	directory: string,
	dialect: Dialect<Message>,
	speak: Speak<Message>,
	host: "pi" | "opencode",
): DeliveredCall[] {
	const limits = limitsOf(host);
	const transform = newTransform({ dialect, tools: toolsOf(host), policy: policyOf(limits), lean: DEFAULT_LEAN });
	const replies = calls.map((call, at): Line => {
		const end = { kind: call.failed ? "failed" : "done", text: call.text } as const;
		return { ...(reply({ ...call, id: `call_${at}`, end }) as Extract<Line, { kind: "reply" }>), directory };
	});
	const { messages } = transform(replies.flatMap(speak));
	const texts = messages.flatMap((message) => {
		return (dialect.parse(message) ?? []).flatMap((item) => (item.kind === "result" ? [item.text] : []));
	});
	return calls.map((call, at) => deliveredCall(call, directory, texts[at] ?? ""));
}

/** As Claude Code's hook does it: each result when it arrives. */
function answeredOneByOne(calls: readonly HostCall[], directory: string): DeliveredCall[] {
	const [tools, policy] = [toolsOf("claude-code"), policyOf(limitsOf("claude-code"))];
	let window = emptyWindow();
	return calls.map(({ tool, input, text, failed }, at) => {
		const call = { id: `call_${at}`, tool, input, directory };
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
		const delivery = deliver(window, tools, call, text, failed ? "failed" : "done", policy);
		window = delivery.window;
		return deliveredCall({ tool, input, text, failed }, directory, delivery.answer.text);
	});
}

function deliveredCall({ tool, input, text: original }: HostCall, directory: string, text: string): DeliveredCall {
	return { call: { tool, input, directory, text, shortened: text !== original }, original };
}
