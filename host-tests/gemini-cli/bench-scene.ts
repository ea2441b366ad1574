import { makeFolder } from "../folders.ts";
import { writeFiles } from "../gaps.ts";
import { calls, read } from "./calls.ts";
import type { Wiring } from "./live.ts";
import type { Reply } from "./model.ts";
import { type Outcome, type Place, runGeminiCli, writeSettings } from "./run.ts";

/** How many files are read, and then read again. */
export const FILES = 20;

/** Large files before them: the host finally masks the oldest, by writing everything else again, and its log has a megabyte. */
const LARGE_FILES = 12;

/**
 * A session with a large log in which distinct files are read, one after the other, and then all of them once more.
 * `watch` is given the replies that make these calls and the one behind them.
 */
export async function readAll(
	{ hooks = {}, servers = {}, environment = {}, install }: Partial<Wiring>,
	watch: (replies: readonly Reply[], place: Place) => readonly Reply[] = (replies) => replies,
): Promise<Place & Outcome> {
	const place = { home: makeFolder("home"), project: makeFolder("project"), environment };
	// After thirty replies the host sometimes asks its model whether it is in a loop.
	writeSettings(place.home, { hooks, mcpServers: servers, model: { disableLoopDetection: true } });
	await install?.(place.home);
	const large = writeFiles(place.project, "large", LARGE_FILES, 800);
	const names = writeFiles(place.project, "part", FILES, 80);
	const watched = [...[...names, ...names].map((name) => calls(read(name))), { text: "All of it is read." }];
	const replies = [...large.map((name) => calls(read(name))), ...watch(watched, place)];
	return { ...place, ...(await runGeminiCli({ ...place, prompt: "Read it all.", replies })) };
}
