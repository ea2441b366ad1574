import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Report } from "../../audit/sum.ts";
import { lossWords } from "./history.ts";

let home: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), "ibid-history-"));
	mkdirSync(join(home, "bin"));
	writeFileSync(join(home, "bin/codex"), "#!/bin/sh\necho codex-cli 0.166.0\n", { mode: 0o755 });
});
afterEach(() => rmSync(home, { recursive: true }));

const SAMPLE = readFileSync(resolve("samples/codex/direct.jsonl"), "utf8").split("\n");

/** Sessions of today, with a few reads of different files. */
function writeSessions(count: number): void {
	const folder = join(home, ".codex/sessions");
	mkdirSync(folder, { recursive: true });
	const today = new Date().toISOString().slice(0, 10);
	for (let session = 0; session < count; session++) {
		const text = SAMPLE.slice(0, 26)
			.join("\n")
			.replace(/2026-\d\d-\d\d(?=T)/g, today)
			.replace(/[0-9a-f]{4}(?=[0-9a-f]{8}\b)|(?<=call_)\w{4}/g, String(1000 + session));
		writeFileSync(join(folder, `rollout-${today}T00-00-00-${session}.jsonl`), `${text}\n`);
	}
}

function install(...words: readonly string[]): string {
	const env = { PATH: join(home, "bin"), HOME: home, IBID_STATE: join(home, "state"), COLUMNS: "300", IBID_DEBUG: "" };
	const args = [resolve("src/cli.ts"), "install", "--dry-run", ...words];
	return spawnSync(process.execPath, args, { env, cwd: home, encoding: "utf8" }).stdout;
}

describe("ibid install, where an agent adds tokens of ibid to each request,", () => {
	test("leaves the agent out if that would have cost more than it saved, and says why", () => {
		writeSessions(12);
		expect(install().replace(/\d+\.\d%/, "N%")).toBe(
			"Codex is left out: in your 12 sessions in the last 30 days ibid would have cost N% more than it saved, because it adds about 430 tokens to each request there. ibid run adds none; to install it all the same: ibid install codex\n",
		);
	});

	test("installs where the user names the agent", () => {
		writeSessions(12);
		expect(install("codex")).toStartWith("Codex 0.166.0\n");
	});

	test.each([
		["it would have saved as much", { moneyShare: 0 }],
		["it would have saved more", { moneyShare: 0.02 }],
		["the logs do not say what requests cost", { moneyShare: null }],
		["there are too few sessions to tell", { sessions: 9 }],
	])("installs where %s", (_, more) => {
		const of = (figures: object): string | undefined => lossWords(HOST, report(figures), "today", "ibid");
		expect(of({})).toStartWith("Codex is left out");
		expect(of(more)).toBeUndefined();
	});
});

const HOST = { name: "codex", title: "Codex", declares: 430 };

function report(more: object): Pick<Report, "hosts"> {
	const tokens = { resultTokens: 9, savedTokens: 1, noteTokens: 1, boundTokens: 1, inputTokens: 9, sparedTokens: 1 };
	const counts = { logs: 10, sessions: 10, windows: 10, answers: 20, shortened: 2, orphans: 0, outOfReach: 0 };
	return { hosts: [{ host: "codex", ...counts, ...tokens, lean: {}, moneyShare: -0.01, ...more }] };
}
