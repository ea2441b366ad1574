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
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MUTANTS } from "../mutants/all.ts";
import { type Mutant, mutate } from "../mutants/mutant.ts";

const ROOT = resolve(import.meta.dirname, "..");
const COPIED = [
	"src",
	"proof",
	"contracts",
	"sim",
	"samples",
	"scripts",
	"docs",
	"package.json",
	"tsconfig.json",
	"tsconfig.types.json",
];
/** Without ./scripts: the test that every mutant fits the sources would catch them all. */
const ALL_TESTS = ["./src", "./proof", "./sim"];
const CAUGHT_BY = join(ROOT, "mutants", "caught-by.json");
const USAGE = "Usage: npm run mutants -- [--record] [--shard 1/2] [NAME…]";
const TIME_LIMIT = 900_000;
const AT_A_TIME = Math.max(2, availableParallelism());

/** Without this, a failed property does not say what was thrown inside it, and a crash looks like an assertion. */
const PRELOAD = 'import fc from "fast-check";\nfc.configureGlobal({ includeErrorInReport: true });\n';

/** A crash that an assertion reports (a property's "Got …", an expect().not.toThrow(), a session) is still a crash. */
const CRASH = /(?:^Got |^Error name: "|WRONG: something threw: )((?:Type|Reference|Range|Syntax)Error)/m;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", "#10": "\n", amp: "&" };

/** What the command line requests. */
type Request = { readonly mutants: readonly Mutant[]; readonly isRecording: boolean };

/** The verdict on a mutant: a test asserted against it, or the reason why it does not count as caught. */
type Verdict = { readonly kind: "caught"; readonly by: Failure } | { readonly kind: "failed"; readonly why: string };

/** Tests to run: files or folders, and the one random session to play if only one. */
type Tests = { readonly places: readonly string[]; readonly seed?: string | undefined };

/** The result of a test run; `failure` is undefined if the report has no failing test. */
type Run =
	| { readonly kind: "passed" }
	| { readonly kind: "late" }
	| { readonly kind: "failed"; readonly output: string; readonly failure: Failure | undefined };

type Failure = { readonly file: string; readonly test: string; readonly type: string; readonly message: string };

type Ended = { readonly ok: boolean; readonly late: boolean; readonly output: string };

/** Says that tests fail without any mutant. */
class Unfit extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
	const request = requestIn(words);
	if (typeof request === "string") {
		console.error(request);
		return 2;
	}
	const verdicts = await judgeUnlessUnfit(request);
	if (typeof verdicts === "string") {
		console.log(`${verdicts}\n0 passed, 1 failed`);
		return 1;
	}
	const failures = verdicts.filter(({ kind }) => kind === "failed").length;
	console.log(`${verdicts.length - failures} passed, ${failures} failed`);
	return failures === 0 ? 0 : 1;
}

/** What the command line requests, or a sentence about what is wrong with it. */
function requestIn(words: string[]): Request | string {
	try {
		const options = { record: { type: "boolean", default: false }, shard: { type: "string", default: "1/1" } } as const;
		const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
		const unknown = positionals.find((name) => !MUTANTS.some((mutant) => mutant.name === name));
		if (unknown !== undefined) return `There is no mutant ${unknown} in mutants/. ${USAGE}`;
		const [, index = 0, count = 0] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.shard)?.map(Number) ?? [];
		if (index === 0 || index > count) return `--shard says which one of how many. ${USAGE}`;
		const wanted = MUTANTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
		return { mutants: wanted.filter((_, at) => at % count === index - 1), isRecording: values.record };
	} catch (error) {
		return `${(error as Error).message} ${USAGE}`;
	}
}

/** The verdicts, or the reason why there are none: tests that fail anyway would catch every mutant. */
async function judgeUnlessUnfit(request: Request): Promise<Verdict[] | string> {
	const recorded = readRecord();
	for (const tests of together(request.mutants.flatMap(({ name }) => testsIn(recorded[name])))) {
		const reason = await whyUnfit(tests);
		if (reason !== undefined) return reason;
	}
	let whyAllUnfit: Promise<string | undefined> | undefined;
	// Only who passes its recorded test meets others, so these are tried only then, and once.
	const mustBeFit = async (): Promise<void> => {
		whyAllUnfit ??= whyUnfit({ places: ALL_TESTS });
		const reason = await whyAllUnfit;
		if (reason !== undefined) throw new Unfit(reason);
	};
	try {
		return await judgeAll(request, recorded, mustBeFit);
	} catch (error) {
		if (error instanceof Unfit) return error.message;
		throw error;
	}
}

/** As few runs as say the same: all files at once, but for those that play one random session. */
function together(tests: readonly Tests[]): Tests[] {
	const seeds = [...new Set(tests.map(({ seed }) => seed))];
	return seeds.map((seed) => {
		const places = tests.filter((each) => each.seed === seed).flatMap((each) => each.places);
		return { places: [...new Set(places)].filter((place) => existsSync(join(ROOT, place))), seed };
	});
}

/** Why these tests cannot judge: they fail, or take too long, without any mutant. */
async function whyUnfit(tests: Tests): Promise<string | undefined> {
	// Without a place, all there are would be run.
	if (tests.places.length === 0) return undefined;
	const run = await inCopy((folder) => runTests(folder, tests, ["--parallel", "--no-isolate"]));
	if (run.kind === "late") return `The tests take more than ${TIME_LIMIT / 1000} s without any mutant.`;
	if (run.kind === "failed") return `${run.output}\nThe tests fail without any mutant; make them pass first.`;
	return undefined;
}

async function judgeAll(
	{ mutants, isRecording }: Request,
	recorded: Readonly<Record<string, string>>,
	mustBeFit: () => Promise<void>,
): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	const stale: string[] = [];
	const queue = mutants.values();
	const width = Math.max(...mutants.map(({ name }) => name.length));
	const judgeEach = async (folder: string): Promise<void> => {
		for (const mutant of queue) {
			const start = performance.now();
			const verdict = await judge(mutant, folder, recorded[mutant.name], mustBeFit);
			const seconds = ((performance.now() - start) / 1000).toFixed(1);
			console.log(`${mutant.name.padEnd(width)}  ${seconds.padStart(4)} s  ${wordVerdict(verdict)}`);
			verdicts.push(verdict);
			if (verdict.kind === "caught" && testOf(verdict.by) !== recorded[mutant.name]) stale.push(mutant.name);
			// At once, so that a run that is broken off is not lost.
			if (isRecording && verdict.kind === "caught") record(mutant.name, verdict.by);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, () => inCopy(judgeEach)));
	if (stale.length > 0 && !isRecording)
		console.log(`Caught by another test than recorded; to be quicker: npm run mutants -- --record ${stale.join(" ")}`);
	return verdicts;
}

/** Makes the mutant in a copy of the sources, runs the tests there, and puts the sources back. */
async function judge(
	mutant: Mutant,
	folder: string,
	recorded: string | undefined,
	mustBeFit: () => Promise<void>,
): Promise<Verdict> {
	const mutation = mutate(mutant, (file) => readIf(join(folder, file)));
	if (mutation.kind === "stale") return failed(mutation.why);
	const files = [...mutation.files.keys()];
	const originals = files.map((file) => [file, readIf(join(folder, file))] as const);
	for (const [file, source] of mutation.files) writeFileSync(join(folder, file), source);
	const run = await runLikelyFirst(folder, files, testsIn(recorded), mustBeFit);
	for (const [file, source] of originals) writeFileSync(join(folder, file), source);
	return verdictOn(run, mutant.broken);
}

function readIf(path: string): string {
	return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** The test that caught it last time, then those beside it, then the simulation; only who passes these meets all. */
async function runLikelyFirst(
	folder: string,
	files: readonly string[],
	recorded: readonly Tests[],
	mustBeFit: () => Promise<void>,
): Promise<Run> {
	for (const tests of recorded.filter(({ places }) => places.every((place) => existsSync(join(folder, place))))) {
		const run = await runTests(folder, tests);
		if (run.kind !== "passed") return run;
	}
	await mustBeFit();
	const beside = [...new Set(files.map((file) => `./${dirname(file)}`))].filter((place) => hasTests(folder, place));
	for (const places of [...(beside.length > 0 ? [beside] : []), ["./sim"]]) {
		const run = await runTests(folder, { places });
		if (run.kind !== "passed") return run;
	}
	return runTests(folder, { places: ALL_TESTS });
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
	if (asserts && !CRASH.test(message)) return { kind: "caught", by: failure };
	return failed(`${CRASH.exec(message)?.[1] ?? type} instead of an assertion in: ${test}`);
}

function failed(why: string): Verdict {
	return { kind: "failed", why };
}

function wordVerdict(verdict: Verdict): string {
	const words = verdict.kind === "caught" ? `caught by: ${verdict.by.test}` : `NOT CAUGHT: ${verdict.why}`;
	return words.trim().replace(/\s*\n\s*/g, "; ");
}

/** The record has a test file for each name, after the seed if a random session caught the mutant. */
function readRecord(): Readonly<Record<string, string>> {
	return JSON.parse(readFileSync(CAUGHT_BY, "utf8")) as Record<string, string>;
}

function testsIn(recorded: string | undefined): Tests[] {
	const found = /^(?:IBID_SEED=(\d+) )?(\S+)$/.exec(recorded ?? "");
	return found ? [{ places: [`./${found[2]}`], seed: found[1] }] : [];
}

function record(name: string, by: Failure): void {
	const all: Record<string, string> = { ...readRecord(), [name]: testOf(by) };
	const known = MUTANTS.flatMap(({ name: each }) => (all[each] === undefined ? [] : [[each, all[each]]]));
	writeFileSync(CAUGHT_BY, `${JSON.stringify(Object.fromEntries(known), undefined, "\t")}\n`);
}

function testOf({ file, message }: Failure): string {
	const seed = file.startsWith("sim/") ? /\bseed (\d+)\b/.exec(message)?.[1] : undefined;
	return seed === undefined ? file : `IBID_SEED=${seed} ${file}`;
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

async function runTests(folder: string, { places, seed }: Tests, more: readonly string[] = []): Promise<Run> {
	const [preload, report] = [join(folder, "preload.ts"), join(folder, "report.xml")];
	writeFileSync(preload, PRELOAD);
	rmSync(report, { force: true });
	// A test that is slow on a busy machine must not end the run before the one that catches the mutant.
	const options = [
		"--bail",
		"--timeout=120000",
		"--preload",
		preload,
		"--reporter=junit",
		`--reporter-outfile=${report}`,
	];
	const { ok, late, output } = await execute(["test", ...places, ...options, ...more], folder, seed);
	if (late) return { kind: "late" };
	if (ok) return { kind: "passed" };
	return {
		kind: "failed",
		output,
		failure: existsSync(report) ? firstFailure(readFileSync(report, "utf8")) : undefined,
	};
}

function firstFailure(report: string): Failure | undefined {
	const failing =
		/<testcase name="([^"]*)" classname="([^"]*)"[^>]*? file="([^"]*)"[^>]*>\s*<failure type="([^"]*)" message="([^"]*)"/;
	const found = failing.exec(report);
	if (found === null) return undefined;
	const [name = "", group = "", file = "", type = "", message = ""] = found.slice(1).map(plain);
	// The report names the innermost group first.
	const groups = group === "" ? [] : group.split(" > ").reverse();
	return { file, test: [...groups, name].join(" > "), type, message };
}

function plain(xml: string): string {
	return xml.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

function execute(args: readonly string[], folder: string, seed: string | undefined): Promise<Ended> {
	const env = { ...process.env, IBID_SESSIONS: "1500", IBID_COMMANDS: "200", ...(seed ? { IBID_SEED: seed } : {}) };
	const options = {
		cwd: folder,
		env,
		timeout: TIME_LIMIT,
		killSignal: "SIGKILL",
		maxBuffer: Number.POSITIVE_INFINITY,
	} as const;
	return new Promise((done) => {
		execFile(process.execPath, args, options, (error, stdout, stderr) => {
			done({ ok: error === null, late: error?.killed === true, output: `${stdout}${stderr}` });
		});
	});
}
