import { expect } from "bun:test";
import { basename } from "node:path";
import { toolsOf } from "../../contracts/hosts.ts";
import { type Arrival, expectFiguresAgree, recount } from "../figures.ts";
import { expectLogsProved } from "../logs-proved.ts";
import { type Exchange, firstAndLost, type Rebuilt, rebuild } from "../rebuild.ts";
import { byPlugin, exchangesIn, shortenedIn, type Wiring } from "./live.ts";
import type { Version } from "./run.ts";
import type { Played } from "./scenes.ts";

/** The same script without ibid and with it. */
export type Compared = {
	readonly plain: Played;
	readonly live: Played;
	/** Every shortened text, as the first request that has it rebuilds it. */
	readonly notes: readonly Rebuilt[];
	/** Calls whose shortened text a later request cannot rebuild any more. */
	readonly orphans: ReadonlySet<string>;
	/** The folder of ibid's state. */
	readonly state: string;
};

/** Plays a script both ways. The script gets the arguments for the host that install ibid. */
export async function compare(
	play: (args: readonly string[]) => Promise<Played>,
	version: Version,
	{ args, state }: Wiring = byPlugin(),
): Promise<Compared> {
	const [plain, live] = [await play([]), await play(args)];
	const shortened = shortenedIn(
		state,
		live.logs.map((log) => basename(log, ".jsonl")),
	);
	const rebuilt = live.requests.map((request) =>
		rebuild(exchangesIn(request, live.project), toolsOf("claude-code", version), (id) => shortened.has(id)),
	);
	return { plain, live, ...firstAndLost(rebuilt), state };
}

/**
 * Every shortened text is rebuilt to what stands at its place without ibid, and the second check agrees; the logs say so
 * as well. What is not
 * shortened is as it is without ibid; `original` may know better what should stand at a place.
 */
export function expectProved(
	{ plain, live, notes, orphans, state }: Compared,
	original: ReadonlyMap<string, string> = textsOf(plain),
): void {
	const rebuilt = new Map(notes.map(({ call, text }) => [call.id, text]));
	for (const { complaint } of notes) expect(complaint).toBeUndefined();
	const texts = textsOf(live, (exchange) => rebuilt.get(exchange.call.id) ?? exchange.text);
	for (const [place, text] of texts) expect([place, text]).toEqual([place, original.get(place) ?? "nothing"]);
	expect([...texts.keys()].sort()).toEqual([...textsOf(plain).keys()].sort());
	expectLogsProved(live.logs, state);
	expectFigures({ plain, live, notes, orphans, state });
}

/**
 * What ibid says it has saved equals what the requests show. A note may have lost its lines before the model saw it.
 */
export function expectFigures({ plain, live, notes, orphans, state }: Compared): void {
	const unread = notes.filter(({ complaint }) => complaint !== undefined).map(({ call }) => call.id);
	const lost = new Set([...orphans, ...unread]);
	const arrivals = arrivalsIn(live, plain, notes);
	expectFiguresAgree(recount(arrivals, notes.length, lost.size), { logs: live.logs, state });
}

/** If ibid sends a text instead of the host's own "unchanged", then "unchanged" is what the model would have got. */
function arrivalsIn(live: Played, plain: Played, notes: readonly Rebuilt[]): Arrival[] {
	const [calls, came, plainly] = [textsOf(live, ({ call }) => call.id), firstTexts(live), textsOf(plain)];
	const rebuilt = new Map(notes.map(({ call, text }) => [call.id, text]));
	return [...calls].map(([place, id]) => {
		const [text, without] = [came.get(id)?.text ?? "", plainly.get(place)];
		const isHosts = (isStub(without) && !isStub(text)) || (rebuilt.has(id) && rebuilt.get(id) === undefined);
		return { without: (isHosts ? without : rebuilt.get(id)) ?? text, came: text };
	});
}

/**
 * What should stand at each place where a host says by itself that a file is unchanged: its words, or if ibid puts
 * something else there, what a host says that `shows` every file whenever it is read.
 */
export function textsBehindStubs({ plain, live }: Compared, shows: Played): Map<string, string> {
	const [delivered, shown] = [textsOf(live), textsOf(shows)];
	const texts = [...textsOf(plain)].map(([place, text]): [string, string] => {
		const isReplaced = isStub(text) && !isStub(delivered.get(place));
		return [place, isReplaced ? (shown.get(place) ?? text) : text];
	});
	return new Map(texts);
}

function isStub(text: string | undefined): boolean {
	return text?.startsWith("Wasted call — file unchanged") ?? false;
}

/**
 * The text of every result when it first came, by its place: its call, and a count if the same call was made before.
 */
export function textsOf(
	{ requests, project }: Played,
	textOf: (exchange: Exchange) => string = ({ text }) => text,
): Map<string, string> {
	const first = [...firstTexts({ requests, project }).values()];
	// The host trims the last of several results that come together, and which one is last differs from run to run.
	const isTrimming = first.some(({ isTrimmed }) => isTrimmed);
	const places = new Map<string, string>();
	for (const exchange of first.toReversed()) {
		const { tool, input } = exchange.call;
		const call = `${tool} ${JSON.stringify(input).replaceAll(project, "/project")}`;
		let place = call;
		for (let again = 2; places.has(place); again++) place = `${call} (${again})`;
		const text = normal({ ...exchange, text: textOf(exchange) }, project);
		places.set(place, isTrimming ? text.trim() : text);
	}
	return places;
}

/** Every result as it first came, the last ones first, by the id of its call. */
function firstTexts({ requests, project }: Pick<Played, "requests" | "project">): Map<string, Exchange> {
	const all = requests.flatMap((request) => exchangesIn(request, project));
	return new Map(all.toReversed().map((exchange) => [exchange.call.id, exchange]));
}

/** A text without what differs from run to run. */
function normal({ call, text }: Exchange, project: string): string {
	const told = DIFFERENT.reduce(
		(text, [is, pattern]) => text.replace(pattern, is),
		text.replaceAll(project, "/project"),
	);
	const isSearch = String(call.input.command).startsWith("grep ");
	return isSearch ? told.split("\n").sort().join("\n") : told;
}

/** How long something took, and the name, the cost and the output file of an agent. */
const DIFFERENT = [
	["0", /\d+(?:\.\d+)?(?= ?m?s\b)/g],
	["$1agent", /(agentId: |to: ')\w+/g],
	["", /<usage>.*<\/usage>/s],
	["$1file", /^(output_file: ).*$/gm],
] as const;
