import { expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { toolsOf } from "../../contracts/hosts.ts";
import { alike, type Compared, compareRequests, recountNotes, type Side } from "../chat-requests.ts";
import { expectFiguresAgree } from "../figures.ts";
import { toolsIn } from "./calls.ts";
import { attachedIn, isOneOf, type Pair, type Place, shortenedIn } from "./live.ts";
import { type Request, requestIn } from "./model.ts";
import { type Played, play, type Scene } from "./scenes.ts";

/** The same scene without ibid and with it. */
export type Both = Compared & {
	readonly played: Played;
	/** What the host sent to be compacted. */
	readonly summaries: readonly unknown[];
};

/** Plays a scene on both servers, in unchanged projects. What the host compacts is the same both ways. */
export async function compare(pair: Pair, scene: Scene): Promise<Both> {
	const [plain, live] = await Promise.all([playIn(pair.plain, scene), playIn(pair.live, scene)]);
	const { played } = live;
	const sent = await shortenedIn(pair.live, [played.session, ...played.earlier]);
	const compared = compareRequests(sideOf(pair.plain, plain.played), sideOf(pair.live, played), {
		tools: toolsOf("opencode"),
		attachedIn,
		isRecorded: (text) => isOneOf(sent, text),
		isFailure: (tool, text) => tool === "read" && text.startsWith("File not found: "),
		modelOf: modelIn(scene),
	});
	expect(live.summaries).toEqual(plain.summaries);
	return { ...compared, played, summaries: live.summaries };
}

/** What ibid says it has saved equals what the requests show. */
export async function expectFigures({ live: { host, home } }: Pair, both: Both): Promise<void> {
	const sessions = [both.played.session, ...both.played.earlier];
	const agents = await Promise.all(sessions.map((session) => host.agents(session)));
	const ours = new Set([...sessions, ...agents.flat()]);
	expectFiguresAgree(recountNotes(both), {
		logs: [join(home, "data", "opencode", "opencode.db")],
		state: join(home, "state", "ibid"),
		isOurs: (session) => ours.has(session),
	});
}

async function playIn(place: Place, scene: Scene): Promise<{ played: Played; summaries: unknown[] }> {
	const { host, project } = place;
	const restore = [
		["reset", "--quiet", "--hard"],
		["clean", "--quiet", "--force", "-d"],
	];
	for (const args of restore) spawnSync("git", args, { cwd: project });
	const before = host.asked.length;
	const played = await play(host, scene(toolsIn(project)));
	const others = host.asked.slice(before).flatMap((asked) => (requestIn(asked) ? [] : [asked.body]));
	const summaries = others.filter((body) => JSON.stringify(body).includes("<conversation>"));
	return { played, summaries: summaries.map((body) => alike(body, sideOf(place, played))) };
}

function sideOf({ home, project }: Place, { requests }: Played): Side {
	return { requests, project, normal };

	function normal(text: string): string {
		const told = text
			.replaceAll(project, "/project")
			.replaceAll(home, "/home")
			.replaceAll(/\b(ses|tool)_\w+/g, "$1")
			.replaceAll(/\[\d+\.\d+m?s\]/g, "[time]");
		// A search finds files in random order.
		return told.startsWith("Found ") ? told.split("\n").sort().join("\n") : told;
	}
}

/** A sub-agent is identified by its prompt. */
function modelIn(scene: Scene): (request: Request) => string | undefined {
	const agents = scene(toolsIn("")).flatMap((step) => ("agents" in step ? Object.keys(step.agents ?? {}) : []));
	return ({ messages }) => {
		const prompt = JSON.stringify(messages.find(({ role }) => role === "user"));
		return agents.find((words) => prompt.includes(words));
	};
}
