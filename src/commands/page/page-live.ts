import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Findings } from "../../audit/findings.ts";
import type { InspectionTarget } from "../../audit/inspect.ts";
import { loadCatalog } from "../../hosts.ts";
import { type LiveSource, newLivePage } from "../../page/live-page.ts";
import { servePage } from "../../page/server.ts";
import { VERSION } from "../../runtime/program.ts";
import type { Arguments } from "../command-line/parse.ts";
import { INTERRUPTED } from "../sessions/sum-up.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openInBrowser } from "./open.ts";
import { clientFiles, type PageOrder, pageOrder, readSessions, recordLines } from "./page-data.ts";

/**
 * Serves a page that follows running sessions, on this machine only, until the user interrupts. Returns the exit code.
 */
export async function pageLive(args: Arguments, terminal: Terminal): Promise<number> {
	const { interrupt } = terminal;
	const live = newLivePage(await watchedBy(pageOrder(args, terminal), terminal));
	await live.edition();
	if (interrupt.aborted) return INTERRUPTED;
	const server = await servePage({ ...clientFiles(), live, token: randomBytes(16).toString("hex") });
	terminal.print([server.address]);
	terminal.say("Anyone who has this address can read the page. Stop with Ctrl-C.");
	if (!args.flag("no-open")) openInBrowser(server.address, terminal.environment);
	if (!interrupt.aborted) await once(interrupt, "abort");
	await server.close();
	return INTERRUPTED;
}

async function watchedBy({ task, period, jobs, files }: PageOrder, terminal: Terminal): Promise<LiveSource> {
	// Later reads are small, and progress lines about them would only disturb.
	const quiet = { ...terminal, say() {}, progress() {} };
	let listener = terminal;
	return {
		version: VERSION,
		period,
		hosts: await loadCatalog(),
		record: task.record,
		lines: () => recordLines(task),
		files,
		now: Date.now,
		async read(some, id) {
			const found = new Map<string, Findings[]>();
			const inspect: InspectionTarget = id === undefined ? { kind: "none" } : { kind: "one", id };
			await readSessions({ task: { ...task, inspect }, jobs }, some, listener, {
				found: (path, findings) => void found.set(path, [...(found.get(path) ?? []), findings]),
			});
			listener = quiet;
			return found;
		},
	};
}
