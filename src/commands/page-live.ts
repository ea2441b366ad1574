import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Findings } from "../audit/findings.ts";
import type { Closely } from "../audit/task.ts";
import { follow, type Watched } from "../page/live.ts";
import { serve } from "../page/server.ts";
import { openInBrowser } from "./open.ts";
import { linesOf, orderOf, type PageOrder, readSessions } from "./page-data.ts";
import { clientFiles } from "./page-files.ts";
import type { Given } from "./parse.ts";
import { INTERRUPTED } from "./sum-up.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Serves a page that follows along, to this machine only, until the user interrupts. Gives the exit code. */
export async function pageLive(given: Given, terminal: Terminal): Promise<number> {
	const { interrupt } = terminal;
	const live = follow(watchedBy(orderOf(given, terminal), terminal));
	await live.edition();
	if (interrupt.aborted) return INTERRUPTED;
	const server = await serve({ ...clientFiles(), live, token: randomBytes(16).toString("hex") });
	terminal.print([server.address]);
	terminal.say("Whoever has this address can read what the page shows. Ctrl-C ends it.");
	if (!given.flag("no-open")) openInBrowser(server.address, terminal.environment);
	if (!interrupt.aborted) await once(interrupt, "abort");
	await server.close();
	return INTERRUPTED;
}

function watchedBy({ task, period, jobs, files }: PageOrder, terminal: Terminal): Watched {
	// What is read later is little, and nobody wants to see lines about it.
	const quiet = { ...terminal, say() {}, progress() {} };
	let listener = terminal;
	return {
		version: VERSION,
		period,
		record: task.record,
		lines: () => linesOf(task),
		files,
		now: Date.now,
		async read(some, id) {
			const found = new Map<string, Findings[]>();
			const inspect: Closely = id === undefined ? { kind: "none" } : { kind: "one", id };
			await readSessions({ task: { ...task, inspect }, jobs }, some, listener, {
				found: (path, findings) => void found.set(path, [...(found.get(path) ?? []), findings]),
			});
			listener = quiet;
			return found;
		},
	};
}
