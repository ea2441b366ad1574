import { cut, failed, perform } from "./host.ts";
import { drawHabit, drawRequest, drawWatched, type Habit } from "./model.ts";
import { changeOutside, drawProject, type Project } from "./project.ts";
import type { Random } from "./random.ts";
import { begin, fileKey, type Request } from "./request.ts";
import { type Begun, type Doubt, EVERYTHING, type Performed, type Step } from "./types.ts";

/**
 * A random session: its steps one after the other. After each result it wants to know what was delivered for it,
 * because files may come to quote that.
 */
export function* playSession(random: Random): Play {
	const project = drawProject(random);
	const stage: Stage = {
		random,
		project,
		habit: drawHabit(random, project),
		reused: random.chance(0.2),
		ids: [],
		asked: [],
		answers: [],
	};
	const plot = random.int(0, 9);
	if (plot === 0) return yield* playFork(stage);
	if (plot <= 2) return yield* playRewind(stage);
	if (plot === 3) return yield* playWatch(stage);
	return yield* playTurns(stage, random.int(4, 10));
}

/** Steps out, delivered texts in. */
export type Play = Generator<Step, void, string>;

/** What a session remembers of itself. */
type Stage = {
	readonly random: Random;
	readonly project: Project;
	readonly habit: Habit;
	/** The host restarts the count of its calls in each turn. */
	readonly reused: boolean;
	readonly ids: string[];
	readonly asked: Asked[];
	readonly answers: string[];
};

type Asked = { readonly directory: string; readonly request: Request };
type Called = Asked & { readonly begun: Begun };

function* playTurns(stage: Stage, turns: number): Play {
	for (let turn = 0; turn < turns; turn++) yield* playTurn(stage);
}

/** Two conversations continue from one, taking turns. */
function* playFork(stage: Stage): Play {
	yield* playTurns(stage, stage.random.int(1, 3));
	yield { kind: "mark", name: 1 };
	yield { kind: "mark", name: 2 };
	for (let half = stage.random.int(3, 6); half > 0; half--) {
		const name = 1 + (half % 2);
		yield { kind: "go", to: name };
		yield* playTurn(stage);
		yield { kind: "mark", name };
	}
}

/** The user goes back to an earlier point, with or without the files, once or more. */
function* playRewind(stage: Stage): Play {
	const { random, project } = stage;
	yield* playTurns(stage, random.int(1, 2));
	yield { kind: "mark", name: 1 };
	const files = new Map(project.files);
	for (let times = random.int(1, 2); times > 0; times--) {
		yield* playTurns(stage, random.int(1, 2));
		yield { kind: "go", to: 1 };
		if (random.chance(0.5)) for (const [path, disk] of files) project.files.set(path, disk);
	}
	yield* playTurns(stage, random.int(1, 3));
}

/** The model looks at the same thing again and again while it changes. */
function* playWatch(stage: Stage): Play {
	const { random, project, habit } = stage;
	const directory = random.pick(habit.directories);
	const request = drawWatched(random, habit);
	for (let turns = random.int(4, 9); turns > 0; turns--) {
		if (random.chance(0.15)) yield* playTurn(stage);
		yield { kind: "turn" };
		if (random.chance(0.7)) {
			yield { kind: "outside", words: changeOutside(random, project, habit.favourite, []) };
		}
		const called = call(stage, 0, { directory, request });
		yield { kind: "call", begun: called.begun };
		yield* answer(stage, called.begun, performCall(stage, called));
	}
}

function* playTurn(stage: Stage): Play {
	const { random } = stage;
	yield { kind: "turn" };
	yield* meanwhile(stage);
	if (random.chance(0.12)) yield drawHostAct(stage);
	const count = random.chance(0.65) ? 1 : random.int(2, 3);
	const calls = Array.from({ length: count }, (_, index) => drawCall(stage, index));
	if (random.chance(0.6)) return yield* inParallel(stage, calls);
	for (const called of calls) {
		yield { kind: "call", begun: called.begun };
		yield* answer(stage, called.begun, performCall(stage, called));
		yield* meanwhile(stage);
		if (random.chance(0.04)) yield drawHostAct(stage);
	}
}

/** All calls are sent before the first result; they run in one order and their results arrive in another. */
function* inParallel(stage: Stage, calls: readonly Called[]): Play {
	for (const { begun } of calls) yield { kind: "call", begun };
	const done = stage.random.shuffle(calls).map((called) => ({ ...called, performed: performCall(stage, called) }));
	for (const { begun, performed } of stage.random.shuffle(done)) yield* answer(stage, begun, performed);
}

function drawCall(stage: Stage, index: number): Called {
	const { random, project, habit, asked } = stage;
	const again = random.chance(0.2) ? asked.at(-1) : undefined;
	const directory = random.pick(habit.directories);
	return call(stage, index, again ?? { directory, request: drawRequest(random, project, habit, directory) });
}

function call({ reused, ids, asked }: Stage, index: number, { directory, request }: Asked): Called {
	const id = reused ? `call_${index}` : `call_${ids.length}`;
	ids.push(id);
	asked.push({ directory, request });
	return { directory, request, begun: begin(id, directory, request) };
}

function performCall({ random, project }: Stage, { directory, request, begun }: Called): Performed {
	if (random.chance(0.03)) return failed("The user does not want this.");
	const performed = perform(random, project, directory, request);
	return performed.outcome === "done" && random.chance(0.05) ? cut(performed, begun) : performed;
}

/** Sometimes the result never arrives. */
function* answer({ random, answers }: Stage, begun: Begun, performed: Performed): Play {
	if (random.chance(0.04)) return;
	answers.push(yield { kind: "result", begun, performed });
}

/** Changes that the model does not hear about. */
function* meanwhile(stage: Stage): Play {
	const { random, project, answers } = stage;
	if (random.chance(0.35)) {
		yield { kind: "outside", words: changeOutside(random, project, drawPath(stage), answers.slice(-2)) };
	}
}

/** What a host does to a conversation. */
function drawHostAct(stage: Stage): Step {
	const { random, ids } = stage;
	const path = drawPath(stage);
	const key = fileKey(path);
	const first = random.int(1, 30);
	const doubt: Doubt = { key, ...(random.chance(0.5) ? EVERYTHING : { first, last: first + random.int(0, 20) }) };
	const act = random.int(0, 9);
	if (act === 0) return { kind: "reset" };
	if (act <= 2) return { kind: "hide", doubt };
	if (act <= 4) return { kind: "ask", key };
	if (act <= 6) return { kind: "attached", id: "attached", text: `Here is ${path}, more or less.`, doubt };
	return { kind: "erase", ids: [random.pick(["attached", ...ids]), random.pick(["attached", ...ids])] };
}

function drawPath({ random, project, habit }: Stage): string {
	return random.chance(0.7) ? habit.favourite : random.pick([...project.files.keys()]);
}
