import { afterAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, removeFolders } from "../folders.ts";
import { environmentOf, run } from "../program.ts";
import { makeProject } from "../project.ts";
import { underRun } from "../under-run.ts";
import { requestIn, resultsIn, startClaude } from "./model.ts";
import { PROGRAMS, settingsOf } from "./run.ts";
import { says, toolsIn } from "./scenes.ts";

afterAll(removeFolders);

/** What a person may have in a home. */
const FILES: Readonly<Record<string, string>> = {
	".bashrc": "alias c=claude\n",
	".config/git/config": "[user]\n\tname = A\n\temail = a@example.com\n",
	".claude/settings.json": '{\n  // mine\n  "env": { "A": "1" }\n}\n',
	".claude/CLAUDE.md": "Be brief.\n",
	".local/state/other/file": "not ibid's\n",
};

test("a home in which ibid never was has only the agent's own files more after ibid run", async () => {
	const [home, project] = [makeFolder("home"), makeProject()];
	for (const [name, text] of Object.entries(FILES)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), text);
	}
	const { read } = toolsIn(project);
	const again = says("Once more.", read("src/clock.ts"));
	const model = startClaude({ replies: [says("The clock.", read("src/clock.ts")), again, says("It is read.")] });
	const { program, args } = underRun({ program: PROGRAMS["2.1.325"], args: ["-p", "Read the clock."] });
	const environment = { ...environmentOf(home), ...settingsOf(model.url), BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
	const ended = await run(program, args, { folder: project, environment });
	await model.close();
	expect(ended).toMatchObject({ code: 0, output: "It is read.\n" });
	const [last] = model.asked.flatMap((asked) => requestIn(asked) ?? []).slice(-1);
	expect(resultsIn(last!)[1]?.text).toStartWith("[ibid] ");
	for (const [name, text] of Object.entries(FILES))
		expect([name, readFileSync(join(home, name), "utf8")]).toEqual([name, text]);
	const names = readdirSync(home, { recursive: true, encoding: "utf8" });
	const others = names.filter((name) => !/^\.claude(?:\/|\.json|$)/.test(name));
	const mine = Object.keys(FILES).flatMap((name) =>
		name.split("/").map((_, at, all) => all.slice(0, at + 1).join("/")),
	);
	expect(others.toSorted()).toEqual([...new Set(mine)].filter((name) => !name.startsWith(".claude")).toSorted());
	expect(execFileSync("git", ["status", "--short"], { cwd: project, encoding: "utf8" })).toBe("");
});
