import { execFile } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const COPIED = ["src", "proof", "contracts", "sim", "samples", "scripts", "docs", "package.json", "tsconfig.json"];
const ALL_TESTS = ["./src", "./proof", "./sim"];
const TIME_LIMIT = 300_000;
const AT_A_TIME = 2;

/** Without this a property that failed does not say what was thrown inside it, and a crash looks like an assertion. */
const PRELOAD = 'import fc from "fast-check";\nfc.configureGlobal({ includeErrorInReport: true });\n';

/** A crash seen by an assertion (a property's "Got …", an expect().not.toThrow()) is still a crash. */
const CRASH = /^(?:Got |Error name: ")((?:Type|Reference|Range|Syntax)Error)/m;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", "#10": "\n", amp: "&" };

/** What a mutant came to: a test asserted against it, or else the reason why it does not count as caught. */
type Verdict = { readonly kind: "caught"; readonly by: string } | { readonly kind: "failed"; readonly why: string };

/** How the tests went; without a failing test in the report `failure` is undefined. */
type Run =
	| { readonly kind: "passed" }
	| { readonly kind: "late" }
	| { readonly kind: "failed"; readonly output: string; readonly failure: Failure | undefined };

type Failure = { readonly test: string; readonly type: string; readonly message: string };

type Ended = { readonly ok: boolean; readonly late: boolean; readonly output: string };

process.exitCode = await main(process.argv.slice(2));

async function main(wanted: readonly string[]): Promise<number> {
	const all = mutantNames();
	const unknown = wanted.find((name) => !all.includes(name));
	if (unknown !== undefined) {
		console.error(`There is no mutants/${unknown}.patch; give the name of a file that is there, without ".patch".`);
		return 2;
	}
	const reason = await whyUnfit(all);
	if (reason !== undefined) {
		console.log(`${reason}\n0 passed, 1 failed`);
		return 1;
	}
	const verdicts = await judgeAll(wanted.length > 0 ? wanted : all);
	const failures = verdicts.filter((verdict) => verdict.kind === "failed").length;
	console.log(`${verdicts.length - failures} passed, ${failures} failed`);
	return failures === 0 ? 0 : 1;
}

function mutantNames(): string[] {
	const files = readdirSync(join(ROOT, "mutants")).filter((file) => file.endsWith(".patch"));
	return files.map((file) => basename(file, ".patch")).sort();
}

/** Why nothing can be judged: tests that fail anyway would catch every mutant. */
async function whyUnfit(all: readonly string[]): Promise<string | undefined> {
	if (all.length === 0) return "There is no mutants/*.patch, and tests that never had to fail prove nothing.";
	const run = await inCopy((folder) => runTests(folder, ALL_TESTS));
	if (run.kind === "late") return `The tests take more than ${TIME_LIMIT / 1000} s without any mutant.`;
	if (run.kind === "failed") return `${run.output}\nThe tests fail without any mutant; make them pass first.`;
	return undefined;
}

async function judgeAll(names: readonly string[]): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	const queue = names.values();
	const width = Math.max(...names.map((name) => name.length));
	const work = async (): Promise<void> => {
		for (const name of queue) {
			const start = performance.now();
			const verdict = await judge(join(ROOT, "mutants", `${name}.patch`));
			const seconds = ((performance.now() - start) / 1000).toFixed(1);
			const words = verdict.kind === "caught" ? `caught by: ${verdict.by}` : `NOT CAUGHT: ${verdict.why}`;
			console.log(`${name.padEnd(width)}  ${seconds.padStart(4)} s  ${words.trim().replace(/\s*\n\s*/g, "; ")}`);
			verdicts.push(verdict);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, work));
	return verdicts;
}

async function judge(patch: string): Promise<Verdict> {
	const broken = /^# (.+)/.exec(readFileSync(patch, "utf8"))?.[1];
	if (broken === undefined) return failed('the first line of the patch must be "# " and what is broken');
	return inCopy(async (folder) => {
		const files = await changedFiles(patch, folder);
		const stray = files.find((file) => !/^src\/.*\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file));
		// A patch that changed a test would be caught by its own doing.
		if (stray !== undefined) return failed(`the patch changes ${stray}; a mutant changes sources under src/ only`);
		const applied = await execute("git", ["apply", patch], folder);
		if (!applied.ok) return failed(`the patch no longer applies, make it anew: ${applied.output.trim()}`);
		return verdictOn(await runNearFirst(folder, files), broken);
	});
}

async function changedFiles(patch: string, folder: string): Promise<string[]> {
	const { ok, output } = await execute("git", ["apply", "--numstat", patch], folder);
	return ok ? [...output.matchAll(/^\S+\t\S+\t(.+)$/gm)].map((match) => match[1] ?? "") : [];
}

/** Most mutants fail the tests beside them or the simulation, which are quick; only those that pass both meet all. */
async function runNearFirst(folder: string, files: readonly string[]): Promise<Run> {
	const beside = [...new Set(files.map((file) => `./${dirname(file)}`))].filter((place) => hasTests(folder, place));
	const stages = beside.length > 0 ? [beside, ["./sim"]] : [["./sim"]];
	for (const places of stages) {
		const run = await runTests(folder, places);
		if (run.kind !== "passed") return run;
	}
	return runTests(folder, ALL_TESTS);
}

function hasTests(folder: string, place: string): boolean {
	return readdirSync(join(folder, place), { recursive: true }).some((file) => String(file).endsWith(".test.ts"));
}

function verdictOn(run: Run, broken: string): Verdict {
	if (run.kind === "passed") return failed(`all tests pass although this is broken: ${broken}`);
	if (run.kind === "late") return failed("took too long");
	const { output, failure } = run;
	if (failure === undefined) return failed(`the run broke off: ${/^.*error: .*$/im.exec(output)?.[0] ?? output}`);
	const { test, type, message } = failure;
	const asserts = type === "AssertionError" || message.startsWith("Property failed");
	if (asserts && !CRASH.test(message)) return { kind: "caught", by: test };
	return failed(`${CRASH.exec(message)?.[1] ?? type} instead of an assertion in: ${test}`);
}

function failed(why: string): Verdict {
	return { kind: "failed", why };
}

async function inCopy<Result>(action: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = mkdtempSync(join(tmpdir(), "ibid-mutant-"));
	try {
		for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
		symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
		return await action(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function runTests(folder: string, places: readonly string[]): Promise<Run> {
	const [preload, report] = [join(folder, "preload.ts"), join(folder, "report.xml")];
	writeFileSync(preload, PRELOAD);
	// A test that is slow on a busy machine must not end the run before the one that catches the mutant.
	const options = [
		"--bail",
		"--timeout=120000",
		"--preload",
		preload,
		"--reporter=junit",
		`--reporter-outfile=${report}`,
	];
	const { ok, late, output } = await execute(process.execPath, ["test", ...places, ...options], folder);
	if (late) return { kind: "late" };
	if (ok) return { kind: "passed" };
	return {
		kind: "failed",
		output,
		failure: existsSync(report) ? firstFailure(readFileSync(report, "utf8")) : undefined,
	};
}

function firstFailure(report: string): Failure | undefined {
	const found = /<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<failure type="([^"]*)" message="([^"]*)"/.exec(
		report,
	);
	if (found === null) return undefined;
	const [name = "", group = "", type = "", message = ""] = found.slice(1).map(plain);
	// The report names the innermost group first.
	const groups = group === "" ? [] : group.split(" > ").reverse();
	return { test: [...groups, name].join(" > "), type, message };
}

function plain(xml: string): string {
	return xml.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

function execute(command: string, args: readonly string[], folder: string): Promise<Ended> {
	// Without the ceiling git would take a repository around the temporary folder for ours and skip the patch.
	const env = { ...process.env, IBID_SESSIONS: "1500", IBID_COMMANDS: "200", GIT_CEILING_DIRECTORIES: tmpdir() };
	const options = {
		cwd: folder,
		env,
		timeout: TIME_LIMIT,
		killSignal: "SIGKILL",
		maxBuffer: Number.POSITIVE_INFINITY,
	} as const;
	return new Promise((done) => {
		execFile(command, args, options, (error, stdout, stderr) => {
			done({ ok: error === null, late: error?.killed === true, output: `${stdout}${stderr}` });
		});
	});
}
