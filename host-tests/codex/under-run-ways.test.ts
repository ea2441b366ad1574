import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectFiguresAgree } from "../figures.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { run } from "../program.ts";
import { makeProject } from "../project.ts";
import { arrivalsIn, proveRequests, requestsIn } from "../run-requests.ts";
import { underRun } from "../under-run.ts";
import { playInEditor } from "./app-server.ts";
import { CALLS_TOOLS, says, shell } from "./calls.ts";
import { expectProved, type LiveScene, notesIn, textsOf } from "./compare.ts";
import { recordedIn } from "./live.ts";
import { session } from "./live-scenes.ts";
import { startCodexModel } from "./model.ts";
import { ARGUMENTS, codexEnvironment, configurationOf, PROGRAM, runCodex } from "./run.ts";
import { playBy, type RunPlay } from "./under-run-compare.ts";

const TIME = 60_000;
afterAll(removeFolders, TIME);

/** A session that is resumed once; the second part has what the first one has seen. */
const TWO_PARTS: LiveScene = [
	session(
		says("The clock.", shell("cat src/clock.ts")),
		says("With numbers.", shell("nl -ba src/clock.ts")),
		says("The counter.", shell("cat src/counter.ts")),
		says("Both are seen."),
	),
	{
		...session(
			says("The clock.", shell("head -n 69 src/clock.ts")),
			says("The counter.", shell("nl -ba src/counter.ts")),
			says("The clock again.", shell("tail -n +1 src/clock.ts")),
			says("That is all."),
		),
		resume: true,
	},
];

/** Report and audit count each result of a session once, whichever way it came. */
function expectCountedOnce({ logs, state }: RunPlay): void {
	const shortened = recordedIn(state).flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? line : []));
	const saved = shortened.reduce((sum, { before, after }) => sum + before - after, 0);
	expectFiguresAgree({ saved, shortened: shortened.length, orphans: 0 }, { logs, state });
}

function waysOf({ state }: RunPlay): string[] {
	const lines = recordedIn(state).flatMap((line) => (line.kind === "answer" && line.form !== "whole" ? line : []));
	return lines.sort((a, b) => a.time - b.time).map(({ way = "hooks", tool, subject }) => `${way} ${tool} ${subject}`);
}

describe("a session of Codex", () => {
	test(
		"that begins with hooks is resumed by ibid run, which keeps their notes and quotes none of them",
		async () => {
			const live = await playBy(["hooks", "run"], TWO_PARTS);
			expect(proveRequests(live.exchanged, "Codex").faults).toEqual([]);
			const arrivals = arrivalsIn(live.exchanged);
			const ofHooks = arrivals.filter(({ without }) => without.includes("[ibid] "));
			expect(ofHooks.map(({ came, without }) => came === without)).toEqual([true]);
			expect(waysOf(live)).toEqual([
				"hooks exec_command src/clock.ts",
				"run exec_command src/counter.ts",
				"run exec_command src/clock.ts",
			]);
			// The hook's note hides the clock, so it is sent in full once.
			const words = arrivals.map(({ came }) => /\[ibid\] .*? as last shown by "[^"]*"/.exec(came)?.[0] ?? "");
			expect(words.slice(3)).toEqual([
				"",
				'[ibid] lines 1-87 as last shown by "cat src/counter.ts"',
				'[ibid] lines 1-69 as last shown by "head -n 69 src/clock.ts"',
			]);
			expectCountedOnce(live);
		},
		TIME,
	);

	test(
		"that begins with ibid run is resumed with hooks, which find the originals in the log",
		async () => {
			const [plain, live] = [await playBy(["none"], TWO_PARTS), await playBy(["run", "hooks"], TWO_PARTS)];
			expectProved({ plain, live, ...notesIn(live, live.state), state: live.state });
			expect(proveRequests(live.exchanged, "Codex").faults).toEqual([]);
			expect(waysOf(live)).toEqual([
				"run exec_command src/clock.ts",
				"hooks exec_command src/clock.ts",
				"hooks exec_command src/counter.ts",
			]);
			expectCountedOnce(live);
		},
		TIME,
	);

	test(
		"whose last turn is taken back under ibid run is quoted without that turn",
		async () => {
			const [prompts, replies] = [PROMPTS, REPLIES];
			const state = makeFolder("state");
			const files = { state, record: join(state, "requests.jsonl") };
			const plain = await playInEditor(prompts, replies, {});
			const live = await playInEditor(prompts, replies, {}, files);
			const exchanged = requestsIn(files.record);
			expect(proveRequests(exchanged, "Codex").faults).toEqual([]);
			expect([...textsOf(live).keys()]).toEqual([...textsOf(plain).keys()]);
			const shortened = arrivalsIn(exchanged).map(({ came, without }) => came !== without);
			expect(shortened).toEqual([false, false, true, false, true, true]);
		},
		TIME,
	);
});

test(
	"Codex gets the same under ibid run if the record cannot be written",
	async () => {
		const record = join(makeFolder("state"), "requests.jsonl");
		const place = { home: makeFolder("home"), project: makeProject() };
		await runCodex({ ...place, ...TWO_PARTS[0]!, underRun: { state: "/proc/ibid", record } });
		const { faults, shortened } = proveRequests(requestsIn(record), "Codex");
		expect([faults, shortened > 0]).toEqual([[], true]);
	},
	TIME,
);

// Without ibid it waits for a server that refuses connections. A gateway must accept them before it can know.
test(
	"Codex hears that the connection broke where its API cannot be reached",
	async () => {
		const model = startCodexModel({ replies: [] });
		await model.close();
		const [home, project, state] = [makeFolder("home"), makeProject(), makeFolder("state")];
		writeFileSync(join(home, "config.toml"), configurationOf({ project, model: CALLS_TOOLS }, model.url));
		const { program, args } = underRun({ program: PROGRAM, args: ["exec", ...ARGUMENTS, "Go on."] }, []);
		const environment = { ...codexEnvironment(home), IBID_STATE: state };
		const { code, output } = await run(program, args, { folder: project, environment });
		expect(code).toBe(1);
		expect(output).toContain("stream disconnected before completion");
	},
	TIME,
);

const PROMPTS = [{ text: "Look at the clock." }, { text: "At the counter." }, { text: "Once more.", reverts: true }];

const REPLIES = [
	says("The clock.", shell("cat src/clock.ts")),
	says("That is it."),
	says("The counter.", shell("cat src/counter.ts")),
	says("And the clock.", shell("nl -ba src/clock.ts")),
	says("That is it."),
	says("The counter.", shell("head -n 87 src/counter.ts")),
	says("The counter.", shell("nl -ba src/counter.ts")),
	says("The clock.", shell("tail -n +1 src/clock.ts")),
	says("That is it."),
];

test(
	"Codex with a ChatGPT login is not started, and nothing is sent",
	async () => {
		const [home, project, state] = [makeFolder("home"), makeProject(), makeFolder("state")];
		const model = startCodexModel({ replies: [] });
		const lines = [
			`model = "${CALLS_TOOLS}"`,
			`openai_base_url = "${model.url}/v1"`,
			`chatgpt_base_url = "${model.url}"`,
		];
		writeFileSync(join(home, "config.toml"), `${lines.join("\n")}\n`);
		writeFileSync(join(home, "auth.json"), JSON.stringify(LOGIN));
		const { CODEX_API_KEY: _, ...environment } = codexEnvironment(home);
		const { program, args } = underRun({ program: PROGRAM, args: ["exec", ...ARGUMENTS, "Go on."] }, []);
		const ended = await run(program, args, { folder: project, environment: { ...environment, IBID_STATE: state } });
		await model.close();
		expect(ended.code).toBe(2);
		expect(ended.errors).toContain("ibid run does not start Codex: with a ChatGPT login it uses only servers that");
		expect(model.asked.filter(({ method }) => method === "POST")).toEqual([]);
	},
	TIME,
);

function token(claims: object): string {
	const parts = [{ alg: "none", typ: "JWT" }, claims].map((part) =>
		Buffer.from(JSON.stringify(part)).toString("base64url"),
	);
	return [...parts, "c2ln"].join(".");
}

const ACCOUNT = { chatgpt_account_id: "a", chatgpt_plan_type: "plus", chatgpt_user_id: "u" };
const LATER = 4_000_000_000;

/** A login that no server has given. */
const LOGIN = {
	auth_mode: "chatgpt",
	OPENAI_API_KEY: null,
	tokens: {
		id_token: token({ email: "a@example.com", exp: LATER, "https://api.openai.com/auth": ACCOUNT }),
		access_token: token({ exp: LATER, "https://api.openai.com/auth": ACCOUNT }),
		refresh_token: "none",
		account_id: "a",
	},
	last_refresh: new Date().toISOString(),
};
