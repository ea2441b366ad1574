import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type BenchProcess, soak } from "./gateway-soak.ts";
import { conversationOf } from "./known-conversation.ts";
import { ms, printTable, type Row, times } from "./table.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-bench-gateway-"));
const bundle = join(folder, "process.mjs");
execFileSync(process.execPath, [
	...["build", fileURLToPath(new URL("./gateway-process.ts", import.meta.url))],
	...["--target=node", `--outfile=${bundle}`],
]);

async function start(...args: string[]): Promise<BenchProcess> {
	const child: ChildProcess = spawn("node", [bundle, ...args], { stdio: ["pipe", "pipe", "inherit"] });
	const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
	const next = async (): Promise<string> => (await lines.next()).value ?? "{}";
	const ask = async () => {
		child.stdin?.write("\n");
		return JSON.parse(await next());
	};
	return { address: await next(), ask, end: () => child.kill() };
}

/** What wrk measures: milliseconds of requests in the middle, and how many a second. */
type Load = { readonly p50: number; readonly perSecond: number; readonly failed: number };

/** Has wrk post these bodies in turn, over and over. */
async function load(address: string, bodies: readonly string[], connections: number, seconds: number): Promise<Load> {
	const script = join(folder, "post.lua");
	const files = bodies.map((body, at) => {
		const file = join(folder, `body-${at}.json`);
		writeFileSync(file, body);
		return `"${file}"`;
	});
	const lines = [
		`local files, posts, count = { ${files.join(", ")} }, {}, 0`,
		"init = function() for at, file in ipairs(files) do",
		'posts[at] = wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, io.open(file):read("*a")) end end',
		"request = function() count = count + 1 return posts[count % #posts + 1] end",
		"done = function(summary, latency) local e = summary.errors",
		'io.write(string.format("RESULT %f %f %d\\n", latency:percentile(50) / 1000,',
		"summary.requests / summary.duration * 1e6, e.connect + e.read + e.write + e.status + e.timeout)) end",
	];
	writeFileSync(script, `${lines.join("\n")}\n`);
	const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", script, address];
	const child = spawn("wrk", args, { stdio: ["ignore", "pipe", "inherit"] });
	let printed = "";
	child.stdout.on("data", (chunk) => {
		printed += chunk;
	});
	await once(child, "close");
	const [p50 = Number.NaN, perSecond = 0, failed = 0] = (/RESULT (.*)/.exec(printed)?.[1] ?? "").split(" ").map(Number);
	return { p50, perSecond, failed };
}

/** Measures without and with the gateway in turn, so that a disturbance of the machine affects both. */
async function compare(bodies: readonly string[], path: string, connections: number) {
	const rounds: { direct: Load; through: Load }[] = [];
	for (let round = 0; round < 3; round++) {
		const direct = await load(upstream.address + path, bodies, connections, 3);
		rounds.push({ direct, through: await load(gateway.address + path, bodies, connections, 3) });
	}
	const middle = (which: "direct" | "through"): number =>
		rounds.map((round) => round[which].p50).sort((a, b) => a - b)[1]!;
	const failed = rounds.reduce((sum, { direct, through }) => sum + direct.failed + through.failed, 0);
	return { direct: middle("direct"), through: middle("through"), failed };
}

/** What a request may take longer through the gateway. */
const budgetOf = (bytes: number): number => 2 + (20 * bytes) / 1e6;

async function addedTime(bodies: readonly string[], path: string): Promise<Row> {
	const { direct, through, failed } = await compare(bodies, path, 1);
	const size = bodies.at(-1)!.length;
	return {
		bytes: size.toLocaleString("en"),
		without: ms(direct),
		with: ms(through),
		ratio: times(through, direct),
		added: ms(through - direct),
		budget: ms(budgetOf(size)),
		"of budget": times(through - direct, budgetOf(size)),
		failed: String(failed),
	};
}

async function printAddedTime(): Promise<void> {
	const untouched: Row[] = [];
	const shortened: Row[] = [];
	for (const size of [1_000, 100_000, 1_000_000, 5_000_000]) untouched.push(await addedTime([plainBody(size)], "/"));
	printTable("1. A body that ibid does not know", "one request after the other; medians of wrk, ms", untouched);
	for (const size of [100_000, 1_000_000, 5_000_000]) {
		const { before, body } = conversationOf(size);
		shortened.push(await addedTime([before, body].map(String), "/v1/messages"));
	}
	printTable(
		"2. A conversation that ibid knows, shortened",
		"by turns with one call less; medians of wrk, ms",
		shortened,
	);
}

const plainBody = (size: number): string => `{"text":"${"x".repeat(size - 11)}"}`;

async function printStreams(): Promise<void> {
	const { direct, through, failed } = await compare([plainBody(100_000)], "/?events=100", 200);
	const row = { without: ms(direct), with: ms(through), ratio: times(through, direct), failed: String(failed) };
	printTable("3. 200 streams at once", "each of 100 events, one every 5 ms, for a body of 100 KB; medians of wrk, ms", [
		row,
	]);
}

const upstream = await start("upstream");
const gateway = await start("gateway", upstream.address);
try {
	await printAddedTime();
	await printStreams();
	await soak(upstream, gateway, Number(process.argv[2] ?? 60));
} finally {
	for (const { end } of [gateway, upstream]) end();
	rmSync(folder, { recursive: true });
}
