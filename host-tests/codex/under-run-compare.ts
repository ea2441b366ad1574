import { expect } from "bun:test";
import { join } from "node:path";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { auditSession } from "../../src/audit/audit-session.ts";
import { recordedAnswersIn } from "../../src/audit/recorded-answers.ts";
import { estimateTokens } from "../../src/core/tokens.ts";
import { recordingsIn } from "../../src/transcript/files.ts";
import { expectFiguresAgree, recount } from "../figures.ts";
import { makeFolder } from "../folders.ts";
import { makeProject } from "../project.ts";
import { arrivalsIn, proveRequests, type RunRequest, requestsIn } from "../run-requests.ts";
import { type LiveScene, type Played, textsOf } from "./compare.ts";
import { byHooks, recordedIn } from "./live.ts";
import { type Request, requestIn } from "./model.ts";
import { runCodex } from "./run.ts";

/** How a run of a scene has ibid. */
export type Way = "hooks" | "run" | "none";

/** What came of a scene: what the model got, what Codex sent under `ibid run`, and where ibid keeps its state. */
export type RunPlay = Played & {
	/** The requests of the runs by `ibid run`, as Codex made them and as they went out. */
	readonly exchanged: readonly RunRequest[];
	readonly state: string;
};

/** Plays a scene in a new home, its runs in these ways, the last one repeated. Where hooks are, they stay under `ibid run`. */
export async function playBy(ways: readonly Way[], scene: LiveScene): Promise<RunPlay> {
	const [home, project] = [makeFolder("home"), makeProject()];
	const hooked = byHooks();
	const state = hooked.state;
	const record = join(state, "requests.jsonl");
	const requests: Request[] = [];
	let logs: readonly string[] = [];
	for (const [index, { prepare, ...session }] of scene.entries()) {
		prepare?.(project);
		const way = ways[index] ?? ways.at(-1);
		const { settings = [], ...wiring } = ways.includes("hooks") ? hooked : {};
		const more = { ...wiring, settings: [...(session.settings ?? []), ...settings] };
		const ran = await runCodex({
			...{ home, project, ...session, ...more },
			...(way === "run" && { underRun: { state, record } }),
		});
		requests.push(...ran.requests);
		logs = ran.logs;
	}
	return { requests, project, logs, exchanged: ways.includes("run") ? requestsIn(record) : [], state };
}

/** A scene without ibid and under `ibid run`, with what Codex itself sent there. */
export type ComparedRun = { readonly plain: Played; readonly live: RunPlay; readonly made: Played };

export async function compareRun(scene: LiveScene): Promise<ComparedRun> {
	const [plain, live] = [await playBy(["none"], scene), await playBy(["run"], scene)];
	const requests = live.exchanged.flatMap(({ path, body }) => requestIn({ method: "POST", path, body }) ?? []);
	return { plain, live, made: { ...live, requests } };
}

/**
 * Codex sends what it sends without ibid; every shortened text is rebuilt from the request that it is in; and the log, the
 * record and the requests give the same figures.
 */
export function expectRunProved({ plain, live, made }: ComparedRun): void {
	expect(proveRequests(live.exchanged, "Codex").faults).toEqual([]);
	expect(textsOf(made)).toEqual(textsOf(plain));
	expect(recordedIn(live.state).filter(({ kind }) => kind === "failure")).toEqual([]);
	const arrivals = arrivalsIn(live.exchanged);
	const notes = arrivals.filter(({ without, came }) => without !== came);
	expectFiguresAgree(recount(arrivals, notes.length, 0), { logs: live.logs, state: live.state });
}

/** The places whose texts went out shortened when they first came, in order. */
export function shortenedIn({ live, made }: ComparedRun): string[] {
	const shortened = new Set(
		arrivalsIn(live.exchanged).flatMap(({ id, without, came }) => (without === came ? [] : id)),
	);
	const marked = textsOf(made, ({ call }) => (shortened.has(call.id) ? "shortened" : ""));
	return [...marked].flatMap(([place, mark]) => (mark === "" ? [] : [place]));
}

/** What was sent again from the logs: how many shortened texts were proved, and how many could not be checked. */
export function checkedIn({ logs, state }: RunPlay): { readonly proved: number; readonly unchecked: number } {
	const found = logs
		.flatMap((log) => [...recordingsIn(log, READERS)])
		.flatMap((read) => {
			if (read.kind !== "recording") return [];
			const { recording } = read;
			const { failures, threads } = auditSession(recording, HOW, recordedAnswersIn(state, CATALOG)(recording));
			expect(failures).toEqual([]);
			return threads.flat().filter((finding) => finding.kind === "answer");
		});
	return {
		proved: found.filter(({ isProved }) => isProved).length,
		unchecked: found.filter(({ isUnchecked }) => isUnchecked).length,
	};
}

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: true, inspect: { kind: "none" } } as const;
