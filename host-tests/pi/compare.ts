import { expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { toolsOf } from "../../contracts/hosts.ts";
import { build } from "../../scripts/build.ts";
import { hashText, readLines } from "../../src/store/record.ts";
import type { RecordLine } from "../../src/store/record-lines.ts";
import { alike, type Compared, compareRequests, type Reading, recountNotes, type Side } from "../chat-requests.ts";
import { expectFiguresAgree } from "../figures.ts";
import { makeFolder } from "../folders.ts";
import { type Request, requestIn, startChat } from "../opencode/model.ts";
import { makeProject } from "../project.ts";
import type { Exchange } from "../rebuild.ts";
import { type Place, type Session, startPi, type Version } from "./run.ts";
import { type Played, play, type Stage, type Step } from "./scenes.ts";

/** pi without ibid and with it; everything else is alike. */
export type Pair = { readonly plain: Stage; readonly live: Stage };

/** Extensions of both, and the position of ibid among them. */
export type Company = { readonly extensions: readonly string[]; readonly before: number };

/** The extension that lets a scene go back. */
export const TREE: string = join(import.meta.dirname, "company", "tree.ts");

/** Starts two processes, each with a home, a project and a model of its own. */
export async function startPair(version: Version, company: Company = { extensions: [], before: 0 }): Promise<Pair> {
	const ibid = await buildExtension();
	const extensions = [...company.extensions, TREE];
	const [plain, live] = await Promise.all([
		startStage(version, extensions, false),
		startStage(version, extensions.toSpliced(company.before, 0, ibid), true),
	]);
	return { plain, live };
}

/** Ends both. */
export async function closePair({ plain, live }: Pair): Promise<void> {
	await Promise.all([plain, live].map(closeStage));
}

/** Starts one process, with a home, a project and a model of its own. */
async function startStage(
	version: Version,
	extensions: readonly string[],
	hasIbid: boolean,
	args: readonly string[] = version === "1.5.0" ? ["--tools", "+codemode"] : [],
): Promise<Stage> {
	const place = makePlace(version, extensions, args);
	return { place, pi: await startPi(place), hasIbid };
}

/** Ends a process and its model. */
export async function closeStage({ place, pi }: Stage): Promise<void> {
	await pi.close();
	await place.model.close();
}

/** A home, a project and a model. */
export function makePlace(version: Version, extensions: readonly string[], args: readonly string[] = []): Place {
	return { version, home: makeFolder("home"), project: makeProject(), model: startChat(), extensions, args };
}

/** The extension, made from the sources, once for all that a process tries. */
export async function buildExtension(): Promise<string> {
	const file = join(folder, "pi", "extension.js");
	if (existsSync(file)) return file;
	folder = makeFolder("plugin");
	await build(folder);
	return join(folder, "pi", "extension.js");
}

let folder = "";

/** The same scene without ibid and with it. */
export type Both = Compared & { readonly plainPlayed: Played; readonly livePlayed: Played };

/** Plays a scene both ways, in unchanged projects. What the host compacts is the same both ways. */
export async function compare(pair: Pair, steps: readonly Step[]): Promise<Both> {
	const [plain, live] = await Promise.all([playIn(pair.plain, steps), playIn(pair.live, steps)]);
	expect(live.summaries).toEqual(plain.summaries);
	const [before, after] = [
		sideOf(pair.plain.place, plain.played.requests),
		sideOf(pair.live.place, live.played.requests),
	];
	const compared = compareRequests(before, after, readingOf(pair.live.place, live.played.sessions));
	return { ...compared, plainPlayed: plain.played, livePlayed: live.played };
}

/** How requests of pi are read where ibid has recorded what it made of some sessions. */
export function readingOf(place: Place, sessions: readonly Pick<Session, "id">[]): Reading {
	const lines = sessions.flatMap(({ id }) => recordOf(place, id));
	const sent = new Set(
		lines.flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? [line.delivered] : [])),
	);
	return { tools: toolsOf("pi"), attachedIn, isRecorded: (text) => sent.has(hashText(text)) };
}

/** What ibid has recorded of a session. */
export function recordOf({ home }: Pick<Place, "home">, session: string): RecordLine[] {
	return readLines(join(home, ".local", "state", "ibid", "answers"), session);
}

/** The session files are the same as without ibid. */
export function expectKept({ plain, live }: Pair, { plainPlayed, livePlayed }: Both): void {
	expect(keptIn(live.place, livePlayed.sessions)).toEqual(keptIn(plain.place, plainPlayed.sessions));
}

/** What ibid says it has saved equals what the requests show. */
export function expectFigures({ live }: Pair, both: Both): void {
	const sessions = both.livePlayed.sessions;
	expectFiguresAgree(recountNotes(both), {
		logs: sessions.map(({ file }) => file).filter((file) => existsSync(file)),
		state: join(live.place.home, ".local", "state", "ibid"),
		isOurs: (session) => sessions.some(({ id }) => id === session),
	});
}

/** The messages that files of sessions keep. */
export function keptIn(place: Place, sessions: readonly Pick<Session, "file">[]): unknown[] {
	return sessions.map(({ file }) => alike(messagesIn(file), sideOf(place, [])));
}

async function playIn(stage: Stage, steps: readonly Step[]): Promise<{ played: Played; summaries: unknown[] }> {
	const { project, model } = stage.place;
	for (const args of [
		["reset", "--quiet", "--hard"],
		["clean", "--quiet", "--force", "-d"],
	])
		spawnSync("git", args, { cwd: project });
	const before = model.asked.length;
	const played = await play(stage, steps);
	const asked = model.asked.slice(before).filter((each) => !requestIn(each));
	return { played, summaries: asked.map(({ body }) => alike(body, sideOf(stage.place, []))) };
}

/** Requests that were made in a place. */
export function sideOf({ project, home }: Place, requests: readonly Request[]): Side {
	const normal = (text: string): string =>
		DIFFERENT.reduce(
			(told, [pattern, is]) => told.replaceAll(pattern, is),
			text.replaceAll(project, "/project").replaceAll(home, "/home"),
		);
	return { requests, project, normal };
}

/** Ids of sessions and entries, and how long something took. */
const DIFFERENT = [
	[/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "id"],
	[/ ?\[\d+\.\d+m?s\]/g, ""],
	[/Wall time [\d.]+ seconds/g, "Wall time"],
	[/pi-bash-\w+/g, "pi-bash"],
] as const;

const TextsShape = v.array(v.looseObject({ type: v.literal("text"), text: v.string() }));

/** Commands of the user are in the request as if the model had run them. */
function attachedIn(content: unknown, directory: string, message: number): Exchange[] {
	const [first] = v.is(TextsShape, content) ? content : [];
	const [, command, output, end] = /^Ran `(.*)`\n```\n(.*)\n```(.*)$/s.exec(first?.text ?? "") ?? [];
	if (command === undefined || output === undefined) return [];
	const call = { id: String(message), tool: "bash", input: { command }, directory };
	return [{ turn: message, call, text: `${output}${end}` }];
}

const EntryShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ type: v.literal("message"), message: v.looseObject({ role: v.string(), content: v.unknown() }) }),
);

function messagesIn(file: string): unknown[] {
	return readFileSync(file, "utf8")
		.split("\n")
		.flatMap((line) => {
			const entry = v.safeParse(EntryShape, line);
			return entry.success ? [[entry.output.message.role, entry.output.message.content]] : [];
		});
}
