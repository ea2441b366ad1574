import type { SessionData, SessionStep } from "../../data.ts";

/** How the window of one model grew, turn by turn. */
export type ContextCurve = {
	/** By what requests had, or, where no log tells that, by the results since the last reset alone. */
	readonly basis: "requests" | "results";
	readonly points: readonly CurvePoint[];
	/** Turns before which everything was taken away. */
	readonly resets: readonly number[];
};

/** The window at the beginning of a turn. */
export type CurvePoint = {
	readonly turn: number;
	readonly without: number;
	readonly with: number;
};

/** The course of one model of a session. */
export function contextCurve(strand: readonly SessionStep[], { isLived }: Pick<SessionData, "isLived">): ContextCurve {
	const isTold = strand.some((step) => step.kind === "request" && step.tokens !== undefined);
	const points: CurvePoint[] = [];
	const resets: number[] = [];
	let [turn, saved, results] = [0, 0, 0];
	for (const step of strand) {
		if (step.kind === "answer") [saved, results] = [saved + step.saved, results + step.tokens];
		if (step.kind === "reset") {
			[saved, results] = [0, 0];
			resets.push(turn + 1);
		}
		if (step.kind !== "request") continue;
		turn++;
		const { tokens, fewer } = step;
		if (!isTold) points.push({ turn, without: results, with: results - saved });
		if (tokens === undefined) continue;
		const without = isLived ? tokens + fewer : tokens;
		points.push({ turn, without, with: without - fewer });
	}
	return { basis: isTold ? "requests" : "results", points, resets };
}

/** The parts of a course between resets, none of them empty. */
export function curvePieces({ points, resets }: ContextCurve): (readonly CurvePoint[])[] {
	const bounds = [0, ...new Set(resets), Number.POSITIVE_INFINITY];
	const pieces = bounds.slice(1).map((to, at) => {
		const from = bounds[at] ?? 0;
		return points.filter(({ turn }) => turn >= from && turn < to);
	});
	return pieces.filter((piece) => piece.length > 0);
}

/** In which turn of the first model each of the others set to work; 0 where no log tells. */
export function startsOf({ strands }: Pick<SessionData, "strands">): number[] {
	const [main = [], ...others] = strands;
	const times = main.flatMap((step) => (step.kind === "request" ? [step.time] : []));
	return others.map((strand) => {
		const start = strand.map((step) => ("time" in step ? step.time : undefined)).find((time) => time !== undefined);
		return start === undefined ? 0 : times.findLastIndex((time) => time !== undefined && time <= start) + 1;
	});
}
