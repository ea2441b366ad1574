import { existsSync, readFileSync } from "node:fs";
import type { McpServer } from "../../wire/mcp-server.ts";
import type { BegunHooks } from "./begun.ts";
import { type Servers, TOOL } from "./channel.ts";
import { hasRivals } from "./rivals.ts";
import { type GeminiSurroundings, isTrusted, takesAway } from "./settings-files.ts";
import { forgetOldTurns } from "./turn-calls.ts";

/** Where a server works: where its host does, the processes of both, and what hooks look at. */
export type Workplace = {
	readonly around: GeminiSurroundings;
	readonly host: number;
	readonly server: number;
	readonly servers: Servers;
	/** The folder in which hooks note calls. */
	readonly calls: string;
	readonly begun: BegunHooks;
	readonly now: () => number;
	/** Does something when the server ends, however that comes. */
	readonly atEnd: (work: () => void) => void;
};

/** Says what it is told to say; hooks know that it is there once the host knows its tool. */
export function newEchoServer(workplace: Workplace): Omit<McpServer, "name" | "version"> {
	const whenListed = (): void => {
		try {
			announce(workplace);
		} catch {
			// Then hooks do not know of it, and replace nothing.
		}
	};
	return { listed: [TOOL], whenListed, call: async (_, { text }) => String(text) };
}

function announce({ around, host, server, servers, calls, begun, now, atEnd }: Workplace): void {
	begun.settle();
	forgetOldTurns(calls, now());
	if (!isTrusted(around) || takesAway(startedAs(host)) || hasRivals(around)) return;
	atEnd(servers.announce(host, server));
}

/** The words that a process was started with. Throws where nobody tells. */
function startedAs(id: number): string {
	const file = `/proc/${id}/cmdline`;
	if (existsSync(file)) return readFileSync(file, "utf8").replaceAll("\0", " ");
	// Hooks are in the same file of the built program, and an import here would take each of them milliseconds.
	const { execFileSync } = process.getBuiltinModule("node:child_process");
	return execFileSync("ps", ["-o", "args=", "-p", String(id)], { encoding: "utf8" });
}
