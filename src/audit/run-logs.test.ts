import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { type RequestSigns, requestsOf } from "../../contracts/log-as-requests.ts";
import { UNSET } from "../../contracts/settings.ts";
import type { Recording } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import { newRewriter } from "../run/rewriter.ts";
import { everyLine } from "../store/every-line.ts";
import { openRecord } from "../store/record.ts";
import { savingsOf } from "../store/savings.ts";
import { recordingsIn } from "../transcript/files.ts";
import { auditSession } from "./audit-session.ts";
import { recordedAnswersIn } from "./recorded-answers.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-run-logs-"));
afterAll(() => rmSync(base, { recursive: true }));

const SIGNS: Readonly<Record<string, readonly [agent: string, ...RequestSigns]>> = {
	"claude-code": ["Claude Code", "x-anthropic-billing-header: cc_version=2.1.325;", "Read", "file_path"],
	codex: ["Codex", "You are Codex, based on GPT-5.", "exec_command", "cmd"],
	opencode: ["OpenCode", "You are OpenCode", "read", "filePath"],
	"gemini-cli": ["Gemini CLI", "<session_context>\nThis is the Gemini CLI.", "read_file", "file_path"],
};

const HOW = { hosts: CATALOG, count: estimateTokens, rules: [], proof: true, inspect: { kind: "none" } } as const;

/** Sends the requests of a recorded session through `ibid run`; returns the folder of its record. */
async function run({ host, session, threads }: Recording): Promise<string> {
	const state = mkdtempSync(join(base, "state-"));
	const [agent = "", ...signs] = SIGNS[host] ?? ["", "", "", ""];
	for (const thread of threads) {
		const owner = { session, agent: thread.agent === session ? "" : (thread.agent ?? ""), version: "" };
		const runner = { agent, identify: () => owner };
		const record = openRecord(state, `run-${owner.agent}`);
		const rewrite = newRewriter({ host, runner, settings: () => UNSET, record, now: () => 5 });
		for (const body of requestsOf(thread, signs))
			await rewrite({ method: "POST", path: "/v1/messages", headers: {} }, body);
	}
	return state;
}

const LOGS = readdirSync("samples", { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
	.map((entry) => join(entry.parentPath, entry.name))
	.sort();

test.each(LOGS)("what ibid run has sent is made again from %s, and saved what the record says", async (path) => {
	for (const recorded of recordingsIn(path, READERS)) {
		if (recorded.kind !== "recording") throw new Error(recorded.why);
		const { recording } = recorded;
		const state = await run(recording);
		const findings = auditSession(recording, HOW, recordedAnswersIn(state, CATALOG)(recording));
		const answers = findings.threads.flat().filter((each) => each.kind === "answer");
		expect(findings.failures).toEqual([]);
		expect(answers.filter(({ isUnchecked }) => isUnchecked)).toEqual([]);
		const saved = savingsOf(everyLine(state));
		expect(answers.reduce((sum, each) => sum + each.saved, 0)).toBe(saved.saved);
		expect(answers.filter(({ actual }) => actual && actual.form !== "whole")).toHaveLength(saved.shortened);
	}
});
