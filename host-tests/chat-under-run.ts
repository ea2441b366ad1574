import { expect, test } from "bun:test";
import { join } from "node:path";
import { estimateTokens } from "../src/core/tokens.ts";
import { everyLine } from "../src/store/every-line.ts";
import { makeFolder } from "./folders.ts";
import { type Call, type Reply, type Request, requestIn, resultsIn, startChat } from "./opencode/model.ts";
import { run } from "./program.ts";
import { makeProject } from "./project.ts";
import { arrivalsIn, proveRequests, requestsIn } from "./run-requests.ts";
import { type Started, underRun } from "./under-run.ts";
import type { RunPlace } from "./under-run-contract.ts";

/** An agent that uses OpenAI's chat completions where a user has said so. */
export type ChatAgent = {
	/** As its own requests call it. */
	readonly title: string;
	/** As the record calls it. */
	readonly name: string;
	readonly start: (api: string, place: RunPlace) => Started & { readonly environment: Record<string, string> };
	/** Shows a file, or its lines from the first to the last. */
	readonly read: (path: string, lines?: readonly [number, number]) => Call;
};

/** What must be true under `ibid run` of an agent in which ibid has no hooks. */
export function testChatAgent(agent: ChatAgent): void {
	test(`${agent.title} gets what it gets without ibid, and every note is rebuilt from its request`, async () => {
		const [plain, live] = [await play(agent, "plain"), await play(agent, "run")];
		const { faults, shortened } = proveRequests(live.exchanged, agent.title);
		expect(faults).toEqual([]);
		expect(shortened).toBeGreaterThan(0);
		const arrivals = arrivalsIn(live.exchanged);
		expect(arrivals.map(({ without }) => without.replaceAll(live.project, "/project"))).toEqual(
			plain.results.map((text) => text.replaceAll(plain.project, "/project")),
		);
		const notes = arrivals.filter(({ came, without }) => came !== without);
		expect(notes.map(({ id }) => arrivals.findIndex((arrival) => arrival.id === id))).toEqual([1, 3]);
		const lines = [...everyLine(live.state)].flatMap((line) =>
			line.kind === "answer" && line.form !== "whole" ? line : [],
		);
		expect(lines.map(({ host, way, before, after }) => [host, way, before - after])).toEqual(
			notes.map(({ came, without }) => [agent.name, "run", estimateTokens(without) - estimateTokens(came)]),
		);
	}, 120_000);
}

/** Files, and parts of them. */
function repliesFor({ read }: ChatAgent, project: string): Reply[] {
	const path = (name: string): string => join(project, "src", name);
	const calls = [
		read(path("clock.ts")),
		read(path("clock.ts"), [5, 60]),
		read(path("duration.ts"), [1, 70]),
		read(path("duration.ts"), [40, 109]),
	];
	return [...calls.map((call) => ({ text: "Let me see.", calls: [call] })), { text: "All is done." }];
}

async function play(agent: ChatAgent, way: "plain" | "run") {
	const [home, project, state] = [makeFolder("home"), makeProject(), makeFolder("state")];
	const model = startChat();
	model.play({ replies: repliesFor(agent, project) });
	const { environment, ...plain } = agent.start(model.url, { home, project });
	const record = join(state, "requests.jsonl");
	const { program, args } = way === "run" ? underRun(plain, ["--record", record]) : plain;
	const ended = await run(program, args, { folder: project, environment: { ...environment, IBID_STATE: state } });
	await model.close();
	if (ended.code !== 0) throw new Error(`${agent.title} ended with ${ended.code}: ${ended.errors}${ended.output}`);
	const requests = model.asked.flatMap((asked) => requestIn(asked) ?? []);
	return { project, state, exchanged: way === "run" ? requestsIn(record) : [], results: textsIn(requests.at(-1)) };
}

/** The texts of all results of the last request, whether they are texts or lists of one. */
function textsIn(request: Request | undefined): string[] {
	if (!request) return [];
	const flat = request.messages.map((message) => {
		const { content } = message;
		const [only]: unknown[] = Array.isArray(content) && content.length === 1 ? content : [];
		return { ...message, content: Object(only).text ?? content };
	});
	return resultsIn({ ...request, messages: flat });
}
