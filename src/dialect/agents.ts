import { unwrapNothing } from "../lens/result-text.ts";
import { searchLens } from "../lens/search.ts";
import { claudeCodeRequestTools } from "../lens/tools/claude-code.ts";
import { codexTools } from "../lens/tools/codex.ts";
import { copilotCliTools } from "../lens/tools/copilot-cli.ts";
import { geminiCliTools } from "../lens/tools/gemini-cli.ts";
import { openCodeRequestTools } from "../lens/tools/opencode.ts";
import { piTools } from "../lens/tools/pi.ts";
import { qwenCodeTools } from "../lens/tools/qwen-code.ts";
import type { Lens, Tools } from "../lens/types.ts";
import type { BodyShape, DeclaredTool, JsonObject } from "./body.ts";
import { isRecord } from "./foreign.ts";

/** An agent, by the signs that its requests carry. */
export type Agent = {
	/** How it is called in its own words. */
	readonly title: string;
	/** How a text begins that it puts before all messages of the model. */
	readonly says: RegExp;
	/** Tools that it declares, each with one of its arguments; one of them is enough. */
	readonly declares: readonly (readonly [tool: string, argument: string | undefined])[];
	readonly tools: Tools;
};

/** The agents that we know by their requests. */
export const AGENTS: readonly Agent[] = [
	{
		title: "Claude Code",
		says: /^(?:x-anthropic-billing-header: cc_version=|You are Claude Code, |You are a Claude agent, built on Anthropic's Claude Agent SDK\.)/,
		declares: [
			["Read", "file_path"],
			["Bash", "command"],
		],
		tools: claudeCodeRequestTools,
	},
	{
		title: "Codex",
		says: /^You are (?:Codex, |a coding agent running in the Codex CLI|GPT-\S+ running in the Codex CLI)/,
		declares: [
			["exec_command", "cmd"],
			["shell_command", "command"],
			["shell", "command"],
			// Its models in code mode have one tool, which runs scripts.
			["functions__exec", undefined],
		],
		tools: codexTools,
	},
	{
		title: "Gemini CLI",
		says: /^<session_context>\nThis is the Gemini CLI\./,
		declares: [
			["read_file", "file_path"],
			["run_shell_command", "command"],
		],
		tools: geminiCliTools,
	},
	{
		title: "OpenCode",
		says: /^You are (?:OpenCode|opencode)\b/,
		declares: [
			["read", "filePath"],
			["bash", "command"],
		],
		tools: openCodeRequestTools,
	},
	{
		title: "pi coding agent",
		says: /^You are (?:a coding assistant running|an expert coding assistant operating) inside pi, a coding agent harness\./,
		declares: [
			["read", "path"],
			["bash", "command"],
		],
		tools: piTools,
	},
	{
		title: "Qwen Code",
		says: /^You are Qwen Code, /,
		declares: [
			["read_file", "file_path"],
			["run_shell_command", "command"],
		],
		tools: qwenCodeTools,
	},
	{
		title: "Copilot CLI",
		says: /^You are the GitHub Copilot CLI, /,
		declares: [
			["view", "path"],
			["bash", "command"],
		],
		tools: copilotCliTools,
	},
];

/**
 * The agent whose signs a request carries: its words before all messages of the model, and one of its tools. Both stay
 * the same in a conversation, so what is found stays the same, too.
 */
export function agentIn(shape: BodyShape, conversation: JsonObject): Agent | undefined {
	const texts = openingTexts(shape, conversation);
	const declared = shape.tools(conversation);
	const found = AGENTS.filter(({ says, declares }) => {
		return texts.some((text) => says.test(text)) && declares.some(([name, argument]) => has(declared, name, argument));
	});
	return found.length === 1 ? found[0] : undefined;
}

function openingTexts(shape: BodyShape, conversation: JsonObject): string[] {
	const texts = [...shape.system(conversation)];
	const items = conversation[shape.list];
	for (const item of Array.isArray(items) ? items : []) {
		const reading = shape.read(item);
		if (reading?.isReply) break;
		texts.push(...(reading?.texts ?? []));
	}
	return texts;
}

function has(declared: readonly DeclaredTool[], name: string, argument: string | undefined): boolean {
	return declared.some(
		(tool) => tool.name === name && (argument === undefined || argumentsOf(tool).includes(argument)),
	);
}

function argumentsOf({ schema }: DeclaredTool): string[] {
	return isRecord(schema.properties) ? Object.keys(schema.properties) : [];
}

/** The tools of the agent, or what is certain about the tools of an agent that we do not know. */
export function toolsIn(shape: BodyShape, conversation: JsonObject): Tools {
	return agentIn(shape, conversation)?.tools ?? strangersTools(shape.tools(conversation));
}

/**
 * Nothing is known of how these tools show files or change them, or how they say that they failed, so each result is
 * that of its call. But an argument that is a path tells whether the result may hold secrets or instructions.
 */
function strangersTools(declared: readonly DeclaredTool[]): Tools {
	const lenses = declared.flatMap((tool): [string, Lens][] => {
		const paths = argumentsOf(tool).filter((name) => PATH.test(name));
		return paths.length === 0 ? [] : [[tool.name, lensForPaths(paths)]];
	});
	return { lenses: Object.fromEntries(lenses), unwrap: unwrapNothing };
}

/** Only the last part of a path matters here, so it does not matter where relative paths start. */
function lensForPaths(names: readonly string[]): Lens {
	return (call) => ({ ...searchLens({ ...call, directory: call.directory || "/" }, names), readOnly: false });
}

/** Arguments whose names end like those of a path. */
const PATH = /(?:path|file|filename|uri)s?$/i;
