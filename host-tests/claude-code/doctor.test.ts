import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCodeInstaller } from "../../src/host/claude-code/install.ts";
import { makePatient, type Patient } from "../doctor.ts";
import { removeFolders } from "../folders.ts";
import { environmentOf } from "../program.ts";
import { resultsIn } from "./model.ts";
import { PROGRAMS, runClaudeCode } from "./run.ts";

afterAll(removeFolders);

const KIT = {
	installer: claudeCodeInstaller,
	programs: { claude: [PROGRAMS["2.1.325"]] },
	environment: environmentOf,
	files: {},
};

test("the doctor names DRIP and rtk, and sees that a project runs no hooks", async () => {
	const patient = await makePatient(KIT);
	expect(await patient.examine()).toMatchObject({ code: 0, wired: { kind: "yes" }, others: {} });
	const settings = join(patient.home, ".claude", "settings.json");
	const hook = (matcher: string, command: string): object => ({ matcher, hooks: [{ type: "command", command }] });
	const PreToolUse = [hook("Read", "/nowhere/drip hook claude"), hook("Bash", "rtk hook claude")];
	patient.put(settings, { ...JSON.parse(readFileSync(settings, "utf8")), hooks: { PreToolUse } });
	const { code, wired, others, screen } = await patient.examine();
	expect([code, wired.kind, Object.keys(others)]).toEqual([0, "yes", ["rtk", "DRIP"]]);
	expect(screen).toContain("    with DRIP (~/.claude/settings.json): it answers repeated reads before ibid");
	expect(await lastRead(patient)).toContain("[ibid]");
	const local = join(patient.project, ".claude", "settings.local.json");
	patient.put(local, { disableAllHooks: true });
	expect(await patient.examine()).toMatchObject({
		code: 1,
		wired: { kind: "half", why: `all hooks are switched off in ${local}` },
	});
	expect(await lastRead(patient)).not.toContain("[ibid]");
}, 120_000);

/** What the model gets when it reads a file, a part of it, and the file again. */
async function lastRead({ home, project, environment }: Patient): Promise<string> {
	const input = { file_path: join(project, "src", "clock.ts") };
	const reads = [input, { ...input, offset: 3, limit: 4 }, input];
	const { requests } = await runClaudeCode({
		home,
		project,
		environment,
		prompts: ["Read the clock."],
		replies: reads.map((each) => ({ calls: [{ tool: "Read", input: each }] })),
	});
	const last = requests.at(-1);
	return (last && resultsIn(last).at(-1)?.text) ?? "";
}
