import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { userFile } from "../../src/config/places.ts";
import type { Notice } from "../../src/host/claude-code/keys.ts";
import { readLines } from "../../src/store/record.ts";
import { savingsOf, shareWords, tokenWords } from "../../src/store/savings.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { makeProject } from "../project.ts";
import { byPlugin } from "./live.ts";
import type { Version } from "./run.ts";
import { says, toolsIn } from "./scenes.ts";
import { openClaudeCode } from "./screen.ts";

afterAll(removeFolders);

const VERSIONS: readonly Version[] = ["2.1.325", "2.1.197"];

test.each(VERSIONS)(
	"Claude Code %s shows a notice to a user who wants one, and never to the model",
	async (version) => {
		const [home, project, { args, state }] = [makeFolder("home"), makeProject(), byPlugin()];
		const { read, bash } = toolsIn(project);
		const replies = [
			says("The clock:", read("src/clock.ts")),
			says("Once more:", bash("cat src/clock.ts")),
			says("The counter:", read("src/counter.ts")),
			says("Once more:", bash("cat src/counter.ts")),
			says("Both are read."),
		];
		const known: string[] = [];
		/**
		 * What the user sees in a session of its own, according to the host's log, when these words have been on the
		 * screen.
		 */
		const told = async (notice: Notice, ...words: readonly string[]): Promise<string[]> => {
			wish(home, notice);
			const screen = openClaudeCode({ home, project, version, args, replies });
			await screen.see("bypass permissions on");
			await screen.say("Read both.");
			for (const each of words) await screen.see(each);
			await screen.written("Both are read.");
			const outcome = await screen.close();
			expect(JSON.stringify(outcome.requests)).not.toContain("not sent twice");
			const log = outcome.logs.find((each) => !known.includes(each) && !each.includes("subagents"))!;
			known.push(log);
			return messagesIn(log);
		};
		const heard = await told("turn", "tokens not sent twice", "Both are read.");
		const { saved, before, shortened } = savingsOf(readLines(join(state, "answers"), basename(known[0]!, ".jsonl")));
		// A log that is written too late may cost one of them.
		expect(shortened).toBeOneOf([1, 2]);
		expect(heard).toEqual(Array(shortened).fill(expect.stringMatching(/^ibid: \d+ tokens not sent twice \(\d+%\)$/)));
		const session = `ibid: last session here ${tokenWords(saved)} tokens not sent twice (${shareWords(saved, before)})`;
		// A screen paints only letters that change, so words that others stood in place of a moment before may have gaps.
		expect(await told("session", "tokens not sent twice", "Both are read.")).toEqual([session]);
		expect(await told("off", "Both are read.")).toEqual([]);
	},
	120_000,
);

function wish(home: string, notice: Notice): void {
	const file = userFile(home, {});
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ notice }));
}

const MessageShape = v.looseObject({
	attachment: v.looseObject({ type: v.literal("hook_system_message"), content: v.string() }),
});

function messagesIn(log: string): string[] {
	const lines = readFileSync(log, "utf8").trim().split("\n");
	return lines.flatMap((text) => {
		const line: unknown = JSON.parse(text);
		return v.is(MessageShape, line) ? [line.attachment.content] : [];
	});
}
