import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../scripts/build.ts";
import { buildExecutable } from "../scripts/build-exe.ts";
import { installedGrammar } from "../scripts/grammars.ts";
import { loadGrammar } from "../src/symbol/grammar.ts";
import { languageOf } from "../src/symbol/languages.ts";
import { outlineOf, STANDARD_BODY } from "../src/symbol/outline.ts";
import { readShape } from "../src/symbol/read-shape.ts";
import { SOURCES } from "../src/symbol/source-fixture.test.ts";
import { benchHookBesideSymbols } from "./hook-beside-symbols.ts";
import { measure, median } from "./measure.ts";
import { ms, printTable, type Row, times } from "./table.ts";

/** Prints what outlines cost: processor time of new processes, all threads counted, and time in a running one. */
export async function benchOutline(): Promise<void> {
	const root = mkdtempSync(join(tmpdir(), "ibid-bench-"));
	try {
		writeFileSync(join(root, "package.json"), '{"type":"module"}');
		await build(join(root, "dist"));
		mkdirSync(join(root, "bin"));
		buildExecutable(join(root, "bin", "ibid"));
		const rows: Row[] = [];
		for (const source of sources()) rows.push(await rowOf(root, source));
		const about = `ms for about ${LINES} lines; cold: processor time of a process, and how many times that of --version`;
		printTable("9. Outlines", about, rows);
		benchHookBesideSymbols(root, join(root, "bin", "ibid"));
	} finally {
		rmSync(root, { recursive: true });
	}
}

const LINES = 1_000;

type Source = { readonly path: string; readonly text: string };

/** Real TypeScript, and the sources of the tests over and over. */
function sources(): Source[] {
	const core = fileURLToPath(new URL("../src/core", import.meta.url));
	const names = readdirSync(core).filter((name) => !name.includes(".test."));
	const real = names.map((name) => readFileSync(join(core, name), "utf8")).join("\n");
	const made = SOURCES.map(({ path, text }) => ({
		path,
		text: text.repeat(Math.ceil(LINES / text.split("\n").length)),
	}));
	return [{ path: "core.ts", text: real.split("\n").slice(0, LINES).join("\n") }, ...made];
}

async function rowOf(root: string, { path, text }: Source): Promise<Row> {
	const file = join(root, path);
	writeFileSync(file, text);
	const [exe, node] = [[join(root, "bin", "ibid")], ["node", join(root, "dist", "cli.js")]];
	const cold = (program: string[], args: string[]): number =>
		median(ROUNDS.map(() => processorTime([...program, ...args])).sort(rising));
	const [inExe, onNode] = [cold(exe, ["outline", file]), cold(node, ["outline", file])];
	const { first, again } = await warmTimes(path, text);
	return {
		file: path,
		"executable, cold": ms(inExe),
		"--version": times(inExe, cold(exe, ["--version"])),
		"Node, cold": ms(onNode),
		"--version ": times(onNode, cold(node, ["--version"])),
		"of the executable": times(onNode, inExe),
		"warm, new text": ms(first),
		"known text": ms(again),
	};
}

const ROUNDS = [1, 2, 3, 4, 5, 6, 7];
const rising = (a: number, b: number): number => a - b;

function processorTime(command: string[]): number {
	const { resourceUsage, exitCode } = Bun.spawnSync(command, { stdout: "ignore", stderr: "inherit" });
	if (exitCode !== 0) throw new Error(`${command.join(" ")} failed`);
	return Number(resourceUsage.cpuTime.total) / 1000;
}

/** The time for a text that is new to a process which has the grammar, and for one that it has read before. */
async function warmTimes(path: string, text: string): Promise<{ first: number; again: number }> {
	const grammar = await loadGrammar(languageOf(path, text)!, installedGrammar);
	const outline = (name: string): unknown => {
		const shape = readShape(grammar, name, text);
		return shape && outlineOf(text, shape, { depth: 0, minBody: STANDARD_BODY });
	};
	let count = 0;
	const tasks = { first: () => () => outline(`${count++}/${path}`), again: () => () => outline(path) };
	const { first, again } = measure(tasks, { rounds: 60, most: 2_000 });
	return { first: median(first), again: median(again) };
}

if (import.meta.main) await benchOutline();
