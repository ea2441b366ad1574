import * as v from "valibot";
import { askProgram, type Started } from "./ask-program.ts";

/** Starts a server of ours as a host would, and calls its hook once; gives what the hook says. */
export function callHook(started: Started, event: object): Promise<unknown> {
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
