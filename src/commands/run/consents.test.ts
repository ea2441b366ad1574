import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const base = mkdtempSync(join(tmpdir(), "ibid-consents-"));
afterAll(() => rmSync(base, { recursive: true }));

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** Bun keeps what it has compiled elsewhere than in the home. */
const BARE = { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };

type Ran = { readonly code: number | null; readonly said: string; readonly printed: string };

const KEY = { loggedIn: true, authMethod: "api_key", apiProvider: "firstParty" };
const LOGIN = { ...KEY, authMethod: "claude.ai", subscriptionType: "max" };

/** Runs a program that stands in for Claude Code, without a terminal: it prints its variables and ends with 7. */
function runClaude(login: object, options: readonly string[] = [], environment: Record<string, string> = {}): Ran {
	const [home, temporary] = [mkdtempSync(join(base, "home-")), join(base, "tmp")];
	mkdirSync(temporary, { recursive: true });
	const program = join(home, "claude");
	const lines = [
		`[ "$1" = auth ] && echo '${JSON.stringify(login)}' && exit`,
		"env; touch $IBID_STATE/touched; exit 7",
	];
	writeFileSync(program, `#!/bin/sh\n${lines.join("\n")}\n`);
	chmodSync(program, 0o755);
	const env = { HOME: home, PATH: "/usr/bin:/bin", TMPDIR: temporary, ...BARE, ...environment };
	const words = ["--config=/dev/null", "--no-env-file", CLI, "run", ...options, "--", program, "-p", "Look."];
	const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: home, env, encoding: "utf8" });
	expect(readdirSync(home)).toEqual(["claude"]);
	expect(readdirSync(temporary)).toEqual([]);
	return { code: status, said: stderr, printed: stdout };
}

describe("ibid run, without a terminal,", () => {
	test("does not start where it had to ask about an organisation, and names the option that answers", () => {
		const { code, said, printed } = runClaude(KEY);
		expect([code, printed]).toEqual([2, ""]);
		expect(said).toMatch(/^ibid: .* say so with --unmanaged\.\n$/);
		expect(runClaude(KEY, ["--unmanaged"]).code).toBe(7);
	});

	test("does not start where it had to ask about a subscription, and names the key that answers", () => {
		const { code, said, printed } = runClaude(LOGIN, ["--unmanaged"]);
		expect([code, printed]).toEqual([2, ""]);
		expect(said).toMatch(/^ibid: .* To agree: ibid config set run\.subscription true\n$/);
		expect(runClaude(LOGIN, [], { IBID_RUN_SUBSCRIPTION: "1" }).code).toBe(7);
	});
});

test("ibid run gives the agent an address of its own, says what that costs, and ends as the agent does", () => {
	const { code, said, printed } = runClaude(KEY, ["--unmanaged"]);
	expect(code).toBe(7);
	expect(said).toMatch(/^ibid: Claude Code .* once in each session\.\n$/);
	expect(printed).toMatch(/^ANTHROPIC_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/[\w-]{20,}$/m);
	expect(printed).toMatch(/^IBID_RUN=1$/m);
	expect(printed).toMatch(new RegExp(`^IBID_STATE=${base}/tmp/`, "m"));
});

test("what the user has set stays beside it", () => {
	const state = join(base, "state");
	const { printed } = runClaude(KEY, ["--unmanaged"], { IBID_STATE: state, OTHER: "1" });
	expect(printed).toMatch(new RegExp(`^IBID_STATE=${state}$`, "m"));
	expect(printed).toMatch(/^OTHER=1$/m);
});
