import { expect, test } from "bun:test";
import fc from "fast-check";
import type { PageData, SessionData, SessionStep } from "./data.ts";
import { decodePage, encodePage, FORMS, KINDS, REASONS } from "./page-codec.ts";

test("what is written down is read as it was", () => {
	fc.assert(
		fc.property(fc.array(anySession(), { maxLength: 4 }), (sessions) => {
			expect(decodePage(encodePage(pageOf(sessions)))).toEqual(pageOf(sessions));
		}),
	);
});

test("a thousand sessions of sixty answers take a few megabytes", () => {
	const sessions = Array.from({ length: 1000 }, (_, session) => {
		const steps = Array.from({ length: 60 }, (_, at) => stepsAt(1_780_000_000_000 + session * 3_600_000, at));
		return sessionOf(`00000000-0000-4000-8000-${session}`, [steps.flat()]);
	});
	expect(encodePage(pageOf(sessions)).length).toBeLessThan(6_000_000);
});

function stepsAt(start: number, at: number): SessionStep[] {
	const time = start + at * 12_345;
	const about = { tool: "Read", subject: `src/part-${at}/file.ts`, brought: "range", form: "quoted" } as const;
	const tokens = { tokens: 3912, saved: 3308, notes: 42, reason: undefined };
	const id = (time % 2 ** 32).toString(16).padStart(8, "0");
	return [
		{ kind: "request", time, counts: true, tokens: 123_456, fewer: 12_345 },
		{ kind: "answer", time, counts: true, id, ...about, ...tokens },
	];
}

const HOSTS: PageData["hosts"] = [
	{ name: "pi", title: "pi" },
	{ name: "codex", title: "Codex" },
];

function pageOf(sessions: readonly SessionData[]): PageData {
	return { schema: 1, version: "1", made: 5, isLive: false, hosts: HOSTS, sessions, texts: {}, trust: [] };
}

function sessionOf(session: string, threads: readonly (readonly SessionStep[])[]): SessionData {
	return {
		host: "pi",
		hostTitle: "pi",
		session,
		project: "/home/you/project",
		isLived: false,
		threads,
		rebuilt: 1,
		failed: 0,
	};
}

function anySession(): fc.Arbitrary<SessionData> {
	const counted = { time: fc.option(fc.nat(), { nil: undefined }), counts: fc.boolean() };
	const tokens = fc.option(fc.nat(), { nil: undefined });
	const step = fc.oneof(
		fc.constant<SessionStep>({ kind: "reset" }),
		fc.record({ kind: fc.constant("orphans"), ...counted, count: fc.nat() }),
		fc.record({ kind: fc.constant("request"), ...counted, tokens, fewer: fc.integer() }),
		fc.record({
			kind: fc.constant("answer"),
			...counted,
			id: fc.string(),
			tool: fc.string({ maxLength: 2 }),
			subject: fc.string({ maxLength: 2 }),
			brought: fc.constantFrom(...KINDS),
			form: fc.constantFrom(...FORMS),
			reason: fc.constantFrom(...REASONS),
			tokens: fc.nat(),
			saved: fc.integer(),
			notes: fc.nat(),
		}),
	);
	const session = fc.record({
		at: fc.constantFrom(...HOSTS),
		session: fc.string(),
		project: fc.string({ maxLength: 2 }),
		isLived: fc.boolean(),
		threads: fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 3 }),
		rebuilt: fc.nat(),
		failed: fc.nat(),
	});
	return session.map(({ at: { name, title }, ...rest }) => ({ host: name, hostTitle: title, ...rest }));
}
