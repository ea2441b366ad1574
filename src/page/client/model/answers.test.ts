import { expect, test } from "bun:test";
import { answersWithTurns, answerTitle, indexAnswers } from "./answers.ts";
import { answer, request, session } from "./made-up.test.ts";

test("each answer has the turn of the request before it", () => {
	const steps = [
		request(),
		answer({ id: "a" }),
		answer({ id: "b" }),
		request(),
		{ kind: "reset" } as const,
		answer({ id: "c" }),
	];
	expect(answersWithTurns(steps).map(({ answer: { id }, turn }) => [id, turn])).toEqual([
		["a", 1],
		["b", 1],
		["c", 2],
	]);
});

test.each([
	["Read", "a.ts", "Read a.ts"],
	["exec", "exec", "exec"],
	["exec", "", "exec"],
])("an answer of %p about %p is called %p", (tool, subject, title) => {
	expect(answerTitle({ tool, subject })).toBe(title);
});

test("an answer is found by its id or by a beginning of it, in capitals too", () => {
	const threads = [
		[answer({ id: "a1f3" }), answer({ id: "a1e0" })],
		[request(), answer({ id: "b200" })],
	];
	const find = indexAnswers({ sessions: [session({ threads })] });
	expect(find("b")).toMatchObject([{ answer: { id: "b200" }, thread: 1, turn: 1 }]);
	const ids = (name: string): string[] => find(name).map(({ answer: { id } }) => id);
	expect(["a1f3", "A1F3", "a1E", "B2"].map(ids)).toEqual([["a1f3"], ["a1f3"], ["a1e0"], ["b200"]]);
	expect(ids("A1")).toEqual(["a1f3", "a1e0"]);
	expect(["", "zz", "a1f30"].map(ids)).toEqual([[], [], []]);
});

test("an id that another one begins with means itself", () => {
	const find = indexAnswers({ sessions: [session({ threads: [[answer({ id: "a1" }), answer({ id: "a1f3" })]] })] });
	expect(find("a1").map(({ answer: { id } }) => id)).toEqual(["a1"]);
});

test("what stands in several sessions leads to the one where it counts", () => {
	const copy = session({ session: "fork", threads: [[answer({ counts: false })]] });
	const first = session({ session: "first", threads: [[answer()]] });
	for (const sessions of [
		[first, copy],
		[copy, first],
	])
		expect(indexAnswers({ sessions })("a1").map((placed) => placed.session.session)).toEqual(["first"]);
});
