import { expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toolsOf } from "../../contracts/hosts.ts";
import { hashText } from "../../src/store/record.ts";
import { recordedIn } from "../codex/live.ts";
import { expectFiguresAgree, recount } from "../figures.ts";
import { makeFolder } from "../folders.ts";
import { expectLogsProved } from "../logs-proved.ts";
import { makeProject } from "../project.ts";
import { type Exchange, firstAndLost, type Rebuilt, rebuild } from "../rebuild.ts";
import { byTailCall, exchangesIn, type Servers, type Wiring } from "./live.ts";
import type { Request } from "./model.ts";
import { type Place, writeSettings } from "./run.ts";

/** What happens in a new home directory and project. */
export type LiveScene = {
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly servers?: Servers;
	/** What another hook does after a tool has run. */
	readonly rival?: string;
	/** Additional files of the project. */
	readonly files?: Readonly<Record<string, string>>;
	/** Nothing else may run at the same time: keys that come too fast are taken for a paste. */
	readonly alone?: boolean;
	/** How many of its sessions have no log in the end: the host deletes some when others are resumed. */
	readonly gone?: number;
	readonly play: (place: Place) => Promise<readonly Request[]>;
};

/** Every request of a scene, in its place. */
export type Played = Place & { readonly requests: readonly Request[] };

/** The same scene without ibid and with it. */
export type Compared = {
	readonly plain: Played;
	readonly live: Played;
	/** Every shortened text, as the first request that has it rebuilds it. */
	readonly notes: readonly Rebuilt[];
	/** Places whose shortened text a later request can no longer rebuild. */
	readonly orphans: readonly string[];
	readonly state: string;
	readonly gone: number;
};

/** Plays a scene both ways. */
export async function compare(scene: LiveScene, wiring: Wiring = byTailCall()): Promise<Compared> {
	const plain = plays.get(scene) ?? play(scene);
	plays.set(scene, plain);
	if (scene.alone) await plain;
	const live = await play(scene, wiring);
	return { plain: await plain, live, ...notesIn(live, wiring.state), state: wiring.state, gone: scene.gone ?? 0 };
}

/** Plays each scene of a table without ibid and with it, the first time that a test asks for it. */
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

/** A scene without ibid is the same every time, so it is played once. */
const plays = new Map<LiveScene, Promise<Played>>();

/** Plays a scene in a new home directory. */
async function play(scene: LiveScene, wiring: Partial<Wiring> = {}): Promise<Played> {
	const { hooks = {}, servers = {}, environment = {}, isServed = false, state = "", install } = wiring;
	const announced = isServed ? { servers: join(state, "gemini-cli", "servers") } : {};
	const place = { home: makeFolder("home"), project: makeProject(), environment, ...announced };
	for (const [path, text] of Object.entries(scene.files ?? {})) {
		mkdirSync(dirname(join(place.project, path)), { recursive: true });
		writeFileSync(join(place.project, path), text);
	}
	const told = { hooks: withRival(hooks, scene.rival), mcpServers: { ...scene.servers, ...servers } };
	writeSettings(place.home, { ...scene.settings, ...told });
	await install?.(place.home);
	return { ...place, requests: await scene.play(place) };
}

function withRival(hooks: Readonly<Record<string, unknown>>, command: string | undefined): Record<string, unknown> {
	if (command === undefined) return hooks;
	const own = Array.isArray(hooks.AfterTool) ? hooks.AfterTool : [];
	return { ...hooks, AfterTool: [...own, { matcher: "read_file", hooks: [{ type: "command", command }] }] };
}

/** Rebuilds every shortened text from each request that has it. By its record ibid knows which texts it has sent. */
function notesIn(played: Played, state: string): Pick<Compared, "notes" | "orphans"> {
	const sent = new Set(
		recordedIn(state).flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? line.delivered : [])),
	);
	const isSent = ({ text }: Exchange): boolean => sent.has(hashText(text));
	const rebuilt = played.requests.map((request) => {
		const exchanges = exchangesIn(request, played.project);
		const shortened = new Set(exchanges.filter(isSent).map(({ call }) => call.id));
		const seen = exchanges.map((exchange) => (isSent(exchange) ? unwrapped(exchange) : exchange));
		return rebuild(seen, toolsOf("gemini-cli"), (id) => shortened.has(id));
	});
	const { notes, orphans } = firstAndLost(rebuilt);
	return { notes, orphans: placesOf(played, orphans) };
}

/** What the host says about a text of ibid is not a line of it: where it comes from, or that it is an error. */
function unwrapped({ call, text, ...more }: Exchange): Exchange {
	const inner = /^<untrusted_context>\n(.*)\n<\/untrusted_context>$/s.exec(text)?.[1];
	return { ...more, call, text: call.tool === "read_file" && inner !== undefined ? inner : text, outcome: "done" };
}

/**
 * Every shortened text is rebuilt to what stands at its place without ibid, and the second check agrees. What is not
 * shortened is as it is without ibid. Nothing went wrong, or as often as told.
 */
export function expectProved({ plain, live, notes, orphans, state, gone }: Compared, failures = 0): void {
	const rebuilt = new Map(notes.map(({ call, text }) => [call.id, text]));
	for (const { complaint } of notes) expect(complaint).toBeUndefined();
	const texts = textsOf(live, ({ call, text }) => rebuilt.get(call.id) ?? text.replace(VOID, ""));
	const expected = textsOf(plain);
	for (const [place, text] of texts) expect([place, text]).toEqual([place, expected.get(place) ?? "nothing"]);
	expect([...texts.keys()].sort()).toEqual([...expected.keys()].sort());
	expect(recordedIn(state).filter(({ kind }) => kind === "failure")).toHaveLength(failures);
	const logs = [join(live.home, ".gemini", "tmp")];
	expectLogsProved(logs, state);
	const came = new Map(
		live.requests.flatMap((request) => exchangesIn(request, live.project)).map(({ call, text }) => [call.id, text]),
	);
	const arrivals = notes.map(({ call, text }) => ({ without: text ?? "", came: came.get(call.id) ?? "" }));
	expectFiguresAgree(recount(arrivals, notes.length, orphans.length), { logs, state, gone });
}

/** What ibid may add below a result that it does not shorten. */
export const VOID: RegExp = /\n\n<hook_context>Results above may hold \[ibid\] notes[^<]*<\/hook_context>$/;

/** Every result is what it is without ibid. */
export function expectUntouched({ plain, live }: Compared): void {
	expect([...textsOf(live)].sort()).toEqual([...textsOf(plain)].sort());
	expect(textsOf(live).size).toBeGreaterThan(0);
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

/** The places whose texts came shortened, in order. */
export function shortenedIn({ live, notes }: Compared): string[] {
	return placesOf(live, new Set(notes.map(({ call }) => call.id)));
}

function placesOf(played: Played, ids: ReadonlySet<string>): string[] {
	const marked = textsOf(played, ({ call }) => (ids.has(call.id) ? "this" : ""));
	return [...marked].flatMap(([place, mark]) => (mark === "" ? [] : [place]));
}
