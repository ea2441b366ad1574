import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { toolsOf } from "../../../contracts/hosts.ts";
import { type Files, files, harmfulScripts, scripts } from "../../../sim/commands.ts";
import { fold } from "../../core/fold.ts";
import { gutterText } from "../../core/lines.ts";
import { defaultPolicy } from "../../core/policy.ts";
import type { Part } from "../../core/types.ts";
import { emptyWindow } from "../../core/window.ts";
import { deliver } from "../deliver.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import type { ToolCall } from "../types.ts";

/** Random commands of the grammar that the lens follows, run by a real shell on random files. */

let base = "";
let directory = "";

beforeAll(() => {
	base = mkdtempSync(join(tmpdir(), "ibid-shell-"));
	// Deep enough that no command leaves it with `..`.
	directory = join(base, "1/2/3/4/5/6/project");
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("what the lens claims about a command's output", () => {
	test("matches the file's lines and its end", () => {
		let claimed = 0;
		fc.assert(
			fc.property(files, scripts, (contents, command) => {
				const { text, ended } = run(contents, command);
				const parts = partsIn("opencode", command, text, ended);
				claimed += parts.length > 0 ? 1 : 0;
				for (const part of parts) checkPart(part, text, placed(contents));
			}),
			CHANCE,
		);
		expect(claimed).toBeGreaterThan(RUNS / 10);
	}, 120_000);

	test("holds if the host trims the output", () => {
		let claimed = 0;
		fc.assert(
			fc.property(files, scripts, (contents, command) => {
				const { text, ended } = run(contents, command);
				const trimmed = text.replace(/^(\s*\n)+/, "").trimEnd();
				const parts = partsIn("claude-code", command, trimmed, ended);
				claimed += parts.length > 0 ? 1 : 0;
				for (const part of parts) checkPart(part, trimmed, placed(contents), true);
			}),
			CHANCE,
		);
		expect(claimed).toBeGreaterThan(RUNS / 50);
	}, 120_000);

	test("holds if the host writes a word before the first line", () => {
		let claimed = 0;
		const half = { ...CHANCE, numRuns: RUNS / 2 };
		fc.assert(
			fc.property(files.map(indented), scripts, (contents, command) => {
				const { text, ended } = run(contents, command);
				const parts = partsIn("gemini-cli", command, toldByGemini(text, ended), ended);
				claimed += parts.length > 0 ? 1 : 0;
				for (const part of parts) {
					expect(part.count === 0 || part.from > 1).toBe(true);
					checkPart({ ...part, from: part.from - 1 }, text.trim(), placed(contents), true);
				}
			}),
			half,
		);
		expect(claimed).toBeGreaterThan(RUNS / 50);
	}, 120_000);

	test("is found again in the text that ibid delivers", () => {
		const shortened = { opencode: 0, "gemini-cli": 0 };
		fc.assert(
			fc.property(files, scripts, (contents, command) => {
				const { text, ended } = run(contents, command);
				shortened.opencode += shortenedOf("opencode", command, text, ended);
				shortened["gemini-cli"] += shortenedOf("gemini-cli", command, toldByGemini(text, ended), ended);
			}),
			CHANCE,
		);
		expect(shortened.opencode).toBeGreaterThan(RUNS / 10);
		expect(shortened["gemini-cli"]).toBeGreaterThan(RUNS / 10);
	}, 120_000);
});

describe("what the lens claims about a command's effects", () => {
	test("a command that claims to change nothing changes nothing, and what it claims to write or show is there", () => {
		let [harmless, written] = [0, 0];
		fc.assert(
			fc.property(files, harmfulScripts, (contents, command) => {
				const { text, ended } = run(contents, command);
				const { readOnly, own } = lookAtCall(openCode, callOf("opencode", command));
				const view = lookAtText(openCode, callOf("opencode", command), text, ended === 0 ? "done" : "failed");
				const after = snapshot();
				if (readOnly) expect(after).toEqual(placed(contents));
				for (const part of partsIn("opencode", command, text, ended)) checkPart(part, text, after);
				harmless += readOnly ? 1 : 0;
				for (const each of own) {
					if (each.kind !== "write" || view.kind !== "shown") continue;
					written++;
					expect(after.get(each.subject.name)).toBe(each.text);
				}
			}),
			CHANCE,
		);
		expect(harmless).toBeGreaterThan(RUNS / 20);
		expect(written).toBeGreaterThan(RUNS / 50);
	}, 120_000);
});

const RUNS = Number(process.env.IBID_COMMANDS ?? 500);
const CHANCE = { numRuns: RUNS, seed: Number(process.env.IBID_SEED ?? 1) };
const openCode = toolsOf("opencode");

function run(contents: Files, command: string): { text: string; ended: number | null } {
	rmSync(join(base, "1"), { recursive: true, force: true });
	mkdirSync(join(directory, "src"), { recursive: true });
	mkdirSync(join(directory, "lib/inner"), { recursive: true });
	symlinkSync("lib/inner", join(directory, "link"));
	for (const [path, text] of Object.entries(contents)) writeFileSync(join(directory, path), text);
	// Without another directory to go back to, so that no command leaves this one.
	const options = { cwd: directory, encoding: "utf8", env: { ...process.env, OLDPWD: directory } } as const;
	const { stdout, status } = spawnSync("bash", ["-c", `exec 2>&1\n${command}`], options);
	return { text: stdout, ended: status };
}

function snapshot(): Map<string, string> {
	const names = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = names.map((entry) => join(entry.parentPath, entry.name));
	return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

function placed(contents: Files): Map<string, string> {
	return new Map(Object.entries(contents).map(([path, text]) => [join(directory, path), text]));
}

/** Files with tabs, which prove that no terminal came between. */
function indented(contents: Files): Files {
	const lines = Object.entries(contents).map(([path, text]) => [path, text.replaceAll(/^(?=.)/gm, "\t")]);
	return Object.fromEntries(lines);
}

/** Gemini CLI trims an output, and says below it what went wrong. */
function toldByGemini(output: string, ended: number | null): string {
	const amiss = ended === 0 ? [] : [`Exit Code: ${ended}`];
	const told = [`Output: ${output.trim() || "(empty)"}`, ...amiss, "Process Group PGID: 7"];
	return ["<untrusted_context>", ...told, "</untrusted_context>"].join("\n");
}

/** How many results of a command that runs twice are shortened. */
function shortenedOf(host: keyof typeof SHELLS, command: string, text: string, ended: number | null): number {
	const tools = toolsOf(host);
	const policy = { ...defaultPolicy, lines: 1, tokens: 1, share: 0, otherFile: 0, diff: "never" } as const;
	let window = emptyWindow();
	let shortened = 0;
	for (const id of ["1", "2"]) {
		const call = callOf(host, command, id);
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
		const delivery = deliver(window, tools, call, text, ended === 0 ? "done" : "failed", policy);
		window = delivery.window;
		expect(delivery.answer.reason).not.toBe("unread");
		shortened += delivery.answer.form === "whole" ? 0 : 1;
	}
	return shortened;
}

const SHELLS = { opencode: "bash", "claude-code": "Bash", "gemini-cli": "run_shell_command" } as const;

function callOf(host: keyof typeof SHELLS, command: string, id = "1"): ToolCall {
	return { id, tool: SHELLS[host], input: { command }, directory };
}

function partsIn(host: keyof typeof SHELLS, command: string, text: string, ended: number | null): Part[] {
	const view = lookAtText(toolsOf(host), callOf(host, command), text, ended === 0 ? "done" : "failed");
	return view.kind === "shown" ? view.parts.filter(({ subject }) => subject.kind === "file") : [];
}

function checkPart(part: Part, text: string, files: ReadonlyMap<string, string>, trimmed = false): void {
	const content = files.get(part.subject.name) ?? "";
	const lines = content === "" ? [] : content.replace(/\n$/, "").split("\n");
	const shown = text.split("\n").slice(part.from, part.from + part.count);
	shown.forEach((line, index) => {
		const expected = gutterText(part.gutter, part.first + index) + lines[part.first - 1 + index];
		const isLast = part.from + index === text.split("\n").length - 1;
		expect(line).toBe(trimmed && isLast ? expected.trimEnd() : expected);
	});
	if (part.room > 0 && part.count < part.room) expect(lines.length).toBeLessThanOrEqual(part.first + part.count - 1);
}
