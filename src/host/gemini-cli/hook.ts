import { mayHoldNote } from "../../guard/may-hold-note.ts";
import type { AnswerRecord } from "../../store/record.ts";
import type { GuardDeps, HostRuntime } from "../definition.ts";
import { type HookAnswer, type HookHandler, NOTHING, newHookHandler } from "../hook-handler.ts";
import { type BeforeTool, callIn, eventIn } from "./events.ts";

const guard: HostRuntime["guard"] = async ({ record, ...deps }) => newGuard(record, deps);

/** Hooks guard writes, and nothing else: results are shortened by `ibid run`. Each hook is a process of its own. */
export const geminiCliRuntime: HostRuntime = { hooks: guard, guard };

/** Refuses calls that would write a note into a file. */
export function newGuard(record: AnswerRecord, world: Omit<GuardDeps, "record">): HookHandler {
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, (event) => guardCall(event, record, world));
}

async function guardCall(
	event: BeforeTool,
	record: AnswerRecord,
	{ now, isGuarded }: Omit<GuardDeps, "record">,
): Promise<HookAnswer> {
	const call = callIn(event);
	if (!mayHoldNote(call.input) || !isGuarded(event.cwd)) return NOTHING;
	// Loaded here because few calls need it.
	const { refuseCall } = await import("./refuse-call.ts");
	const reason = refuseCall(call, event.session_id, record, now);
	return reason === undefined ? NOTHING : { decision: "deny", reason: `${reason}.` };
}

const HOST = "gemini-cli";
