import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../src/dialect/foreign.ts";
import { rewriteLines, withoutProse } from "../prose.ts";
import { play, SCENES } from "./scenes.ts";

/** Records a session for each thing that a reader of Codex's logs must know. */
export async function record(into: string): Promise<void> {
	for (const [name, scene] of Object.entries(SCENES)) {
		const { logs } = await play(scene);
		const [log] = logs;
		if (log === undefined || logs.length > 1) throw new Error(`Codex has written ${logs.length} logs of "${name}".`);
		writeFileSync(join(into, `${name}.jsonl`), rewriteLines(readFileSync(log, "utf8"), withoutWordsOfHost));
	}
}

/** Prompts of the vendor are in the head of the log, in messages that are not a reply, and in what they rest on. */
function withoutWordsOfHost(line: Record<string, unknown>): object {
	const { type, payload } = line;
	switch (type) {
		case "session_meta":
		case "world_state":
		case "turn_context":
			return { ...line, payload: withoutProse(payload) };
		case "response_item":
			return { ...line, payload: withoutInstructions(payload) };
		case "compacted": {
			if (!isRecord(payload)) return line;
			const { message, replacement_history: history } = payload;
			const left = Array.isArray(history) ? history.map(withoutInstructions) : history;
			return { ...line, payload: { ...payload, message: withoutProse(message), replacement_history: left } };
		}
		default:
			return line;
	}
}

function withoutInstructions(item: unknown): unknown {
	if (!isRecord(item)) return item;
	const isInstruction = item.type === "message" ? item.role !== "assistant" : item.type === "additional_tools";
	return isInstruction ? withoutProse(item) : item;
}
