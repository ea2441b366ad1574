import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type BenchProcess, soak } from "./gateway-soak.ts";
import { ms, printTable, times } from "./table.ts";

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

/** Has wrk post a body of this size over and over. */
async function load(address: string, size: number, connections: number, seconds: number): Promise<Load> {
	const script = join(folder, "post.lua");
	const body = `{"text":"${"x".repeat(size - 11)}"}`;
	const done = [
		"done = function(summary, latency) local e = summary.errors",
		'io.write(string.format("RESULT %f %f %d\\n", latency:percentile(50) / 1000,',
		"summary.requests / summary.duration * 1e6, e.connect + e.read + e.write + e.status + e.timeout)) end",
	];
	const head = `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = '${body}'\n`;
	writeFileSync(script, `${head}${done.join("\n")}\n`);
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
async function compare(upstream: string, gateway: string, path: string, size: number, connections: number) {
	const rounds: { direct: Load; through: Load }[] = [];
	for (let round = 0; round < 3; round++) {
		const direct = await load(upstream + path, size, connections, 3);
		rounds.push({ direct, through: await load(gateway + path, size, connections, 3) });
	}
	const middle = (which: "direct" | "through"): number =>
		rounds.map((round) => round[which].p50).sort((a, b) => a - b)[1]!;
	const failed = rounds.reduce((sum, { direct, through }) => sum + direct.failed + through.failed, 0);
	return { direct: middle("direct"), through: middle("through"), failed };
}

async function printAddedTime(upstream: string, gateway: string): Promise<void> {
	const rows = [];
	for (const size of [1_000, 100_000, 1_000_000, 5_000_000]) {
		const { direct, through, failed } = await compare(upstream, gateway, "/", size, 1);
		const budget = 2 + (20 * size) / 1e6;
		rows.push({
			bytes: size.toLocaleString("en"),
			without: ms(direct),
			with: ms(through),
			ratio: times(through, direct),
			added: ms(through - direct),
			budget: ms(budget),
			"of budget": times(through - direct, budget),
			failed: String(failed),
		});
	}
	printTable("1. Added time", "one request after the other, nothing rewritten; medians of wrk, ms", rows);
}

async function printStreams(upstream: string, gateway: string): Promise<void> {
	const { direct, through, failed } = await compare(upstream, gateway, "/?events=100", 100_000, 200);
	const row = { without: ms(direct), with: ms(through), ratio: times(through, direct), failed: String(failed) };
	printTable("2. 200 streams at once", "each of 100 events, one every 5 ms, for a body of 100 KB; medians of wrk, ms", [
		row,
	]);
}

const upstream = await start("upstream");
const gateway = await start("gateway", upstream.address);
try {
	await printAddedTime(upstream.address, gateway.address);
	await printStreams(upstream.address, gateway.address);
	await soak(upstream, gateway, Number(process.argv[2] ?? 60));
} finally {
	for (const { end } of [gateway, upstream]) end();
	rmSync(folder, { recursive: true });
}
