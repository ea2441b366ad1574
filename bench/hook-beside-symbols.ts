import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExecutable } from "../scripts/build-exe.ts";
import { median } from "./measure.ts";
import { ms, printTable, times } from "./table.ts";

const project = fileURLToPath(new URL("..", import.meta.url));

/**
 * Prints what a hook that needs no symbols pays for the parser of symbols being in the same executable: its processor
 * time in the executable as it is, and in one that was built without the parser, in turn.
 */
export function benchHookBesideSymbols(root: string, program: string): void {
	const [without, again] = [join(root, "bin", "ibid-without"), join(root, "bin", "ibid-again")];
	buildExecutable(without, copyWithoutParser(root));
	cpSync(program, again);
	const programs = [program, without, again];
	const samples: number[][] = programs.map(() => []);
	for (let round = 0; round < ROUNDS; round++)
		for (const [at, each] of programs.entries()) samples[at]!.push(hookTime(each, root));
	const [as, bare, copy] = samples.map((each) => median(each.sort((a, b) => a - b))) as [number, number, number];
	printTable("10. A hook beside the parser of symbols", "ms of processor time, executable; the copy shows the noise", [
		{ "as it is": ms(as), "without parser": ms(bare), ratio: times(as, bare), "ratio of a copy": times(copy, as) },
	]);
}

const ROUNDS = 41;

/** The sources beside a parser that does nothing. */
function copyWithoutParser(root: string): string {
	const from = join(root, "without");
	mkdirSync(join(from, "node_modules", "web-tree-sitter"), { recursive: true });
	for (const name of ["src", "proof", "package.json"])
		cpSync(join(project, name), join(from, name), { recursive: true });
	for (const name of readdirSync(join(project, "node_modules")))
		if (name !== "web-tree-sitter") symlinkSync(join(project, "node_modules", name), join(from, "node_modules", name));
	const parser = join(from, "node_modules", "web-tree-sitter");
	writeFileSync(join(parser, "package.json"), '{"name":"web-tree-sitter","type":"module","main":"index.js"}');
	writeFileSync(join(parser, "index.js"), "export class Parser {}\nexport class Language {}\n");
	return from;
}

/** What Claude Code asks after a call whose result is in none of its logs so far. */
function hookTime(program: string, root: string): number {
	const log = join(project, "samples", "claude-code", "re-reads.jsonl");
	const input = {
		hook_event_name: "PostToolUse",
		session_id: "bench",
		transcript_path: log,
		cwd: root,
		tool_name: "Bash",
		tool_input: { command: "cat package.json" },
		tool_use_id: "bench",
		tool_response: { stdout: readFileSync(join(project, "package.json"), "utf8"), stderr: "", interrupted: false },
	};
	const { resourceUsage, exitCode } = Bun.spawnSync([program, "hook", "claude-code"], {
		stdin: Buffer.from(JSON.stringify(input)),
		stdout: "ignore",
		stderr: "inherit",
		env: { PATH: process.env.PATH, HOME: root },
	});
	if (exitCode !== 0) throw new Error(`The hook ended with ${exitCode}.`);
	return Number(resourceUsage.cpuTime.total) / 1000;
}
