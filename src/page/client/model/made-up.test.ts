import type { AnswerStep, AnswerText, LinkedQuote, PageData, PageHost, RequestStep, SessionData } from "../../data.ts";

/** An answer for tests. */
export function answer(some: Partial<AnswerStep> = {}): AnswerStep {
	const about = { id: "a1", tool: "Read", subject: "a.ts", brought: "file", form: "whole", reason: "fresh" } as const;
	return { kind: "answer", time: undefined, counts: true, ...about, tokens: 100, saved: 0, notes: 0, ...some };
}

/** A request for tests. */
export function request(some: Partial<RequestStep> = {}): RequestStep {
	return { kind: "request", time: undefined, counts: true, tokens: undefined, fewer: 0, ...some };
}

/** A session for tests. */
export function session(some: Partial<SessionData> = {}): SessionData {
	const about = { host: "claude-code", hostTitle: "Claude Code", session: "s1", project: "/code/shop" } as const;
	return { ...about, isLived: false, threads: [], rebuilt: 0, failed: 0, ...some };
}

/** Hosts for tests. */
export const HOSTS: readonly PageHost[] = [
	{ name: "claude-code", title: "Claude Code" },
	{ name: "codex", title: "Codex" },
	{ name: "pi", title: "pi" },
];

/** A page for tests, made at this time. */
export function page(made: number, sessions: readonly SessionData[]): PageData {
	return { schema: 1, version: "0", made, isLive: false, hosts: HOSTS, sessions, texts: {}, trust: [] };
}

/** Both texts of an answer for tests, line by line. */
export function text(
	original: readonly string[],
	delivered: readonly string[],
	quotes: readonly LinkedQuote[],
): AnswerText {
	const about = { id: "a1", turn: 1, really: "not sent", form: "quoted", reason: undefined, faults: [] } as const;
	return { ...about, original: original.join("\n"), delivered: delivered.join("\n"), quotes };
}
