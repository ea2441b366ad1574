import { statSync } from "node:fs";
import { join } from "node:path";
import { mayHoldNote } from "../../guard/may-hold-note.ts";
import type { ToolCall } from "../../lens/types.ts";
import { type AnswerRecord, answersIn } from "../../store/record.ts";
import type { HostRuntime, RuntimeDeps, ServerDeps } from "../definition.ts";
import { type HookAnswer, type HookHandler, NOTHING, newHookHandler } from "../hook-handler.ts";
import type { AfterToolContext, GeminiRuntime } from "./answer-tool.ts";
import { type BegunHooks, openBegunHooks } from "./begun.ts";
import { type Channel, openServers, refusal, type Servers, tailCall } from "./channel.ts";
import { type AfterTool, callIn, eventIn, type GeminiHookEvent } from "./events.ts";
import { hostHome } from "./home.ts";
import { asErrorsKey } from "./keys.ts";
import { openTurnCalls, type TurnCalls } from "./turn-calls.ts";

/** Each hook is a process of its own; the server only returns the texts it is given. */
export const geminiCliRuntime: HostRuntime = {
	async hooks(deps) {
		const { record, settings, now, prefer, isGuarded } = deps;
		const asErrors = settings(process.cwd()).setting(asErrorsKey);
		const channel = (): Channel | undefined => {
			if (serversIn(deps).has(process.ppid)) return tailCall;
			return asErrors ? refusal : undefined;
		};
		const [home, folder] = [hostHome(deps), folderIn(deps.state, "calls")];
		return newHooks(record, { now, begun: begunIn(deps), home, folder, channel, prefer, isGuarded });
	},
	guard: async ({ record, ...deps }) => newGuard(record, deps),
	async server(deps) {
		const { newEchoServer } = await import("./echo-server.ts");
		const { environment, now, atEnd } = deps;
		return newEchoServer({
			around: { home: hostHome(deps), project: process.cwd(), environment },
			host: process.ppid,
			server: process.pid,
			servers: serversIn(deps),
			calls: folderIn(deps.state, "calls"),
			begun: begunIn(deps),
			now,
			atEnd,
		});
	},
	settle: (deps) => begunIn(deps).settle(),
};

/** Only guards writes. */
export function newGuard(record: AnswerRecord, world: Pick<GeminiRuntime, "now" | "isGuarded">): HookHandler {
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, (event) => guardCall(event, record, world));
}

async function guardCall(
	event: GeminiHookEvent,
	record: AnswerRecord,
	world: Pick<GeminiRuntime, "now" | "isGuarded">,
): Promise<HookAnswer> {
	const isBefore = event.hook_event_name === "BeforeTool";
	const reason = isBefore ? await whyRefused(event, callIn(event), record, world) : undefined;
	return reason === undefined ? NOTHING : { decision: "deny", reason: `${reason}.` };
}

/** Answers hooks by what the log says, and records each answer before it is sent. */
export function newHooks(record: AnswerRecord, world: GeminiRuntime): HookHandler {
	return newHookHandler({ host: HOST, record, now: world.now }, eventIn, (event) => answerEvent(event, record, world));
}

async function answerEvent(event: GeminiHookEvent, record: AnswerRecord, world: GeminiRuntime): Promise<HookAnswer> {
	const call = callIn(event);
	const refused = await guardCall(event, record, world);
	// A refused call is not noted as part of the turn.
	if (refused !== NOTHING) return refused;
	const channel = world.channel();
	if (!channel) return NOTHING;
	const noted = openTurnCalls(join(world.folder, event.session_id.replace(/[^\w-]/g, "_")));
	if (event.hook_event_name === "BeforeTool") {
		noted.begin(call, statSync(event.transcript_path).size);
		return NOTHING;
	}
	world.begun.settle();
	const hook = world.begun.begin(event.session_id);
	try {
		return await answerAfter(event, noted, { call, channel, record, world, hook });
	} finally {
		hook.end();
	}
}

async function answerAfter(
	event: AfterTool,
	noted: TurnCalls,
	context: Omit<AfterToolContext, "noted">,
): Promise<HookAnswer> {
	noted.end(context.call);
	// Loaded here because each hook is a process, and half of them do not need it.
	const { answerTool } = await import("./answer-tool.ts");
	return answerTool(event, { ...context, noted });
}

/** Why a call is refused that would write a note into a file; undefined if it may run. */
async function whyRefused(
	{ cwd, session_id: session }: GeminiHookEvent,
	call: ToolCall,
	record: AnswerRecord,
	{ now, isGuarded }: Pick<GeminiRuntime, "now" | "isGuarded">,
): Promise<string | undefined> {
	if (!mayHoldNote(call.input) || !isGuarded(cwd)) return undefined;
	// Loaded here because few calls need it.
	const { refuseNote } = await import("./answer-tool.ts");
	return refuseNote(call, session, record, now);
}

const HOST = "gemini-cli";

function serversIn({ state, isAlive }: RuntimeDeps | ServerDeps): Servers {
	return openServers(folderIn(state, "servers"), isAlive);
}

/** The hooks that have begun and not ended. */
function begunIn({ state, now, isAlive }: Pick<RuntimeDeps, "state" | "now" | "isAlive">): BegunHooks {
	return openBegunHooks({ folder: folderIn(state, "begun"), answers: answersIn(state), now, isAlive });
}

/** The folder through which hooks and the server talk to each other. */
function folderIn(state: string, name: string): string {
	return join(state, "gemini-cli", name);
}
