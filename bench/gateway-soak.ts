import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { seeded } from "./random.ts";
import { printTable } from "./table.ts";

/** A process of the benchmark: its address, and what it says when it is asked. */
export type BenchProcess = {
	readonly address: string;
	readonly ask: () => Promise<Readonly<Record<string, number>>>;
	readonly end: () => void;
};

/** What may happen to a request of the soak. */
const FAULTS = ["none", "none", "none", "429", "529", "half", "no answer", "agent leaves"] as const;
type SoakFault = (typeof FAULTS)[number];

/** What came back for a request. */
type SoakReply = { readonly status: number; readonly body: string; readonly isWhole: boolean };

const WORKERS = 40;
const EVENTS = 20;

/**
 * Sends requests with faults for so many seconds and prints what went wrong: requests that did not reach the upstream
 * exactly once, bodies and answers that are not what they must be, and the memory of the gateway at the start and the end.
 */
export async function soak(upstream: BenchProcess, gateway: BenchProcess, seconds: number): Promise<void> {
	const until = performance.now() + seconds * 1000;
	const tally = new Map<SoakFault, number>();
	const wrong: string[] = [];
	let sent = 0;
	let begun = await gateway.ask();
	const warm = setTimeout(
		async () => {
			begun = await gateway.ask();
		},
		Math.min(5000, seconds * 200),
	);
	const work = async (worker: number): Promise<void> => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const { pick, size } = seeded(worker + 1);
		while (performance.now() < until) {
			sent += 1;
			const fault = pick(FAULTS);
			tally.set(fault, (tally.get(fault) ?? 0) + 1);
			const body = `{"text":"${worker} ${sent} ${"y".repeat(size(40_000))}"}`;
			const reply = await post(agent, gateway.address, `r${sent}`, body, fault);
			if (!isRight(reply, body, fault)) wrong.push(`${fault}: ${JSON.stringify(reply).slice(0, 200)}`);
		}
		agent.destroy();
	};
	await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
	clearTimeout(warm);
	// What the last requests hold must not count as kept.
	await wait(1000);
	const counts = await upstream.ask();
	const ended = await gateway.ask();
	const ids = Array.from({ length: sent }, (_, at) => `r${at + 1}`);
	const row = {
		requests: String(sent),
		lost: String(ids.filter((id) => !counts[id]).length),
		"sent twice": String(ids.filter((id) => (counts[id] ?? 0) > 1).length),
		altered: String(wrong.length),
		...memory("heap", begun, ended),
		...memory("rss", begun, ended),
	};
	const faults = [...tally].map(([fault, count]) => `${fault} ${count}`).join(", ");
	printTable(`4. Soak of ${seconds} s`, `${WORKERS} connections, each body rewritten; ${faults}; MB`, [row]);
	for (const what of wrong.slice(0, 5)) console.log(`  ${what}`);
}

function memory(
	what: "heap" | "rss",
	begun: Readonly<Record<string, number>>,
	ended: Readonly<Record<string, number>>,
) {
	const [first, last] = [begun, ended].map((facts) => ((facts[what] ?? 0) / 2 ** 20).toFixed(1));
	return { [`${what}, start`]: first ?? "", [`${what}, end`]: last ?? "" };
}

function isRight({ status, body, isWhole }: SoakReply, sent: string, fault: SoakFault): boolean {
	if (fault === "no answer") return status === 0;
	const hash = createHash("sha256")
		.update(`{B${sent.slice(2)}`)
		.digest("hex");
	const count = fault === "half" ? (EVENTS >> 1) + 1 : EVENTS;
	const events = Array.from({ length: count }, (_, at) => `data: ${at} ${"x".repeat(200)}\n\n`);
	const wanted = [`data: ${hash}\n\n`, ...events].join("");
	if (fault === "agent leaves") return status === 200 && wanted.startsWith(body);
	const wantedStatus = fault === "429" || fault === "529" ? Number(fault) : 200;
	return status === wantedStatus && body === wanted && isWhole === (fault !== "half");
}

function post(agent: Agent, address: string, id: string, body: string, fault: SoakFault): Promise<SoakReply> {
	return new Promise((resolve) => {
		const url = `${address}/?events=${EVENTS}&fault=${encodeURIComponent(fault)}`;
		const headers = { "content-type": "application/json", "content-length": body.length, "x-id": id };
		const sent = request(url, { method: "POST", agent, headers }, (answer) => {
			let text = "";
			const end = (): void => {
				resolve({ status: answer.statusCode ?? 0, body: text, isWhole: answer.complete });
			};
			answer.on("data", (chunk) => {
				text += chunk;
				if (fault === "agent leaves") sent.destroy();
			});
			answer.on("error", () => {}).once("close", end);
		});
		sent.on("error", () => resolve({ status: 0, body: "", isWhole: false }));
		sent.end(body);
	});
}
