import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newRunSession } from "../../../contracts/run-session.ts";
import { newClaudeCodeFixture } from "../../../sim/claude-code-fixture.ts";
import { code, plain } from "../../../sim/conversation-fixture.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-verify-"));
afterAll(() => rmSync(base, { recursive: true }));

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** What ibid says with this record about a log. */
function ibid(state: string, log: string | undefined, ...args: readonly string[]): string {
	const path = join(mkdtempSync(join(base, "logs-")), "a.jsonl");
	if (log !== undefined) writeFileSync(path, log);
	const paths = log === undefined ? [] : [path];
	const env = { PATH: process.env.PATH, HOME: base, IBID_STATE: state, COLUMNS: "200" };
	const { stdout } = spawnSync(process.execPath, [cli, ...args, ...paths], { env, encoding: "utf8" });
	return stdout;
}

test("ibid verify says in one line what ibid run has sent and the log does not explain", () => {
	const fixture = newClaudeCodeFixture(base);
	const session = newRunSession(fixture);
	const [clock, table] = [fixture.put("clock.ts", plain(code(60))), fixture.put("table.ts", plain(code(90, 400)))];
	for (const path of [clock, clock, table, table]) session.read(path);
	const [line = ""] = code(60);
	const log = session.log().replaceAll(line, "another line");
	const all = "1 of 1 shortened results rebuilt and checked twice, in 1 session.";
	const more =
		"1 more was not checked: ibid's record has it only as hashes, and the agent's log does not have all that its requests had.";
	const said = ibid(session.state, log, "verify").replaceAll(/\s*\n/g, " ");
	expect(said).toBe(`${all} ${more} No model wrote a note into a file. `);
	expect(JSON.parse(ibid(session.state, log, "verify", "--json"))).toMatchObject({
		rebuilt: 1,
		failed: 0,
		unchecked: 1,
	});
	const whole = ibid(session.state, session.log(), "verify");
	expect(whole).toStartWith("2 of 2 shortened results rebuilt and checked twice");
	expect(whole).not.toContain("not checked");
});

test("report, audit, page and the first screen count such a session alike, once", () => {
	const fixture = newClaudeCodeFixture(base);
	const session = newRunSession(fixture);
	const path = fixture.put("clock.ts", plain(code(60)));
	for (const _ of [1, 2]) session.read(path);
	const [, answer] = session.recorded();
	if (answer?.kind !== "answer") throw new Error("nothing was shortened");
	const saved = answer.before - answer.after;
	const said = (...args: readonly string[]) => JSON.parse(ibid(session.state, session.log(), ...args, "--json"));
	expect(said("audit").hosts).toMatchObject([{ answers: 2, shortened: 1, savedTokens: saved }]);
	const report = ibid(session.state, undefined, "report", "--json", "--since", "2025-01-01");
	expect(JSON.parse(report).all).toMatchObject({ sessions: 1, answers: 2, shortened: 1, saved });
	expect(said("overview").hosts).toMatchObject([{ answers: 2, shortened: 1, savedTokens: saved }]);
	const { sessions } = said("page");
	expect(sessions).toHaveLength(1);
	const steps: { kind: string; saved?: number }[] = sessions[0].threads.flat();
	expect(steps.reduce((sum, step) => sum + (step.saved ?? 0), 0)).toBe(saved);
	expect(sessions[0]).toMatchObject({ isLived: true, rebuilt: 1, failed: 0 });
});
