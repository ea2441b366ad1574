import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { build } from "../../scripts/build.ts";
import { hashText, readLines } from "../../src/store/record.ts";
import type { RecordLine } from "../../src/store/record-lines.ts";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import type { Exchange } from "../rebuild.ts";
import { type OpenCode, startOpenCode } from "./run.ts";

/** A server of OpenCode, with its home and its project. */
export type Place = { readonly host: OpenCode; readonly home: string; readonly project: string };

/** A server without ibid and one with it; everything else is alike. */
export type Pair = { readonly plain: Place; readonly live: Place };

/** Plugins that both servers have, by their addresses, where among them ibid stands: behind so many; and their projects. */
export type Others = {
	readonly plugins: readonly string[];
	readonly before: number;
	readonly projects?: () => string;
};

/** Starts two servers, each with a home and a project of its own. */
export async function startPair(
	settings: object,
	{ plugins, before, projects = makeProject }: Others = ALONE,
): Promise<Pair> {
	const ibid = await buildPlugin();
	const [plain, live] = await Promise.all([
		startPlace({ ...settings, plugin: plugins }, projects()),
		startPlace({ ...settings, plugin: plugins.toSpliced(before, 0, ibid) }, projects()),
	]);
	return { plain, live };
}

const ALONE: Others = { plugins: [], before: 0 };

/** Ends both servers. */
export async function closePair({ plain, live }: Pair): Promise<void> {
	await Promise.all([plain.host.close(), live.host.close()]);
}

/** Starts one server. */
export async function startPlace(settings: object, project: string = makeProject()): Promise<Place> {
	const home = makeFolder("home");
	return { home, project, host: await startOpenCode(home, project, settings) };
}

/** The address of the plugin, made from the sources. */
export async function buildPlugin(): Promise<string> {
	const folder = makeFolder("plugin");
	await build(folder);
	return pathToFileURL(join(folder, "opencode", "plugin.js")).href;
}

const CALLED = "Called the Read tool with the following input: ";
const TextsShape = v.array(v.looseObject({ type: v.literal("text"), text: v.string() }));
const InputShape = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** Files that the user has attached: what the host says to have called stands in a prompt before what came of it. */
export function attachedIn(content: unknown, directory: string, message: number): Exchange[] {
	const texts = v.is(TextsShape, content) ? content.map(({ text }) => text) : [];
	return texts.flatMap((words, index): Exchange[] => {
		const text = texts[index + 1];
		if (!words.startsWith(CALLED) || text === undefined) return [];
		const input = v.parse(InputShape, words.slice(CALLED.length));
		return [{ turn: message, call: { id: `${message} ${index}`, tool: "read", input, directory }, text }];
	});
}

/** What ibid has recorded of a session in a home; of none, what it has to say of itself. */
export function recordOf(home: string, session: string): RecordLine[] {
	return readLines(join(home, "state", "ibid", "answers"), session);
}

/** The hashes of all texts that ibid has sent in place of others, in sessions of a home and in those of their agents. */
export async function shortenedIn({ host, home }: Place, sessions: readonly string[]): Promise<Set<string>> {
	const agents = await Promise.all(sessions.map((session) => host.agents(session)));
	const lines = [...sessions, ...agents.flat()].flatMap((session) => recordOf(home, session));
	return new Set(lines.flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? [line.delivered] : [])));
}

/** Whether a text is one of those. */
export function isOneOf(hashes: ReadonlySet<string>, text: string): boolean {
	return hashes.has(hashText(text));
}
