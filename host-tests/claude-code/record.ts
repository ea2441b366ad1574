import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecord } from "../../src/dialect/foreign.ts";
import { rewriteLines, withoutProse } from "../prose.ts";
import { play, SCENES } from "./scenes.ts";

/** Records a session for each thing that a reader of Claude Code's logs must know. */
export async function record(into: string): Promise<void> {
	for (const [name, scene] of Object.entries(SCENES)) {
		const [main, ...agents] = (await play(scene)).logs;
		if (main === undefined) throw new Error(`Claude Code has written no log of "${name}".`);
		keep(main, join(into, `${name}.jsonl`));
		if (agents.length > 0) mkdirSync(join(into, name, "subagents"), { recursive: true });
		for (const agent of agents) keep(agent, join(into, name, "subagents", basename(agent)));
	}
}

function keep(log: string, sample: string): void {
	writeFileSync(sample, rewriteLines(readFileSync(log, "utf8"), withoutWordsOfHost));
}

/** The log also has requests with all prompts; samples leave them out, and `log.test.ts` reads them in new logs. */
function withoutWordsOfHost(line: Record<string, unknown>): object | undefined {
	const { type, attachment, message, toolUseResult } = line;
	if (typeof type === "string" && type.startsWith("api-request")) return undefined;
	if (isRecord(attachment) && !("filename" in attachment))
		return { ...line, attachment: withoutProse(attachment), rendered: withoutProse(line.rendered) };
	const isReport = isRecord(toolUseResult) && "agentId" in toolUseResult;
	const isHostSpeaking = line.isCompactSummary === true || line.isMeta === true || isReport;
	return isHostSpeaking ? { ...line, message: withoutProse(message) } : line;
}
