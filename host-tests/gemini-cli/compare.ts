import { expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordedIn } from "../codex/live.ts";
import { expectFiguresAgree, expectReported, recount } from "../figures.ts";
import { makeFolder } from "../folders.ts";
import { expectLogsProved } from "../logs-proved.ts";
import { makeProject } from "../project.ts";
import type { Exchange } from "../rebuild.ts";
import { arrivalsIn, proveRequests, type RunRequest, requestsIn } from "../run-requests.ts";
import type { RunFiles } from "../under-run.ts";
import { exchangesIn } from "./exchanges.ts";
import { type Request, requestIn } from "./model.ts";
import { type Place, writeSettings } from "./run.ts";

/** What happens in a new home directory and project. */
export type LiveScene = {
	readonly settings?: Readonly<Record<string, unknown>>;
	/** Additional files of the project. */
	readonly files?: Readonly<Record<string, string>>;
	/** Nothing else may run at the same time: keys that come too fast are taken for a paste. */
	readonly alone?: boolean;
	/** In the end the host has deleted logs of it, as it may when a session is resumed. */
	readonly isForgotten?: true;
	readonly play: (place: Place) => Promise<readonly Request[]>;
};

/** Every request of a scene, in its place. */
export type Played = Place & { readonly requests: readonly Request[] };

/** The same scene without ibid and under `ibid run`. */
export type Compared = {
	readonly plain: Played;
	readonly live: Played;
	/** The requests of the second one as Gemini CLI made them. */
	readonly made: Played;
	/** Both in one: as it made them and as they went out. */
	readonly exchanged: readonly RunRequest[];
	readonly state: string;
	readonly isForgotten: boolean;
};

/** Plays a scene both ways. */
export async function compare(scene: LiveScene): Promise<Compared> {
	const state = makeFolder("state");
	const underRun = { state, record: join(state, "requests.jsonl") };
	const plain = play(scene);
	if (scene.alone) await plain;
	const live = await play(scene, underRun);
	const exchanged = requestsIn(underRun.record);
	const requests = exchanged.flatMap(({ path, body }) => requestIn({ method: "POST", path, body }) ?? []);
	return {
		plain: await plain,
		live,
		made: { ...live, requests },
		exchanged,
		state,
		isForgotten: scene.isForgotten === true,
	};
}

/** Plays each scene of a table both ways, the first time that a test asks for it. */
export function newWatch<Name extends string>(
	scenes: Readonly<Record<Name, readonly [LiveScene, ...string[]]>>,
): (name: Name) => Promise<Compared> {
	const played = new Map<Name, Promise<Compared>>();
	return (name) => {
		const compared = played.get(name) ?? compare(scenes[name][0]);
		played.set(name, compared);
		return compared;
	};
}

/** Plays a scene in a new home directory. */
async function play(scene: LiveScene, underRun?: RunFiles): Promise<Played> {
	const place = { home: makeFolder("home"), project: makeProject(), ...(underRun && { underRun }) };
	for (const [path, text] of Object.entries(scene.files ?? {})) {
		mkdirSync(dirname(join(place.project, path)), { recursive: true });
		writeFileSync(join(place.project, path), text);
	}
	writeSettings(place.home, scene.settings);
	return { ...place, requests: await scene.play(place) };
}

/**
 * Gemini CLI sends what it sends without ibid; every shortened text is rebuilt from the request that it is in; and the
 * logs, the record and the requests give the same figures.
 */
export function expectProved({ plain, live, made, exchanged, state, isForgotten }: Compared): void {
	expect(proveRequests(exchanged, "Gemini CLI").faults).toEqual([]);
	expect([...textsOf(made)].sort()).toEqual([...textsOf(plain)].sort());
	expect(recordedIn(state).filter(({ kind }) => kind === "failure")).toEqual([]);
	const logs = [join(live.home, ".gemini", "tmp")];
	expectLogsProved(logs, state);
	const arrivals = arrivalsIn(exchanged);
	const notes = arrivals.filter(({ without, came }) => without !== came);
	const expectFigures = isForgotten ? expectReported : expectFiguresAgree;
	expectFigures(recount(arrivals, notes.length, 0), { logs, state });
}

/**
 * The text of every result when it first came, by its place: its call, and a count if the same call was made before.
 */
export function textsOf(
	{ requests, project, home }: Played,
	textOf: (exchange: Exchange) => string = ({ text }) => text,
): Map<string, string> {
	const first = new Map<string, Exchange>();
	for (const exchange of requests.flatMap((request) => exchangesIn(request, project)))
		if (!first.has(exchange.call.id)) first.set(exchange.call.id, exchange);
	const places = new Map<string, string>();
	for (const exchange of first.values()) {
		const name = nameOf(exchange);
		let place = name;
		for (let again = 2; places.has(place); again++) place = `${name} (${again})`;
		places.set(place, normal(textOf(exchange), project, home));
	}
	return places;
}

/** A call in short: a command as it was typed, a file that is read with its range, anything else with its tool. */
function nameOf({ call: { tool, input } }: Exchange): string {
	if (typeof input.command === "string") return input.command;
	if (tool !== "read_file") return `${tool} ${JSON.stringify(input)}`;
	return [input.file_path, input.start_line, input.end_line].filter((part) => part !== undefined).join(" ");
}

/** A text without what differs from run to run. */
function normal(text: string, project: string, home: string): string {
	const told = text.replaceAll(TEMPORARY, "project").replaceAll(project, "/project").replaceAll(home, "/home");
	return DIFFERENT.reduce((text, [is, pattern]) => text.replace(pattern, is), told);
}

/** A folder that the host names after the project's, in lower case. */
const TEMPORARY = /(?<=\.gemini\/tmp\/)ibid-project-\w{6}/g;

const DIFFERENT = [
	["file", /(?<=\/tool-outputs\/)\S+/g],
	["0", /(?<=^(?:Process Group PGID|Background PIDs): )\d+$/gm],
	["", / \[\d+(?:\.\d+)? ?m?s\]/g],
	["0", /\d+(?:\.\d+)?(?= ?m?s\b)/g],
] as const;

/** The lines of a text as it came; when the same call was made several times, of the `nth`. */
export function toldBy({ live }: Compared, place: string, nth = 1): string[] {
	const name = nth === 1 ? place : `${place} (${nth})`;
	return (textsOf(live).get(name) ?? `nothing at ${name}`).split("\n");
}

/** The places whose texts went out shortened when they first came, in order. */
export function shortenedIn({ made, exchanged }: Compared): string[] {
	const shortened = new Set(arrivalsIn(exchanged).flatMap(({ id, without, came }) => (without === came ? [] : id)));
	const marked = textsOf(made, ({ call }) => (shortened.has(call.id) ? "shortened" : ""));
	return [...marked].flatMap(([place, mark]) => (mark === "" ? [] : [place]));
}
