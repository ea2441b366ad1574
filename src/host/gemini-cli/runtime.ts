import { join } from "node:path";
import { answersIn } from "../../store/record.ts";
import type { HostRuntime, RuntimeDeps, ServerDeps } from "../runtime.ts";
import { type BegunHooks, openBegunHooks } from "./begun.ts";
import { type Channel, openServers, refusal, type Servers, tailCall } from "./channel.ts";
import { hostHome } from "./home.ts";
import { newHooks } from "./hook.ts";
import { asErrorsKey } from "./keys.ts";

/** Each of its hooks is a process of its own; its server only says what it is told to say. */
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

function serversIn({ state, isAlive }: RuntimeDeps | ServerDeps): Servers {
	return openServers(folderIn(state, "servers"), isAlive);
}

/** The hooks that have begun and not ended. */
function begunIn({ state, now, isAlive }: Pick<RuntimeDeps, "state" | "now" | "isAlive">): BegunHooks {
	return openBegunHooks({ folder: folderIn(state, "begun"), answers: answersIn(state), now, isAlive });
}

/** A folder of what hooks and server tell each other. */
function folderIn(state: string, name: string): string {
	return join(state, "gemini-cli", name);
}
