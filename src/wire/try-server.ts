import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { askProgram, type StartedProgram } from "./ask-program.ts";

/**
 * Starts a server of ours with these words, and lets its hook answer one event that `makeTrial` makes in a folder of
 * its own: a text that is already in the window. Returns what went wrong, or undefined.
 */
export async function tryServer(
	[program = "", ...args]: readonly string[],
	own: StartedProgram["environment"],
	makeTrial: (folder: string) => object,
): Promise<string | undefined> {
	const folder = mkdtempSync(join(tmpdir(), "ibid-trial-"));
	try {
		// The user's settings and the record are not part of the trial.
		const others = Object.entries(own).filter(([name]) => !name.startsWith("IBID"));
		const places = { IBID_STATE: folder, XDG_CONFIG_HOME: folder, APPDATA: folder };
		const environment = { ...Object.fromEntries(others), ...places };
		const said = JSON.stringify(await callHook({ program, args, environment, folder }, makeTrial(folder)));
		return said.includes("[ibid]") ? undefined : `A text that was shown twice is not shortened: ${said}`;
	} catch (error) {
		return `The server of ibid does not work: ${error instanceof Error ? error.message : error}.`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Calls the hook of a server as a host would; returns its answer. */
function callHook(started: StartedProgram, event: object): Promise<unknown> {
	return askProgram(started, async ({ ask, tell }) => {
		await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT });
		tell("notifications/initialized");
		await ask("tools/list", {});
		const answer = v.parse(CalledShape, await ask("tools/call", { name: "hook", arguments: event }));
		return JSON.parse(answer.content[0].text);
	});
}

const CLIENT = { name: "ibid", version: "1" };
const CalledShape = v.object({ content: v.tuple([v.object({ text: v.string() })]) });
