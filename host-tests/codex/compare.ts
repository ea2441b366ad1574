import { expect } from "bun:test";
import { toolsOf } from "../../contracts/hosts.ts";
import { hashText } from "../../src/store/record.ts";
import { expectFiguresAgree, recount } from "../figures.ts";
import { makeFolder } from "../folders.ts";
import { expectLogsProved } from "../logs-proved.ts";
import { makeProject } from "../project.ts";
import { type Exchange, firstAndLost, type Rebuilt, rebuild } from "../rebuild.ts";
import { byHooks, exchangesIn, recordedIn, type Wiring } from "./live.ts";
import type { Request } from "./model.ts";
import { runCodex, type Session } from "./run.ts";

/** Runs in one home directory and project, one after another; the runs themselves do what is needed between them. */
export type LiveScene = readonly (Omit<Session, "home" | "project" | "hooks" | "trusting"> & {
	/** Changes the project before the run. */
	readonly prepare?: (project: string) => void;
})[];

/** Every request of a scene, in its project. */
export type Played = {
	readonly requests: readonly Request[];
	readonly project: string;
	readonly logs: readonly string[];
};

/** The same scene without ibid and with it. */
export type Compared = {
	readonly plain: Played;
	readonly live: Played;
	/** Every shortened text, as the first request that has it rebuilds it. */
	readonly notes: readonly Rebuilt[];
	/** Calls whose shortened text a later request can no longer rebuild. */
	readonly orphans: ReadonlySet<string>;
	readonly state: string;
};

/** Plays a scene both ways. */
export async function compare(
	scene: LiveScene,
	wiring: Wiring = byHooks(),
	without: Partial<Wiring> = {},
): Promise<Compared> {
	const [plain, live] = [await play(scene, without), await play(scene, wiring)];
	return { plain, live, ...notesIn(live, wiring.state), state: wiring.state };
}

/** Plays a scene in a new home directory. */
async function play(scene: LiveScene, wiring: Partial<Wiring> = {}): Promise<Played> {
	const { settings = [], hooks, trusting = true, install } = wiring;
	const [home, project] = [makeFolder("home"), makeProject()];
	const installed = (await install?.(home)) ?? [];
	const requests: Request[] = [];
	let logs: readonly string[] = [];
	for (const { prepare, ...session } of scene) {
		prepare?.(project);
		const more = { hooks, trusting, settings: [...(session.settings ?? []), ...settings, ...installed] };
		const ran = await runCodex({ home, project, ...session, ...more });
		requests.push(...ran.requests);
		logs = ran.logs;
	}
	return { requests, project, logs };
}

/** Rebuilds every shortened text from each request that has it. By its record ibid knows which texts it has sent. */
export function notesIn(
	{ requests, project }: Omit<Played, "logs">,
	state: string,
): Pick<Compared, "notes" | "orphans"> {
	const answers = recordedIn(state).flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? [line] : []));
	const sent = new Set(answers.map(({ call, delivered }) => `${call} ${delivered}`));
	const isSent = ({ call, text }: Exchange): boolean => sent.has(`${call.id} ${hashText(text)}`);
	const rebuilt = requests.map((request) => {
		const exchanges = exchangesIn(request, project);
		const shortened = new Set(exchanges.filter(isSent).map(({ call }) => call.id));
		return rebuild(exchanges, toolsOf("codex"), (id) => shortened.has(id));
	});
	return firstAndLost(rebuilt);
}

/**
 * Every shortened text is rebuilt to what stands at its place without ibid, and the second check agrees. What is not
 * shortened is as it is without ibid.
 */
export function expectProved({ plain, live, notes, orphans, state }: Compared): void {
	const rebuilt = new Map(notes.map(({ call, text }) => [call.id, text]));
	for (const { complaint } of notes) expect(complaint).toBeUndefined();
	const texts = textsOf(live, (exchange) => rebuilt.get(exchange.call.id) ?? exchange.text);
	for (const [place, text] of texts) expect([place, text]).toEqual([place, textsOf(plain).get(place) ?? "nothing"]);
	expect([...texts.keys()].sort()).toEqual([...textsOf(plain).keys()].sort());
	expect(recordedIn(state).filter(({ kind }) => kind === "failure")).toEqual([]);
	expectLogsProved(live.logs, state);
	const arrivals = notes.map(({ text, delivered }) => ({ without: text ?? "", came: delivered }));
	expectFiguresAgree(recount(arrivals, notes.length, orphans.size), { logs: live.logs, state });
}

/**
 * The text of every result when it first came, by its place: its call, and a count if the same call was made before.
 */
export function textsOf(
	{ requests, project }: Played,
	textOf: (exchange: Exchange) => string = ({ text }) => text,
): Map<string, string> {
	const first = new Map<string, Exchange>();
	for (const exchange of requests.flatMap((request) => exchangesIn(request, project))) {
		// An agent that begins with its parent's context sees the call that started it; it may send a request before its parent does.
		if (!first.has(exchange.call.id) && exchange.text !== "aborted") first.set(exchange.call.id, exchange);
	}
	const places = new Map<string, string>();
	for (const exchange of first.values()) {
		const name = nameOf(exchange, project);
		let place = name;
		for (let again = 2; places.has(place); again++) place = `${name} (${again})`;
		places.set(place, normal(textOf(exchange), project));
	}
	return places;
}

/** A call in short: a command as it was typed, anything else with its tool. */
function nameOf({ call: { tool, input } }: Exchange, project: string): string {
	const { session_id, ...more } = input;
	const told = typeof input.cmd === "string" ? input.cmd : `${tool} ${JSON.stringify(more)}`;
	return told.replaceAll(project, "/project");
}

/**
 * A text without what differs from run to run, and without what the promise leaves out: the chunk, the time and the count
 * of tokens in the head that Codex writes above an output. How the command ended stays.
 */
function normal(text: string, project: string): string {
	const told = text.replaceAll(project, "/project");
	return DIFFERENT.reduce((text, [is, pattern]) => text.replace(pattern, is), told);
}

const DIFFERENT = [
	["$1", /^(?:Chunk ID: \w+\n)?Wall time: [\d.]+ seconds\n((?:Process .*\n)?)(?:Original token count: \d+\n)?/],
	["$1", /^((?:Process .*\n)?)Output:\n/],
	["", /(?<=^Script completed\n)Wall time [\d.]+ seconds\n/],
	["session ID 0", /session ID \d+/],
	["", / \[\d+(?:\.\d+)? ?m?s\]/g],
	["0", /\d+(?:\.\d+)?(?= ?m?s\b)/g],
] as const;

/** The lines of a text as it came, below its head; when the same call was made several times, of the `nth`. */
export function toldBy({ live }: Compared, place: string, nth = 1): string[] {
	const name = nth === 1 ? place : `${place} (${nth})`;
	const text = textsOf(live).get(name) ?? `nothing at ${name}`;
	return text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
}

/** The places whose texts came shortened, in order. */
export function shortenedIn({ live, notes }: Compared): string[] {
	const ids = new Set(notes.map(({ call }) => call.id));
	const marked = textsOf(live, ({ call }) => (ids.has(call.id) ? "a note" : ""));
	return [...marked].flatMap(([place, mark]) => (mark === "" ? [] : [place]));
}
