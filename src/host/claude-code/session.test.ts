import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import {
	type ClaudeCodeFixture,
	type Got,
	type Lines,
	newClaudeCodeFixture,
	shownBy,
	textIn,
	UNCHANGED,
} from "../../../sim/claude-code-fixture.ts";
import { code, plain } from "../../../sim/conversation-fixture.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-session-"));
afterAll(() => rmSync(base, { recursive: true }));

const lines = code(60);
const MINUTE = 60_000;

/** For one test, on a machine that has much else to do. */
const PATIENCE = 60_000;

/** A session in which a file was read. */
async function afterRead(): Promise<{ fixture: ClaudeCodeFixture; path: string; read: Got }> {
	const fixture = newClaudeCodeFixture(base);
	const path = fixture.put("a.ts", plain(lines));
	return { fixture, path, read: await fixture.read(path) };
}

test.each([
	[59, true],
	[61, false],
])("after %d minutes of silence what stood there is quoted: %p", async (minutes, expected) => {
	const { fixture, path } = await afterRead();
	fixture.pen.time += minutes * MINUTE;
	expect((await fixture.read(path)).isReplaced).toBe(expected);
});

test("after a pause what stood there is quoted if the log tells of the request after it", async () => {
	const fixture = newClaudeCodeFixture(base);
	fixture.pen.sends = (text) => text;
	const path = fixture.put("a.ts", plain(lines));
	await fixture.read(path);
	fixture.pen.time += 61 * MINUTE;
	expect((await fixture.read(path)).isReplaced).toBe(true);
});

test.each([
	[98, false, true],
	[100, false, false],
	[100, true, true],
])(
	"after %d more results, with requests in the log (%p), what came before is quoted: %p",
	async (count, isTold, expected) => {
		const fixture = newClaudeCodeFixture(base);
		if (isTold) fixture.pen.sends = (text) => text;
		const path = fixture.put("a.ts", plain(lines));
		await fixture.read(path);
		for (let at = 0; at < count; at++) await fixture.run("date", `${at}`);
		expect((await fixture.read(path)).isReplaced).toBe(expected);
	},
	PATIENCE,
);

test("a log that has lost one of its requests does not tell what stands there", async () => {
	const fixture = newClaudeCodeFixture(base);
	const path = fixture.put("a.ts", plain(lines));
	await fixture.read(path);
	fixture.pen.sends = (text) => text;
	await fixture.run("date", "Sunday");
	fixture.pen.time += 61 * MINUTE;
	expect((await fixture.read(path)).isReplaced).toBe(false);
});

test("a note names its witness, so it is true though a command has shown the file otherwise since", async () => {
	const { fixture, path } = await afterRead();
	await fixture.run(`cat ${path}`, plain(code(60, 500)));
	expect((await fixture.read(path)).text).toContain("lines 1-61 as last shown by Read");
	const { fixture: other, path: same } = await afterRead();
	await other.run(`cat ${same} | wc -l`, "60\n");
	expect((await other.read(same)).text).toContain("lines 1-61 as last shown by Read");
});

test.each([false, true])(
	"what was emptied before a compaction kept its line is not quoted; anew: %p",
	async (isAnew) => {
		const { fixture, path, read } = await afterRead();
		const { tip: parentUuid, project: cwd, time } = fixture.pen;
		const line = { uuid: "emptied", parentUuid, isSidechain: false, sessionId: "s1", cwd, version: "2.1.197" };
		const microcompactMetadata = { compactedToolIds: [read.id] };
		const said = { type: "system", subtype: "microcompact_boundary", timestamp: new Date(time).toISOString() };
		appendFileSync(fixture.pen.path, `${JSON.stringify({ ...line, ...said, microcompactMetadata })}\n`);
		fixture.pen.compact(read.lines);
		expect((await (isAnew ? fixture.anew() : fixture).read(path)).text).not.toContain("[ibid]");
	},
);

test("of a log that is too long only the end counts", async () => {
	const { fixture, path } = await afterRead();
	for (let each = 0; each < 33; each++) {
		appendFileSync(fixture.pen.path, `${JSON.stringify({ type: "mode", words: "x".repeat(2 ** 20) })}\n`);
	}
	const late = fixture.anew();
	expect((await late.read(path)).isReplaced).toBe(false);
	expect((await late.read(path)).text).toContain("lines 1-61 as last shown by Read");
});

test("a log that begins anew is read from its beginning", async () => {
	const { fixture, path } = await afterRead();
	expect((await fixture.read(path)).isReplaced).toBe(true);
	rmSync(fixture.pen.path);
	fixture.pen.tip = null;
	expect((await fixture.read(path)).isReplaced).toBe(false);
	expect((await fixture.read(path)).isReplaced).toBe(true);
});

/** What may happen in a session. */
type Step =
	| { readonly kind: "read" | "stub"; readonly file: number; readonly range: Lines }
	| { readonly kind: "change"; readonly file: number; readonly line: number }
	| { readonly kind: "rewind"; readonly by: number }
	| { readonly kind: "compact"; readonly keeps: number }
	| { readonly kind: "rest"; readonly minutes: number };

const file = fc.integer({ min: 0, max: 1 });
const range = fc.constantFrom<Lines>({}, {}, { offset: 11, limit: 30 }, { offset: 31 });
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 9, arbitrary: fc.record({ kind: fc.constantFrom("read", "read", "stub"), file, range }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("change"), file, line: fc.integer({ min: 0, max: 59 }) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("rewind"), by: fc.integer({ min: 1, max: 4 }) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("compact"), keeps: fc.integer({ min: 0, max: 3 }) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("rest"), minutes: fc.constantFrom(30, 90) }) },
);

/** A session, the calls and results that lead on in it, and what its hooks have answered. */
type Life = {
	readonly fixture: ClaudeCodeFixture;
	readonly files: readonly string[];
	turns: (readonly [call: string, result: string])[];
	readonly answers: (readonly [followed: unknown, anew: unknown])[];
};

/** Hooks that have followed the log, and others that know nothing but the log and the record, are told the same. */
async function live(steps: readonly Step[]): Promise<Life> {
	const fixture = newClaudeCodeFixture(base);
	const files = ["a.ts", "b.ts"].map((name, index) => fixture.put(name, plain(code(60, index * 500))));
	const life: Life = { fixture, files, turns: [], answers: [] };
	fixture.pen.say();
	for (const each of steps) await happen(life, each);
	return life;
}

async function happen(life: Life, each: Step): Promise<void> {
	const { pen } = life.fixture;
	switch (each.kind) {
		case "read":
		case "stub":
			return ask(life, life.files[each.file]!, each);
		case "change": {
			const shown = shownBy(life.files[each.file]!).file!.content.split("\n");
			life.fixture.put(each.file === 0 ? "a.ts" : "b.ts", shown.with(each.line, `// ${pen.time}`).join("\n"));
			return;
		}
		case "rewind":
			life.turns = life.turns.slice(0, -each.by);
			pen.tip = life.turns.at(-1)?.[1] ?? null;
			pen.say();
			return;
		case "compact":
			life.turns = each.keeps === 0 ? [] : life.turns.slice(-each.keeps);
			pen.compact(life.turns.flat());
			await life.fixture.compacted();
			return;
		case "rest":
			pen.time += each.minutes * MINUTE;
	}
}

/** A file is read, and both kinds of hooks are told; the one kind is also told what the model gets before the log is. */
async function ask({ fixture, turns, answers }: Life, path: string, { kind, range }: Asked): Promise<void> {
	const call = fixture.pen.ask("Read", { file_path: path, ...range });
	const response = kind === "read" ? shownBy(path, range) : { type: "file_unchanged", file: { filePath: path } };
	const [followed, anew] = [await fixture.hook(call, response), await fixture.anew().hook(call, response)];
	answers.push([followed, anew]);
	const text = kind === "stub" && followed === undefined ? UNCHANGED : textIn(followed ?? response);
	await fixture.batch([call, text]);
	turns.push([call.line, fixture.pen.answer(call, text)]);
}

type Asked = Extract<Step, { range: Lines }>;

describe("a process that has followed a session", () => {
	test(
		"answers as one that begins anew, after compactions that keep some turns, rewinds and rests too",
		async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
					const { answers } = await live(steps);
					expect(answers.map(([followed]) => followed)).toEqual(answers.map(([, anew]) => anew));
				}),
				{ numRuns: 30 },
			);
		},
		PATIENCE,
	);

	test("shortens in such sessions", async () => {
		const read = { kind: "read", file: 0, range: {} } as const;
		const { answers } = await live([read, { kind: "compact", keeps: 1 }, read, { kind: "rewind", by: 1 }, read]);
		expect(answers.map(([followed]) => followed !== undefined)).toEqual([false, true, true]);
	});
});
