import { expect, test } from "bun:test";
import { answersIn, indexAnswers } from "./answers.ts";
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
	expect(answersIn(steps).map(({ answer: { id }, turn }) => [id, turn])).toEqual([
		["a", 1],
		["b", 1],
		["c", 2],
	]);
});

test("an answer is found by its id or by a beginning that no other has", () => {
	const strands = [
		[answer({ id: "a1f3" }), answer({ id: "a1e0" })],
		[request(), answer({ id: "b200" })],
	];
	const find = indexAnswers({ sessions: [session({ strands })] });
	expect(find("a1f3")?.answer.id).toBe("a1f3");
	expect(find("b")).toMatchObject({ answer: { id: "b200" }, strand: 1, turn: 1 });
	expect(find("a1")).toBeUndefined();
	expect(find("")).toBeUndefined();
	expect(find("zz")).toBeUndefined();
});

test("what stands in several sessions leads to the one where it counts", () => {
	const copy = session({ session: "fork", strands: [[answer({ counts: false })]] });
	const first = session({ session: "first", strands: [[answer()]] });
	expect(indexAnswers({ sessions: [first, copy] })("a1")?.session.session).toBe("first");
	expect(indexAnswers({ sessions: [copy, first] })("a1")?.session.session).toBe("first");
});
