import { afterAll, describe, test } from "bun:test";
import { basename } from "node:path";
import type { EvidenceCase } from "../../sim/evidence/cases.ts";
import { expectFollowed, FIRST_SEED, generatedCases, knownCases, playFor } from "../evidence.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { byPlugin, exchangesIn, shortenedIn } from "./live.ts";
import { runClaudeCode } from "./run.ts";

afterAll(removeFolders);

async function expectCasesFollowed(cases: readonly EvidenceCase[]): Promise<void> {
	const [home, project, { args, state }] = [makeFolder("home"), makeFolder("project"), byPlugin()];
	const play = playFor(cases, project);
	const { requests, logs } = await runClaudeCode({
		home,
		project,
		args,
		prompts: ["Look at these files."],
		replies: play.replies,
	});
	const ids = shortenedIn(
		state,
		logs.map((log) => basename(log, ".jsonl")),
	);
	const request = requests.findLast(({ tools }) => tools.length > 0)!;
	expectFollowed(play, exchangesIn(request, project), ({ call }) => ids.has(call.id), cases.length);
}

describe("in Claude Code, a file is changed, shown by a command, and changed back: the words of each note lead to its lines", () => {
	test.each([...knownCases("claude-code").entries()])(
		"the known ways, part %i",
		(_, cases) => expectCasesFollowed(cases),
		180_000,
	);

	test.each([...generatedCases("claude-code").entries()])(
		`generated cases, from seed ${FIRST_SEED} on, part %i`,
		(_, cases) => expectCasesFollowed(cases),
		180_000,
	);
});
