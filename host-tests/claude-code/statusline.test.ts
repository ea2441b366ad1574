import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readLines } from "../../src/store/record.ts";
import { savingsOf, shareWords, tokenWords } from "../../src/store/savings.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { makeProject } from "../project.ts";
import { byPlugin } from "./live.ts";
import { runClaudeCode, type Version } from "./run.ts";
import { says, toolsIn } from "./scenes.ts";
import { openClaudeCode } from "./screen.ts";

afterAll(removeFolders);

const VERSIONS: readonly Version[] = ["2.1.325", "2.1.197"];

test.each(VERSIONS)(
	"Claude Code %s shows in its status line what was saved, after the user's own, and not to the model",
	async (version) => {
		const [project, { args, state }] = [makeProject(), byPlugin()];
		const { read, bash } = toolsIn(project);
		const replies = [
			says("The clock:", read("src/clock.ts")),
			says("Once more:", bash("cat src/clock.ts")),
			says("It is read."),
		];
		const session = { project, home: makeFolder("home"), version };
		const { logs } = await runClaudeCode({ ...session, replies, args, prompts: ["Read the clock."] });
		const id = basename(logs[0]!, ".jsonl");
		const { saved, before } = savingsOf(readLines(join(state, "answers"), id));
		expect(saved).toBeGreaterThan(0);
		const settings = ["--resume", id, "--settings", settingsFor(state)];
		const screen = openClaudeCode({ ...session, replies: [says("Well.")], args: [...args, ...settings] });
		await screen.see(`mine · ibid ${tokenWords(saved)} ${shareWords(saved, before)}`);
		await screen.say("How is it?");
		await screen.see("Well.");
		const { requests } = await screen.close();
		expect(JSON.stringify(requests)).not.toContain("mine · ibid");
	},
	120_000,
);

/** Settings in which ibid's status line wraps the user's own. */
function settingsFor(state: string): string {
	const file = join(makeFolder("plugin"), "settings.json");
	const cli = join(import.meta.dirname, "..", "..", "src", "cli.ts");
	const ibid = `${process.execPath} --config=/dev/null --no-env-file ${cli} statusline --wrap 'echo mine'`;
	writeFileSync(file, JSON.stringify({ statusLine: { type: "command", command: `IBID_STATE=${state} ${ibid}` } }));
	return file;
}
