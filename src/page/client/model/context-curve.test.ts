import { expect, test } from "bun:test";
import { contextCurve, curvePieces, startsOf } from "./context-curve.ts";
import { answer, request } from "./made-up.test.ts";

const strand = [
	request({ tokens: 1000 }),
	answer({ tokens: 400, saved: 300 }),
	request({ tokens: 1500, fewer: 300 }),
	request({ tokens: undefined }),
	{ kind: "reset" } as const,
	request({ tokens: 200, fewer: 0 }),
];

test("where ibid was not there, the log tells the size without it", () => {
	const { basis, points, resets } = contextCurve(strand, { isLived: false });
	expect(basis).toBe("requests");
	expect(points.map((point) => [point.turn, point.without, point.with])).toEqual([
		[1, 1000, 1000],
		[2, 1500, 1200],
		[4, 200, 200],
	]);
	expect(resets).toEqual([4]);
});

test("where ibid was at work, the log tells the size with it", () => {
	const { points } = contextCurve(strand, { isLived: true });
	expect(points.map((point) => [point.without, point.with])).toEqual([
		[1000, 1000],
		[1800, 1500],
		[200, 200],
	]);
});

test("where no log tells sizes, results since the last reset are added up", () => {
	const steps = [request(), answer({ tokens: 400, saved: 300 }), request(), { kind: "reset" } as const, request()];
	const { basis, points } = contextCurve(steps, { isLived: true });
	expect(basis).toBe("results");
	expect(points.map((point) => [point.without, point.with])).toEqual([
		[0, 0],
		[400, 100],
		[0, 0],
	]);
});

test("a reset breaks the line", () => {
	const turnsOf = (course: Parameters<typeof curvePieces>[0]): number[][] =>
		curvePieces(course).map((piece) => piece.map(({ turn }) => turn));
	const points = [1, 2, 3, 4].map((turn) => ({ turn, without: 1, with: 1 }));
	expect(turnsOf({ basis: "requests", points, resets: [3] })).toEqual([
		[1, 2],
		[3, 4],
	]);
	expect(turnsOf({ basis: "requests", points, resets: [] })).toEqual([[1, 2, 3, 4]]);
	expect(turnsOf({ basis: "requests", points, resets: [1, 1, 5] })).toEqual([[1, 2, 3, 4]]);
});

test("sub-agents set to work in the turn that their first step falls into", () => {
	const main = [request({ time: 10 }), request({ time: 20 }), request({ time: 30 })];
	const strands = [main, [request({ time: 25 })], [answer({ time: 5 })], [request()]];
	expect(startsOf({ strands })).toEqual([2, 0, 0]);
});
