import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { median, percentile } from "../../bench/measure.ts";
import { seeded } from "../../bench/random.ts";
import { ms, printTable } from "../../bench/table.ts";
import { build } from "../../scripts/build.ts";
import { estimateTokens } from "../../src/core/tokens.ts";
import { shapeOf } from "../../src/host/claude-code/events.ts";
import { makeFolder } from "../folders.ts";
import { SESSION, startServer } from "./bench-server.ts";
import { type Step, work } from "./bench-session.ts";
import type { Program } from "./live.ts";
import { SERVER } from "./server.ts";

const CALLS = 1000;
const TOKENS = 500_000;
/** How many hooks count as the end of a session. */
const LAST = 200;
const MOST_MEGABYTES = 120;
/** Engines collect garbage when they are idle. */
const REST = 3000;

/** Prints how large ibid's server is after a long session, and how long its hooks take then. */
export async function benchMemory(executable: string): Promise<void> {
	const folder = makeFolder("plugin");
	await build(folder);
	const [bun = "", ...sources] = SERVER;
	const programs: Record<string, Program> = {
		"the executable": { command: executable, args: ["serve", "claude-code"] },
		"sources on Bun": { command: bun, args: sources },
		"bundle on Node": { command: "node", args: [join(folder, "cli.js"), "serve", "claude-code"] },
	};
	const rows: (Lived & { name: string })[] = [];
	for (const [name, program] of Object.entries(programs)) rows.push({ name, ...(await liveThrough(program)) });
	const { calls, tokens } = rows[0]!;
	printTable(
		"Claude Code: ibid's server after a long session",
		`${calls.toLocaleString("en")} calls, about ${tokens.toLocaleString("en")} tokens of results; megabytes resident, milliseconds of the last ${LAST} hooks`,
		rows.map(({ name, now, most, atRest, hooks, shortened }) => ({
			program: name,
			now: now.toFixed(0),
			"at most": most.toFixed(0),
			"at rest": atRest.toFixed(0),
			median: ms(median(hooks)),
			p99: ms(percentile(hooks, 0.99)),
			shortened: String(shortened),
		})),
	);
	const isMet = rows.filter(({ name }) => !name.includes("Node")).every(({ now }) => now < MOST_MEGABYTES);
	console.log(`\n  less than ${MOST_MEGABYTES} MB on Bun: ${isMet ? "met" : "not met"}`);
}

type Lived = {
	readonly calls: number;
	readonly tokens: number;
	readonly shortened: number;
	/** Megabytes resident: after the last call, at any time, and a few seconds after the last call. */
	readonly now: number;
	readonly most: number;
	readonly atRest: number;
	readonly hooks: readonly number[];
};

/** Calls a server as Claude Code would, call by call, with a log that grows as the host's does. */
async function liveThrough(program: Program): Promise<Lived> {
	const server = startServer(program);
	const log = newLog(join(makeFolder("home"), "session.jsonl"));
	const steps = work(seeded(7), "/home/you/project");
	const hooks: number[] = [];
	let [calls, tokens, shortened] = [0, 0, 0];
	while (calls < CALLS || tokens < TOKENS) {
		const step = steps.next().value;
		const id = log.ask(step);
		const begin = performance.now();
		const replacement = HOOKED.has(step.tool) ? await server.answer(log.path, id, step) : undefined;
		if (HOOKED.has(step.tool)) hooks.push(performance.now() - begin);
		const text = shapeOf(step.tool, replacement ?? step.response)?.text ?? step.text;
		await server.tell(log.path, id, step, text);
		log.answer(id, text, replacement ?? step.response);
		calls++;
		tokens += estimateTokens(step.text);
		if (text !== step.text) shortened++;
	}
	const memory = server.memory();
	await Bun.sleep(REST);
	const { now: atRest } = server.memory();
	await server.end();
	return { calls, tokens, shortened, ...memory, atRest, hooks: hooks.slice(-LAST).sort((a, b) => a - b) };
}

const HOOKED = new Set(["Read", "Bash"]);

/** A log in the host's form, one call for each reply. */
function newLog(path: string) {
	let calls = 0;
	let parentUuid: string | null = null;
	const add = (type: string, uuid: string, more: object): void => {
		const timestamp = new Date().toISOString();
		const common = { isSidechain: false, sessionId: SESSION, cwd: "/home/you/project", version: "2.1.325", timestamp };
		appendFileSync(path, `${JSON.stringify({ parentUuid, type, uuid, ...common, ...more })}\n`);
		parentUuid = uuid;
	};
	return {
		path,
		ask({ tool: name, input }: Step): string {
			const id = `toolu_${++calls}`;
			const message = {
				id: `msg_${calls}`,
				role: "assistant",
				model: "claude",
				content: [{ type: "tool_use", id, name, input }],
			};
			add("assistant", `asked-${calls}`, { message });
			return id;
		},
		answer(id: string, content: string, toolUseResult: unknown): void {
			const message = { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] };
			add("user", `answered-${calls}`, { message, toolUseResult, sourceToolAssistantUUID: `asked-${calls}` });
		},
	};
}
