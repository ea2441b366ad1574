import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import plugin from "../../src/host/opencode/plugin.ts";
import { makeHistory } from "./history.ts";

/** How long the plugin takes for each of some requests, in milliseconds. */
export type TransformTimes = {
	/** For a session that it has never seen. */
	readonly first: number;
	/** For each request after that, which has one more message. */
	readonly next: readonly number[];
	/** The same if that message is an edit: the host then changes its record with the prompt. */
	readonly afterEdits: readonly number[];
};

const MESSAGES = 1000;
const REQUESTS = 60;

console.log(JSON.stringify(await measure()));

/**
 * Sends requests of a session through the plugin, with new objects for each, as the host does; only the plugin is
 * timed.
 */
async function measure(): Promise<TransformTimes> {
	const state = mkdtempSync(join(tmpdir(), "ibid-state-"));
	process.env.IBID_STATE = state;
	const hooks = await plugin.server({ directory: "/home/dev/project" });
	const history = makeHistory(MESSAGES);
	const time = async (count: number): Promise<number> => {
		const messages = history.first(count);
		const begin = performance.now();
		await hooks["experimental.chat.messages.transform"]({}, { messages });
		return performance.now() - begin;
	};
	const first = await time(MESSAGES - REQUESTS);
	const [next, afterEdits]: [number[], number[]] = [[], []];
	for (let count = MESSAGES - REQUESTS + 1; count <= MESSAGES; count++)
		(history.endsInChange(count) ? afterEdits : next).push(await time(count));
	rmSync(state, { recursive: true });
	return { first, next, afterEdits };
}
