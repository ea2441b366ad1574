import { expect } from "bun:test";
import { basename, join } from "node:path";
import { type AnswerRecord, answerName, hashText, openRecord, readLines } from "../../src/store/record.ts";
import { type Compared, compare, expectProved, textsOf } from "./compare.ts";
import type { Wiring } from "./live.ts";
import type { Version } from "./run.ts";
import { saidIn } from "./said.ts";
import { type Played, play, type Scene, says } from "./scenes.ts";

/** A file that is shown twice. */
export const TWICE: Scene = ({ read, bash }) => [
	{
		prompts: ["Read the duration parser."],
		replies: [
			says("Once.", read("src/duration.ts")),
			says("Twice.", bash("cat src/duration.ts")),
			says("I have read it."),
		],
	},
];

/** Two files that are shown again in several ways, so that a log that is written late does not cost every note. */
export const AGAIN: Scene = ({ read, bash }) => [
	{
		prompts: ["Read the duration parser and the clock until you know them."],
		replies: [
			says("Once.", read("src/duration.ts")),
			says("Twice.", bash("cat src/duration.ts")),
			says("A part of it.", read("src/duration.ts", 10, 60)),
			says("The clock.", read("src/clock.ts")),
			says("The clock again.", bash("cat src/clock.ts")),
			says("I know them."),
		],
	},
];

/** Rows of a table, each for both versions of Claude Code. */
export function each<Row extends readonly unknown[]>(rows: readonly Row[]): [Version, ...Row][] {
	const versions: readonly Version[] = ["2.1.325", "2.1.197"];
	return versions.flatMap((version) => rows.map((row): [Version, ...Row] => [version, ...row]));
}

/** Plays a scene with ibid; without ibid only the first time, because that run does not depend on ibid. */
export function compareScene(scene: Scene, version: Version, wiring: Wiring): Promise<Compared> {
	const playOnce = (args: readonly string[]): Promise<Played> => {
		if (args.length > 0) return play(scene, { version, args });
		const played = withoutIbid[version].get(scene) ?? play(scene, { version });
		withoutIbid[version].set(scene, played);
		return played;
	};
	return compare(playOnce, version, wiring);
}

const withoutIbid: Readonly<Record<Version, Map<Scene, Promise<Played>>>> = {
	"2.1.325": new Map(),
	"2.1.197": new Map(),
};

/** Every result is what it is without ibid, and the host says nothing else. */
export function expectUntouched(compared: Compared, isServerTold = false): void {
	expect(textsOf(compared.live)).toEqual(textsOf(compared.plain));
	expectNothingSaid(compared, isServerTold);
}

/** There is a note, every note is proved, and the host says nothing else. */
export function expectNotes(compared: Compared, isServerTold = false): void {
	expect(compared.notes).not.toEqual([]);
	expectHarmless(compared, isServerTold);
}

/** Every note is proved, if there are any, and the host says nothing else. */
export function expectHarmless(compared: Compared, isServerTold = false): void {
	expectProved(compared);
	expectNothingSaid(compared, isServerTold);
}

function expectNothingSaid({ plain, live }: Compared, isServerTold: boolean): void {
	expect(saidIn(live)).toEqual({ ...saidIn(plain), isServerTold });
}

/** Only the notes that reached the model: an answer that the host did not wait for is recorded, too. */
export function received(compared: Compared, { state }: Wiring): Compared {
	const record = openRecord(state, "test");
	const shortened = sessionsOf(compared).flatMap((session) => [...record.shortened(session)]);
	const isReceived = ({ call, delivered }: Compared["notes"][number]): boolean =>
		shortened.includes(answerName(call.id, hashText(delivered)));
	return { ...compared, notes: compared.notes.filter(isReceived) };
}

/** What ibid has recorded of its problems: failures with their messages, results sent in full by their reason. */
export function troublesIn({ state }: Wiring, sessions: readonly string[]): string[] {
	return sessions.flatMap((session) => readLines(join(state, "answers"), session)).flatMap(troubleIn);
}

function troubleIn(line: Parameters<AnswerRecord["write"]>[0]): string[] {
	if (line.kind === "failure") return [line.what];
	return line.kind === "answer" && line.form === "whole" ? [line.reason ?? ""] : [];
}

/** The sessions in which ibid ran, by their logs. */
export function sessionsOf({ live }: Compared): string[] {
	return live.logs.map((log) => basename(log, ".jsonl"));
}
