import { seeded } from "../../bench/random.ts";
import { work } from "../../bench/session.ts";
import type { Step } from "../../bench/tools.ts";
import type { OpenCodeMessage } from "../../src/dialect/opencode.ts";

/** A made-up session of OpenCode of any length. */
export type History = {
	/** Its first messages, as new objects, as the host makes them for each request. */
	readonly first: (count: number) => OpenCodeMessage[];
	/** Whether the last of so many messages has changed a file. */
	readonly endsInChange: (count: number) => boolean;
};

/** Makes up a session of so many messages. */
export function makeHistory(length: number): History {
	const steps = takeSteps(length);
	const texts = steps.map((step, index) => JSON.stringify(index % TURN === 0 ? promptOf(index) : replyOf(step, index)));
	const changes = steps.map(({ call }, index) => index % TURN !== 0 && (call.tool === "edit" || call.tool === "write"));
	return {
		first: (count) =>
			texts.slice(0, count).map((text, index) => {
				const message: OpenCodeMessage = JSON.parse(text);
				if (index % TURN !== 0) return message;
				// With a prompt the host records which files have changed since, and updates that with every edit.
				const diffs = changes
					.slice(index, Math.min(count, index + TURN))
					.filter(Boolean)
					.map(String);
				return { ...message, info: { ...message.info, summary: { diffs } } };
			}),
		endsInChange: (count) => changes[count - 1] ?? false,
	};
}

/** A prompt every so many messages. */
const TURN = 100;
const LONGEST = 900;
const TIME = 1_700_000_000_000;

/** Long results are skipped, so that a thousand messages have 200,000 tokens. */
function takeSteps(count: number): Step[] {
	const session = work(seeded(1));
	const steps: Step[] = [];
	while (steps.length < count) {
		const step = session.next().value;
		if (step.text.length < LONGEST) steps.push(step);
	}
	return steps;
}

function promptOf(index: number): OpenCodeMessage {
	const ids = { id: `msg_${index}`, sessionID: "ses_1" };
	const info = { ...ids, role: "user", time: { created: TIME + index }, agent: "build", model: MODEL };
	return { info, parts: [{ ...partOf(index, 0), type: "text", text: `Go on with part ${index} of the work.` }] };
}

const MODEL = { providerID: "scripted", modelID: "scripted" };

function replyOf({ call: { tool, input }, text }: Step, index: number): OpenCodeMessage {
	const time = { start: TIME + index, end: TIME + index + 1 };
	const output = tool === "read" ? withFoot(text, input) : text;
	const state = { status: "completed", input, output, metadata: metadataOf(tool, output), title: tool, time };
	const info = {
		...{ id: `msg_${index}`, sessionID: "ses_1", parentID: `msg_${index - (index % TURN)}`, ...MODEL },
		...{ role: "assistant", mode: "build", agent: "build", cost: 0, finish: "tool-calls", time },
		path: { cwd: "/home/dev/project", root: "/home/dev/project" },
		tokens: { input: 8000, output: 20, reasoning: 0, cache: { read: 0, write: 0 } },
	};
	const parts = [
		{ ...partOf(index, 0), type: "step-start", snapshot: "3be667c74c8c5975e285ccd6c3d488ebd6cf7bff" },
		{ ...partOf(index, 1), type: "text", text: `Step ${index} of the work.`, time },
		{ ...partOf(index, 2), type: "tool", tool, callID: `call_${index}`, state },
		{ ...partOf(index, 3), type: "step-finish", reason: "tool-calls", cost: 0, tokens: info.tokens },
	];
	return { info, parts };
}

function partOf(index: number, part: number): { id: string; sessionID: string; messageID: string } {
	return { id: `prt_${index}_${part}`, sessionID: "ses_1", messageID: `msg_${index}` };
}

/** A part of a file says which part, unless it extends to the end. */
function withFoot(text: string, { offset, limit }: Step["call"]["input"]): string {
	const total = Number(/total (\d+) lines\)/.exec(text)?.[1]);
	const last = Number(offset) + Number(limit) - 1;
	if (offset === undefined || last >= total) return text;
	return text.replace(
		/\(End of file.*\)/,
		`(Showing lines ${offset}-${last} of ${total}. Use offset=${last + 1} to continue.)`,
	);
}

function metadataOf(tool: string, output: string): object {
	if (tool === "bash") return { output, exit: 0, truncated: false };
	if (tool !== "read") return { truncated: false };
	const path = /<path>(.*)<\/path>/.exec(output)?.[1];
	return { preview: output.slice(0, 200), truncated: false, loaded: [], display: { type: "file", path, text: output } };
}
