import { expect } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { type Compared, compare, expectProved, textsBehindStubs } from "./compare.ts";
import { byPlugin, exchangesIn } from "./live.ts";
import type { Call } from "./model.ts";
import type { Version } from "./run.ts";
import { type Played, play, type Scene, says, type Tools, toolsIn } from "./scenes.ts";
import { TOOL_SCENES, type ToolScene } from "./tool-scenes.ts";

/**
 * A scene that was played on a version with ibid and without, and tools of its project, which is called /project here.
 */
export type Watched = Tools & {
	readonly compared: Compared;
	/** What the model first got for a call, or for the nth call like it. */
	readonly told: (call: Call, nth?: number) => string;
	/** The same without ibid. */
	readonly toldPlainly: (call: Call, nth?: number) => string;
	/** The folder of ibid's state. */
	readonly state: string;
};

/** How long a test may take that is the first to need a scene. */
export const PATIENCE = 120_000;

export const VERSIONS: readonly Version[] = ["2.1.325", "2.1.197"];

/** Every text of a scene is, or is rebuilt to, the text without ibid. The newer version shows every file. */
export async function expectSceneProved(name: ToolScene, version: Version): Promise<void> {
	const { compared } = await watch(name, version);
	const shows = await watch(name, "2.1.325");
	expectProved(compared, textsBehindStubs(compared, shows.compared.plain));
	expect(compared.orphans.size).toBe(0);
}

/** Plays a scene only once for all tests that need it. */
export function watch(name: ToolScene, version: Version): Promise<Watched> {
	const key = `${name} ${version}`;
	const known = watched.get(key) ?? playBothWays(slowly(TOOL_SCENES[name]), version);
	watched.set(key, known);
	return known;
}

const watched = new Map<string, Promise<Watched>>();

async function playBothWays(scene: Scene, version: Version): Promise<Watched> {
	const wiring = byPlugin();
	const compared = await compare((args) => play(scene, { version, args }), version, wiring);
	const { plain, live } = compared;
	return {
		...toolsIn("/project"),
		compared,
		told: (call, nth = 1) => textIn(live, call, nth),
		toldPlainly: (call, nth = 1) => textIn(plain, call, nth),
		state: wiring.state,
	};
}

/** A log that is not written yet proves nothing, and real models are slow as well. */
function slowly(scene: Scene): Scene {
	return (tools) =>
		scene(tools).map((run) => ({ ...run, replies: [says("A moment.", tools.bash("sleep 0.3")), ...run.replies] }));
}

function textIn({ requests, project }: Played, call: Call, nth: number): string {
	const all = requests.flatMap((request) => exchangesIn(request, project));
	const first = new Map(all.toReversed().map((exchange) => [exchange.call.id, exchange]));
	const alike = [...first.values()].toReversed().filter((exchange) => isLike(exchange.call, call, project));
	return alike[nth - 1]?.text.replaceAll(project, "/project") ?? "no such call";
}

/** The host itself says that an edit is of one place. */
function isLike(made: Call, call: Call, project: string): boolean {
	const { replace_all: _, ...input } = made.input;
	return (
		made.tool === call.tool &&
		isDeepStrictEqual(JSON.parse(JSON.stringify(input).replaceAll(project, "/project")), call.input)
	);
}

/** The lines of a text; notes without the number that the host puts before them, and without their hints. */
export function outline(text: string): string[] {
	return text.split("\n").map((line) => line.replace(/^(?:\d+\t)?(\+?\[ibid\] .*?)(?:\. Left out.*)?$/, "$1"));
}
