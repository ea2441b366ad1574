import { afterAll, expect, test } from "bun:test";
import { expectAsMuchShared } from "../beginnings.ts";
import { recordedIn } from "../codex/live.ts";
import { removeFolders } from "../folders.ts";
import { LEAN_SCENE, type LeanAct, prepareLean } from "../lean-scene.ts";
import { calls, shell } from "./calls.ts";
import { compare, expectProved, type LiveScene, type Played } from "./compare.ts";
import { sessionIn } from "./live-scenes.ts";
import type { Call } from "./model.ts";

afterAll(removeFolders);

const STEPS = LEAN_SCENE.flat();

const SCENE: LiveScene = sessionIn(({ project }) => {
	prepareLean(project);
	return { replies: STEPS.map(({ act }) => calls(callOf(act))) };
});

function callOf(act: LeanAct): Call {
	switch (act.kind) {
		case "run":
			return shell(act.command);
		case "view":
			return shell(`cat -n ${act.path}`);
		case "ask":
			throw new Error("Gemini CLI asks no server here.");
	}
}

test("Gemini CLI gets no lean text, and notes as ever", async () => {
	const compared = await compare(SCENE);
	expectProved(compared);
	const { plain, live, notes, state } = compared;
	expectAsMuchShared(messagesIn(plain), messagesIn(live));
	const answers = recordedIn(state).flatMap((line) => (line.kind === "answer" ? [line] : []));
	expect(answers.filter(({ form, lean }) => form === "lean" || lean !== undefined)).toEqual([]);
	expect(notes.length).toBeGreaterThan(0);
	expect(JSON.stringify(live.requests)).not.toMatch(/\[ibid\] (?:Hits|Paths|Lines that repeat|\\"1\\\\t\\"|\\"\.\/)/);
}, 60_000);

function messagesIn({ requests }: Played): unknown[][] {
	return requests.map(({ contents }) => [...contents]);
}
