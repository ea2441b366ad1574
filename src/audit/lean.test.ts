import { describe, expect, test } from "bun:test";
import { CATALOG, limitsOf, toolsOf } from "../../contracts/hosts.ts";
import type { AgentThread, Entry } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { HostName } from "../lens/types.ts";
import { auditSession } from "./audit-session.ts";
import type { AnswerFinding } from "./findings.ts";
import { type ReplayedResult, replay } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { newAuditSum } from "./sum.ts";
import { answersTo, faultIn, verifyThread } from "./verify.ts";

const HITS = ["src/features/cart/store.ts", "src/features/orders/history.ts"]
	.flatMap((path) => Array.from({ length: 12 }, (_, at) => `${path}:${7 * at + 1}:\tstore.set(${at}, ${path.length});`))
	.join("\n");
const FILES = Array.from({ length: 30 }, (_, at) => `/home/dev/projects/shop/src/features/part-${at}.ts`).join("\n");

function run(id: string, command: string, text: string): Entry[] {
	const call = { id, tool: "bash", input: { command }, directory: "/home/dev/projects/shop" };
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined },
		{ kind: "call", call },
		{ kind: "result", id, text, outcome: "done", plain: true },
	];
}

const entries = [...run("1", "rg -n store src", HITS), ...run("2", "find src", FILES), ...run("3", "ls", "src")];
const thread: AgentThread = { agent: undefined, entries };
const HOW = {
	hosts: CATALOG,
	count: estimateTokens,
	rules: [],
	proof: true,
	inspect: { kind: "best", count: 9 },
} as const;
const audited = (host: HostName, how = {}) =>
	auditSession({ host, session: "s", threads: [thread], skipped: 0 }, { ...HOW, ...how });
const answersIn = (host: HostName, how = {}): AnswerFinding[] =>
	audited(host, how)
		.threads.flat()
		.filter((finding) => finding.kind === "answer");

describe("an audit of lean texts", () => {
	test("counts them under their policies, within reach and at best", () => {
		const [search, list, other] = answersIn("pi");
		expect([search?.form, list?.form, other?.form]).toEqual(["lean", "lean", "whole"]);
		expect([search?.brought, list?.brought]).toEqual(["output", "output"]);
		for (const answer of [search, list]) {
			const saved = Object.values(answer?.lean ?? {}).reduce((sum, each) => sum + each, 0);
			expect([answer?.saved, answer?.bound, answer?.isProved]).toEqual([saved, saved, true]);
			expect(saved).toBeGreaterThan(20);
		}
		expect(Object.keys(list?.lean ?? {})).toEqual(["working-directory", "path-folders"]);
		expect(other?.lean).toBeUndefined();
	});

	test("sums them up for each host", () => {
		const wanted = { tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined } as const;
		const sum = newAuditSum(wanted, CATALOG);
		sum.add("/logs/1.json", audited("pi"));
		const [host] = sum.report().hosts;
		expect(Object.keys(host?.lean ?? {}).sort()).toEqual(["path-folders", "search-groups", "working-directory"]);
		expect(Object.values(host?.lean ?? {}).reduce((all, each) => all + each, 0)).toBe(host?.savedTokens ?? 0);
	});

	test("can be limited to some policies, or to none", () => {
		expect(answersIn("pi", { lean: ["search-groups"] }).map(({ form }) => form)).toEqual(["lean", "whole", "whole"]);
		expect(answersIn("pi", { lean: [] }).map(({ form }) => form)).toEqual(["whole", "whole", "whole"]);
	});

	test("has none in hosts where it cannot be sent", () => {
		const answers = answersIn("copilot-cli");
		expect(answers.some(({ form, lean }) => form === "lean" || lean !== undefined)).toBe(false);
	});

	test("shows both texts, and rebuilds the original", () => {
		const { inspected } = audited("pi");
		expect(inspected.map(({ form, faults, quotes }) => [form, faults, quotes])).toEqual([
			["lean", [], []],
			["lean", [], []],
		]);
		expect(inspected.map(({ original }) => original).sort()).toEqual([FILES, HITS].sort());
	});

	test("finds a lean text that does not lead back to the original", () => {
		const terms: ReplayTerms = { tools: () => toolsOf("pi"), limits: limitsOf("pi"), isBestAsked: false };
		const [search] = answersTo(thread, terms);
		const spoiled = (text: string): ReplayedResult => ({ ...search!, answer: { ...search!.answer, text } });
		const { text } = search!.answer;
		expect(faultIn(search!, terms)).toBeUndefined();
		expect(faultIn(spoiled(text.replace("store.set(3,", "store.set(4,")), terms)).toBe(
			"does not rebuild to the original",
		);
		expect(faultIn(spoiled(HITS), terms)).toBe("is not shorter than the original");
		expect([...replay(thread, terms)].some((step) => step.kind === "answered" && step.answer.form === "lean")).toBe(
			true,
		);
		const answers = answersTo(thread, terms);
		expect(verifyThread(thread, terms, answers)).toMatchObject({ failures: [] });
		const wrong = answers.with(0, spoiled(text.replace(/\n8:/, "\n9:")));
		expect(verifyThread(thread, terms, wrong).failures[0]).toContain("does not rebuild to the original");
	});
});
