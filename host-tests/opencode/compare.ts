import { expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { toolsOf } from "../../src/lens/hosts.ts";
import { type Rebuilt, rebuild } from "../rebuild.ts";
import { toolsIn } from "./calls.ts";
import { exchangesIn, isOneOf, type Pair, type Place, type Placed, shortenedIn } from "./live.ts";
import { type Message, type Request, requestIn } from "./model.ts";
import { type Played, play, type Scene } from "./scenes.ts";

/** The same scene without ibid and with it. */
export type Compared = {
	/** Without ibid, and with ibid after every text was rebuilt; what differs from run to run is left out of both. */
	readonly plain: readonly unknown[];
	readonly rebuilt: readonly unknown[];
	/** Every shortened text in each request. */
	readonly notes: readonly (readonly Note[])[];
	/** Requests of one model, one behind the other: how many messages each pair has in common, without ibid and with it. */
	readonly shared: readonly { readonly plain: number; readonly live: number }[];
	/** What the host had summed up, without ibid and with it. */
	readonly summaries: { readonly plain: readonly unknown[]; readonly live: readonly unknown[] };
	readonly live: Played;
};

/** A shortened text in a request. */
export type Note = Rebuilt & {
	/** Its call in short. */
	readonly place: string;
	/** It came with this request. */
	readonly isNew: boolean;
	/** The record has it. */
	readonly isRecorded: boolean;
};

/** Plays a scene on both servers, in projects that are as they were made. */
export async function compare(pair: Pair, scene: Scene): Promise<Compared> {
	const before = { plain: pair.plain.host.asked.length, live: pair.live.host.asked.length };
	const [plain, live] = await Promise.all([playIn(pair.plain, scene), playIn(pair.live, scene)]);
	const known = await shortenedIn(pair.live, [live.session, ...live.earlier]);
	expect(live.requests.length).toBe(plain.requests.length);
	const notes = live.requests.map((request, index) => notesIn(pair, plain.requests[index]!, request, known));
	const whole = live.requests.map((request, index) => withTexts(request, notes[index]!));
	return {
		plain: plain.requests.map((request) => alike(request, pair.plain)),
		rebuilt: whole.map((request) => alike(request, pair.live)),
		notes,
		shared: sharedIn(plain.requests, live.requests, wordsOfAgents(scene)),
		summaries: { plain: summariesIn(pair.plain, before.plain), live: summariesIn(pair.live, before.live) },
		live,
	};
}

/**
 * In each request every shortened text is rebuilt to what stands there without ibid, the second check agrees, and all
 * else is as without ibid. What is shortened stands in the record.
 */
export function expectProved({ plain, rebuilt, notes, summaries }: Compared): void {
	for (const { place, complaint } of notes.flat()) expect([place, complaint]).toEqual([place, undefined]);
	for (const [index, request] of rebuilt.entries()) expect(request).toEqual(plain[index]);
	expect(summaries.live).toEqual(summaries.plain);
	for (const { place, isNew, isRecorded } of notes.flat()) expect([place, !isNew || isRecorded]).toEqual([place, true]);
}

/** What a request has in common with the one before it ends no earlier than it does without ibid. */
export function expectCached({ shared }: Compared): void {
	const broken = shared.filter(({ plain, live }) => live < plain);
	expect(broken).toEqual([]);
}

/** Which texts came shortened, in order. */
export function arrivalsIn({ notes }: Compared): string[] {
	return notes.flatMap((each) => each.filter(({ isNew }) => isNew).map(({ place }) => place));
}

/** Which texts stand shortened in the last request. */
export function standingIn({ notes }: Compared): string[] {
	return notes.at(-1)?.map(({ place }) => place) ?? [];
}

async function playIn({ host, project }: Place, scene: Scene): Promise<Played> {
	for (const args of [
		["reset", "--quiet", "--hard"],
		["clean", "--quiet", "--force", "-d"],
	])
		spawnSync("git", args, { cwd: project });
	return play(host, scene(toolsIn(project)));
}

/** A text is shortened if the record says so, or if it is another than without ibid: the record tells of first times. */
function notesIn({ plain, live }: Pair, without: Request, request: Request, known: ReadonlySet<string>): Note[] {
	const originals = exchangesIn(without, plain.project).map((each) => normal(each.text, plain));
	const exchanges = exchangesIn(request, live.project);
	const shortened = exchanges.filter(
		({ text }, index) => isOneOf(known, text) || normal(text, live) !== originals[index],
	);
	const ids = new Set(shortened.map(({ call }) => call.id));
	const placed = new Map(exchanges.map((exchange) => [exchange.call.id, exchange]));
	const isLast = request.messages.at(-1)?.role === "tool";
	const turn = exchanges.at(-1)?.turn;
	return rebuild(exchanges, toolsOf("opencode"), (id) => ids.has(id)).map((rebuilt) => ({
		...rebuilt,
		place: placeOf(rebuilt, live.project),
		isNew: isLast && placed.get(rebuilt.call.id)?.turn === turn,
		isRecorded: isOneOf(known, rebuilt.delivered),
	}));
}

function placeOf({ call: { tool, input } }: Pick<Placed, "call">, project: string): string {
	const { filePath, command, offset, limit } = input;
	const range = offset === undefined ? "" : ` ${offset}+${limit}`;
	return `${tool} ${filePath ?? command ?? JSON.stringify(input)}${range}`.replaceAll(`${project}/`, "");
}

/** A request with the texts that were rebuilt in place of the shortened ones. */
function withTexts(request: Request, notes: readonly Note[]): Request {
	const texts = new Map(notes.map(({ call, text }) => [call.id, text ?? "not rebuilt"]));
	const messages = request.messages.map((message, index): Message => {
		const content = texts.get(String(index));
		return content === undefined ? message : { ...message, content };
	});
	return { ...request, messages };
}

/** What the host has asked to be summed up since it was asked so many times. */
function summariesIn(place: Place, before: number): unknown[] {
	const asked = place.host.asked.slice(before).filter((each) => !requestIn(each));
	const bodies = asked.map(({ body }) => body).filter((body) => JSON.stringify(body).includes("<conversation>"));
	return bodies.map((body) => alike(body, place));
}

/** A request without what differs from run to run. */
function alike(request: unknown, place: Place): unknown {
	const ids = new Map<string, string>();
	const told = JSON.stringify(request, (key, value) => {
		if (typeof value !== "string") return value;
		if (key !== "id" && key !== "tool_call_id") return normal(value, place);
		if (!ids.has(value)) ids.set(value, `call ${ids.size + 1}`);
		return ids.get(value);
	});
	return JSON.parse(told);
}

function normal(text: string, { home, project }: Place): string {
	const told = text
		.replaceAll(project, "/project")
		.replaceAll(home, "/home")
		.replaceAll(/\b(ses|tool)_\w+/g, "$1")
		.replaceAll(/\[\d+\.\d+m?s\]/g, "[time]");
	return told.startsWith("Found ") ? told.split("\n").sort().join("\n") : told;
}

/** Requests of one model follow each other; a subagent is known by what it was asked. */
function sharedIn(plain: readonly Request[], live: readonly Request[], agents: readonly string[]): Compared["shared"] {
	const strandOf = ({ messages }: Request): string | undefined => {
		const prompt = JSON.stringify(messages.find(({ role }) => role === "user"));
		return agents.find((words) => prompt.includes(words));
	};
	return live.flatMap((request, index) => {
		const last = live.findLastIndex((other, at) => at < index && strandOf(other) === strandOf(request));
		if (last < 0) return [];
		return [{ plain: sharedBy(plain[last]!, plain[index]!), live: sharedBy(live[last]!, request) }];
	});
}

function sharedBy(a: Request, b: Request): number {
	if (JSON.stringify(a.tools) !== JSON.stringify(b.tools)) return 0;
	const first = a.messages.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(b.messages[index]));
	return first < 0 ? a.messages.length : first;
}

function wordsOfAgents(scene: Scene): string[] {
	return scene(toolsIn("")).flatMap((step) => ("agents" in step ? Object.keys(step.agents ?? {}) : []));
}
