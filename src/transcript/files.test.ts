import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withDatabase } from "../../contracts/database.ts";
import { READERS } from "../../contracts/hosts.ts";
import { STRANGERS } from "../../contracts/strangers.ts";
import { readTranscript, recordingsIn } from "./files.ts";

describe("a file with a session", () => {
	test.each(Object.entries(STRANGERS))("of %s is a log", (host, log) => {
		withFile(log, (path) =>
			expect([...recordingsIn(path, READERS)]).toMatchObject([{ kind: "recording", recording: { host } }]),
		);
	});

	test("may be a database, whatever its name, with many of them", () => {
		withSessions((path) => {
			expect([...recordingsIn(path, READERS)]).toMatchObject([
				{ kind: "recording", recording: { host: "opencode", session: "s1" } },
				{ kind: "recording", recording: { host: "opencode", session: "s2" } },
			]);
		});
	});

	test("may be a database of which one session is not understood", () => {
		withSessions((path, sqlite) => {
			sqlite.run("UPDATE session SET directory = 7 WHERE id = 's1'");
			expect([...recordingsIn(path, READERS)]).toMatchObject([
				{ kind: "unreadable", why: "not a session of an agent that ibid knows" },
				{ kind: "recording", recording: { session: "s2" } },
			]);
		});
	});
});

describe("a file without one costs one sentence:", () => {
	test.each([
		["an empty one", "", "not a session of an agent that ibid knows"],
		["some text", "hello", "not a session of an agent that ibid knows"],
		["bytes", Buffer.from([0, 255, 254, 1]), "not a session of an agent that ibid knows"],
		["the beginning of a database", "SQLite format 3\0", "a broken database: it ends within its header"],
	])("%s", (_, content, why) => {
		withFile(content, (path) => expect([...recordingsIn(path, READERS)]).toEqual([{ kind: "unreadable", why }]));
	});

	test("a database of something else", () => {
		withDatabase(({ path, sqlite }) => {
			sqlite.run("CREATE TABLE message(id)");
			const why = "a database without a table session";
			expect([...recordingsIn(path, READERS)]).toEqual([{ kind: "unreadable", why }]);
		});
	});

	test("one larger than any text may be", () => {
		withFile("{}", (path) => {
			truncateSync(path, 2 ** 29);
			expect([...recordingsIn(path, READERS)]).toEqual([
				{ kind: "unreadable", why: "too large to be read: more than 512 MB" },
			]);
		});
	});

	test("one that is not there", () => {
		withFile("", (path) => {
			const why = "cannot be read: there is no such file";
			expect([...recordingsIn(`${path}.not`, READERS)]).toEqual([{ kind: "unreadable", why }]);
		});
	});

	test("a folder", () => {
		expect([...recordingsIn(tmpdir(), READERS)]).toEqual([
			{ kind: "unreadable", why: "cannot be read: it is a folder" },
		]);
	});

	test("a link that leads in a circle, and a path through a file", () => {
		withFile("", (path) => {
			symlinkSync("circle", join(path, "..", "circle"));
			const unreadable = (why: string) => [{ kind: "unreadable" as const, why }];
			const circle = unreadable("cannot be read: its links lead in a circle");
			expect([...recordingsIn(join(path, "..", "circle"), READERS)]).toEqual(circle);
			const through = unreadable("cannot be read: a part of the path is not a folder");
			expect([...recordingsIn(join(path, "more"), READERS)]).toEqual(through);
		});
	});

	test.skipIf(process.getuid?.() === 0)("one that we may not read", () => {
		withFile("{}", (path) => {
			chmodSync(path, 0);
			expect([...recordingsIn(path, READERS)]).toEqual([
				{ kind: "unreadable", why: "cannot be read: permission denied" },
			]);
		});
	});
});

function withFile(content: string | Buffer, use: (path: string) => void): void {
	const folder = mkdtempSync(join(tmpdir(), "ibid-file-"));
	try {
		writeFileSync(join(folder, "some.log"), content);
		use(join(folder, "some.log"));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function withSessions(use: (path: string, sqlite: { run: (statement: string) => unknown }) => void): void {
	withDatabase(({ path, sqlite }) => {
		sqlite.run("CREATE TABLE session(id, parent_id, directory, version, revert)");
		sqlite.run("CREATE TABLE message(id, session_id, time_created, data)");
		sqlite.run("CREATE TABLE part(id, message_id, session_id, data)");
		sqlite.run("INSERT INTO session VALUES ('s1', NULL, '/', '1', NULL), ('s2', NULL, '/', '1', NULL)");
		use(path, sqlite);
	});
}

describe("a log is recognised by what stands in it", () => {
	test.each(Object.entries(STRANGERS))("%s", (host, log) => {
		expect(readTranscript(log, READERS)?.host).toBe(host as keyof typeof STRANGERS);
	});

	test.each(Object.entries(STRANGERS).filter(([, log]) => log.endsWith("\n")))("%s, a long one", (host, log) => {
		const long = log + '{"type":"of-later"}\n'.repeat(50);
		expect(readTranscript(long, READERS)).toMatchObject({ host, skipped: 0 });
	});

	test.each(Object.entries(STRANGERS).filter(([, log]) => log.endsWith("\n")))(
		"%s, one that begins late",
		(host, log) => {
			expect(readTranscript('{"type":"of-later"}\n'.repeat(50) + log, READERS)?.host).toBe(
				host as keyof typeof STRANGERS,
			);
		},
	);

	test.each(Object.entries(STRANGERS).filter(([, log]) => !log.endsWith("\n")))(
		"%s, a document of many lines",
		(host, log) => {
			expect(readTranscript(JSON.stringify(JSON.parse(log), null, 2), READERS)?.host).toBe(
				host as keyof typeof STRANGERS,
			);
		},
	);

	test.each(["", "hello", "{}", '{"type":"of-later"}\n'.repeat(50), "[1,\n2]\n"])("%p is none", (text) => {
		expect(readTranscript(text, READERS)).toBeUndefined();
	});

	test("all of it is read, not only its beginning", () => {
		const [head] = STRANGERS.codex.split("\n");
		const say = { type: "response_item", payload: { type: "message", role: "assistant" } };
		const asked = { type: "response_item", payload: { type: "message", role: "user" } };
		const lines = Array.from({ length: 60 }, (_, i) => JSON.stringify(i % 2 ? say : asked));
		const recording = readTranscript([head, ...lines].join("\n"), READERS);
		expect(recording?.threads[0]?.entries).toHaveLength(30);
	});
});
