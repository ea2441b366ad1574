import { existsSync, readFileSync } from "node:fs";
import type { McpServer } from "../../wire/mcp-server.ts";
import type { BegunHooks } from "./begun.ts";
import { type Servers, TOOL } from "./channel.ts";
import { hasRivals } from "./rivals.ts";
import { type GeminiSurroundings, isTrusted, takesAway } from "./settings-files.ts";
import { forgetOldTurns } from "./turn-calls.ts";

/** What the server needs: the working directory of its host, both process ids, and the folders of the hooks. */
export type Workplace = {
	readonly around: GeminiSurroundings;
	readonly host: number;
	readonly server: number;
	readonly servers: Servers;
	/** The folder in which hooks note calls. */
	readonly calls: string;
	readonly begun: BegunHooks;
	readonly now: () => number;
	/** Runs something when the server ends, for whatever reason. */
	readonly atEnd: (work: () => void) => void;
};

/** A server whose tool returns the text it is given. Hooks use it once the host knows the tool. */
export function newEchoServer(workplace: Workplace): Omit<McpServer, "name" | "version"> {
	const whenListed = (): void => {
		try {
			announce(workplace);
		} catch {
			// Then hooks do not know of the server, and replace nothing.
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

/** The command line of a process. Throws if the system does not say. */
function startedAs(id: number): string {
	const file = `/proc/${id}/cmdline`;
	if (existsSync(file)) return readFileSync(file, "utf8").replaceAll("\0", " ");
	// Hooks are in the same file of the built program, and an import here would take each of them milliseconds.
	const { execFileSync } = process.getBuiltinModule("node:child_process");
	return execFileSync("ps", ["-o", "args=", "-p", String(id)], { encoding: "utf8" });
}
