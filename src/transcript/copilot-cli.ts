import type { Entry, Recording } from "../conversation/types.ts";
import { fileSubject } from "../lens/paths.ts";
import type { ToolCall } from "../lens/types.ts";
import { type CopilotEvent, readEvent, type Whose } from "./copilot-cli-lines.ts";
import { parseLines } from "./json-lines.ts";

/** The events of a session of Copilot CLI, its subagents among them. What a request cost is not in them. */
export function readCopilotCli(text: string): Recording | undefined {
	const { values, skipped } = parseLines(text);
	const events = values.flatMap((value) => readEvent(value) ?? []);
	const session = events.flatMap((event) => (event !== "strange" && event.kind === "session" ? event : []))[0];
	if (!session) return undefined;
	const stage = { version: session.version, directory: session.directory ?? "", model: undefined };
	const play: Play = { ...stage, parts: new Map(), parents: new Map() };
	let strange = skipped;
	for (const event of events) if (event === "strange" || !act(play, partOf(play, event.whose), event)) strange++;
	const strands = [...play.parts].map(([agent, { entries }]) => ({ agent, entries }));
	return { host: "copilot-cli", session: session.id, threads: strands, skipped: strange };
}

/** What has happened so far, and what must be known of it to go on. */
type Play = {
	version: string;
	directory: string;
	model: string | undefined;
	readonly parts: Map<string | undefined, CopilotThread>;
	/** The call that started each subagent. */
	readonly parents: Map<string, string>;
};

/** Of one model: its calls since the last reset, and the results that ever came. */
type CopilotThread = { readonly entries: Entry[]; readonly calls: Set<string>; readonly came: Set<string> };

/** Older versions name a subagent by the call that started it, newer ones by both, some of their events by itself. */
function partOf({ parts, parents }: Play, { agent, parent }: Whose): CopilotThread {
	if (agent !== undefined && parent !== undefined) parents.set(agent, parent);
	const name = parent ?? (agent === undefined ? undefined : (parents.get(agent) ?? agent));
	const part = parts.get(name) ?? { entries: [], calls: new Set(), came: new Set() };
	parts.set(name, part);
	return part;
}

/** Acts an event. False where it does not fit what came before. */
function act(play: Play, { entries, calls, came }: CopilotThread, event: CopilotEvent): boolean {
	switch (event.kind) {
		case "session":
			play.version = event.version;
			play.directory = event.directory ?? play.directory;
			return true;
		case "directory":
			play.directory = event.directory;
			return true;
		case "model":
			play.model = event.model;
			return true;
		case "reply": {
			const { time, model = play.model } = event;
			if (!event.isMore) entries.push({ kind: "turn", time, model, usage: undefined });
			for (const request of event.calls) call(play, { entries, calls, came }, request);
			return true;
		}
		case "start":
			call(play, { entries, calls, came }, event.call);
			return true;
		case "end": {
			const { id, text, outcome, plain, time } = event;
			if (!calls.has(id) || came.has(id)) return false;
			came.add(id);
			entries.push({ kind: "result", id, text, outcome, plain, kept: false, time });
			return true;
		}
		case "attached":
			for (const path of event.paths)
				entries.push({ kind: "hidden", path: fileSubject(play.directory, path)?.name ?? path });
			return true;
		case "reset":
			entries.push({ kind: "reset" });
			calls.clear();
			return true;
	}
}

/** A call is told when the model makes it, and again when it begins. */
function call(
	{ directory, version }: Play,
	{ entries, calls, came }: CopilotThread,
	request: Omit<ToolCall, "directory">,
): void {
	if (calls.has(request.id) || came.has(request.id)) return;
	calls.add(request.id);
	entries.push({ kind: "call", call: { ...request, directory }, version });
}
