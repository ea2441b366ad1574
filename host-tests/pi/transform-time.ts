import { seeded } from "../../bench/random.ts";
import { work } from "../../bench/session.ts";
import type { Step } from "../../bench/tools.ts";
import { UNSET } from "../../contracts/settings.ts";
import type { PiMessage } from "../../src/dialect/pi.ts";
import {
	type Changed,
	type Context,
	extend,
	type Pi,
	type PiHandlers,
	type PiSurroundings,
} from "../../src/host/pi/extension.ts";

/** How long the extension takes, in milliseconds: for a session that it has never seen, and for each request after it. */
export type TransformTimes = { readonly first: number; readonly next: readonly number[] };

const STEPS = 500;
const REQUESTS = 60;
/** Longer answers are passed over, so that all of them have 200,000 tokens. */
const LONGEST = 1_800;

console.log(JSON.stringify(await measure()));

/** Sends requests of a made-up session through the extension, each of them made anew as the host does. */
async function measure(): Promise<TransformTimes> {
	const texts = takeSteps().flatMap((step, index) => messagesOf(step, index).map((each) => JSON.stringify(each)));
	const shorten = startExtension();
	const time = async (count: number): Promise<number> => {
		const messages: PiMessage[] = texts.slice(0, count).map((text) => JSON.parse(text));
		const begin = performance.now();
		await shorten({ messages });
		return performance.now() - begin;
	};
	const first = await time(2 * (STEPS - REQUESTS));
	const next: number[] = [];
	for (let index = 1; index <= REQUESTS; index++) next.push(await time(2 * (STEPS - REQUESTS + index)));
	return { first, next };
}

function startExtension(): (event: Context) => Promise<Changed> {
	const surroundings: PiSurroundings = {
		cwd: "/home/dev/project",
		hasUI: false,
		ui: { setStatus() {}, notify() {} },
		sessionManager: { getSessionId: () => "s1", getBranch: () => [], buildSessionProjection() {} },
	};
	const handlers: Partial<PiHandlers> = {};
	const pi: Pi = { on: (event, handler) => (handlers[event] = handler), registerCommand() {}, appendEntry() {} };
	extend(
		pi,
		{
			shortened: () => new Set(),
			orphaned: () => new Set(),
			noteHashes: () => new Set(),
			refused: () => new Set(),
			folds: () => new Map(),
			write() {},
		},
		{ now: Date.now, settings: () => UNSET },
	);
	return async (event) => await handlers.context_with_system?.(event, surroundings);
}

function takeSteps(): Step[] {
	const session = work(seeded(1));
	const steps: Step[] = [];
	while (steps.length < STEPS) {
		const step = session.next().value;
		if (step.text.length < LONGEST) steps.push(step);
	}
	return steps;
}

/** A step as pi keeps it. */
function messagesOf({ call: { tool, input }, text }: Step, index: number): PiMessage[] {
	const id = `call_${index}`;
	const content = [
		{ type: "text", text: `Step ${index} of the work.` },
		{ type: "toolCall", id, name: tool, arguments: inputOf(tool, input) },
	];
	const result = [{ type: "text", text: tool === "read" ? linesIn(text) : text }];
	return [
		{ role: "assistant", content, stopReason: "toolUse", timestamp: 2 * index },
		{ role: "toolResult", toolCallId: id, toolName: tool, content: result, isError: false, timestamp: 2 * index + 1 },
	];
}

function inputOf(tool: string, { filePath: path, oldString, newString, ...rest }: Step["call"]["input"]): object {
	if (tool === "edit") return { path, edits: [{ oldText: oldString, newText: newString }] };
	return path === undefined ? rest : { path, ...rest };
}

/** What pi shows of a file are its lines and nothing else. */
function linesIn(text: string): string {
	return text
		.split("\n")
		.slice(3, -3)
		.map((line) => line.replace(/^\d+: /, ""))
		.join("\n");
}
