import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { withDatabase } from "../../contracts/database.ts";
import { outlineOf } from "../../contracts/transcript.ts";
import type { Recording } from "../conversation/types.ts";
import { readOpenCode } from "./opencode.ts";
import { readOpenCodeDatabase } from "./opencode-database.ts";

type Extra = Readonly<Record<string, unknown>>;

describe("a session in the database", () => {
	test("is told as its export is", () => {
		const messages = [
			{ ...message("m1", 1, { role: "user" }), parts: [part("p1", { type: "text", text: "Go on." })] },
			{
				...message("m2", 2, { role: "assistant", modelID: "gpt", path: { cwd: "/home/you/project/sub", root: "/" } }),
				parts: [part("p2", { type: "step-start" }), tool("p3"), tool("p4", { status: "running" })],
			},
			{ ...message("m3", 3, { role: "user" }), parts: [part("p5", { type: "compaction", auto: true })] },
			{
				...message("m4", 4, { role: "assistant", parentID: "m3", summary: true, finish: "stop" }),
				parts: [part("p6", { type: "step-start" }), part("p7", { type: "text", text: "So far." })],
			},
		];
		const info = { id: "s1", directory: "/home/you/project", version: "1.18.33" };
		const recordings = read((database) => {
			database.session(info);
			for (const { info, parts } of messages) {
				database.message("s1", info);
				for (const value of parts) database.part("s1", info.id, value);
			}
		});
		expect(recordings).toEqual([readOpenCode(JSON.stringify({ info, messages }))]);
		expect(outlines(recordings)).toEqual(["turn p3! p4! p3 turn reset"]);
	});

	test("has its messages by time and id, its parts by id, whatever the order of the rows", () => {
		const recordings = read((database) => {
			database.session({ id: "s1" });
			for (const [id, time] of [["c", 2] as const, ["a", 3] as const, ["b", 2] as const, ["d", 1] as const])
				database.message("s1", { id, time: { created: time }, role: "assistant" });
			database.part("s1", "d", tool("y"));
			database.part("s1", "c", tool("w"));
			database.part("s1", "d", tool("x"));
			database.part("s1", "b", tool("Z"));
			database.part("s1", "a", tool("v"));
		});
		expect(outlines(recordings)).toEqual(["turn x! y! x y turn Z! Z turn w! w turn v! v"]);
	});

	test("has only what is its own", () => {
		const recordings = read((database) => {
			for (const id of ["s1", "s2"]) {
				database.session({ id });
				database.message(id, { id: `${id}m`, time: { created: 1 }, role: "assistant" });
			}
			for (let i = 0; i < 5; i++) for (const id of ["s2", "s1"]) database.part(id, `${id}m`, tool(`${id}p${i}`));
			database.part("s3", "s3m", tool("lost"));
		});
		expect(recordings.map((recording) => recording?.session)).toEqual(["s1", "s2"]);
		const ids = (session: string): string => [0, 1, 2, 3, 4].map((i) => `${session}p${i}`).join(" ");
		expect(outlines(recordings).map((outline) => outline.replace(/\S+!|turn/g, "").trim())).toEqual([
			ids("s1"),
			ids("s2"),
		]);
	});

	test("is a subagent's where it has a parent", () => {
		const recordings = read((database) => {
			database.session({ id: "s1" });
			database.session({ id: "s2", parent: "s1" });
		});
		expect(recordings.map((recording) => recording?.threads[0]?.agent)).toEqual([undefined, "s2"]);
	});

	test("ends before what the user took back", () => {
		const recordings = read((database) => {
			database.session({ id: "s1", revert: '{"messageID":"b"}' });
			for (const id of ["a", "b"]) {
				database.message("s1", { id, time: { created: 1 }, role: "assistant" });
				database.part("s1", id, tool(`p${id}`));
			}
		});
		expect(outlines(recordings)).toEqual(["turn pa! pa"]);
	});

	test.each(["{", "7", '{"messageID":7}'])("is not understood where what was taken back is %s", (revert) => {
		const recordings = read((database) => {
			database.session({ id: "s1", revert });
			database.session({ id: "s2" });
		});
		expect(recordings.map((recording) => recording?.session)).toEqual([undefined, "s2"]);
	});

	test.each([
		["of a message", '{"role":', '{"type":"step-start"}'],
		["of a part", '{"role":"assistant","time":{"created":1}}', '{"type":'],
		["that is no record", '{"role":"assistant","time":{"created":1}}', "[]"],
	])("tells where it does not understand the text %s", (_, data, partData) => {
		const [recording] = read((database) => {
			database.session({ id: "s1" });
			database.sqlite.run("INSERT INTO message VALUES ('m', 's1', 1, 1, ?)", [data]);
			database.sqlite.run("INSERT INTO part VALUES ('p', 'm', 's1', 1, 1, ?)", [partData]);
		});
		expect(recording).toMatchObject({ skipped: 1, threads: [{ entries: [{ kind: "reset" }] }] });
	});
});

test("a session is given once, though the host writes meanwhile", () => {
	withTables((database, path) => {
		for (const id of ["s1", "s2"]) database.session({ id });
		const sessions: unknown[] = [];
		for (const recording of readOpenCodeDatabase(path)) {
			if (sessions.push(recording?.session) === 1) database.session({ id: "s3" });
		}
		expect(sessions).toEqual(["s1", "s2", "s3"]);
	});
});

test("a database of something else is refused", () => {
	withDatabase(({ path, sqlite }) => {
		sqlite.run("CREATE TABLE session(id)");
		expect(() => [...readOpenCodeDatabase(path)]).toThrow("a database without a table message");
	});
});

type Filler = {
	readonly sqlite: Database;
	readonly session: (info: Extra & { readonly id: string; readonly parent?: string; readonly revert?: string }) => void;
	readonly message: (
		session: string,
		info: Extra & { readonly id: string; readonly time: { created: number } },
	) => void;
	readonly part: (session: string, message: string, part: Extra & { readonly id: string }) => void;
};

function read(fill: (database: Filler) => void): (Recording | undefined)[] {
	return withTables((database, path) => {
		fill(database);
		return [...readOpenCodeDatabase(path)];
	});
}

/** The tables of OpenCode 1.18.33, but for columns that say nothing here. */
function withTables<T>(use: (database: Filler, path: string) => T): T {
	return withDatabase(({ path, sqlite }) => {
		sqlite.run(
			"CREATE TABLE `session` (`id` text PRIMARY KEY, `parent_id` text, `directory` text NOT NULL, `title` text, `version` text NOT NULL, `cost` real DEFAULT 0 NOT NULL, `revert` text)",
		);
		sqlite.run(
			"CREATE TABLE `message` (`id` text PRIMARY KEY, `session_id` text NOT NULL, `time_created` integer NOT NULL, `time_updated` integer NOT NULL, `data` text NOT NULL, CONSTRAINT `fk` FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON DELETE CASCADE)",
		);
		sqlite.run(
			"CREATE TABLE `part` (`id` text PRIMARY KEY, `message_id` text NOT NULL, `session_id` text NOT NULL, `time_created` integer NOT NULL, `time_updated` integer NOT NULL, `data` text NOT NULL)",
		);
		return use({ sqlite, ...fillerOf(sqlite) }, path);
	});
}

function fillerOf(sqlite: Database): Omit<Filler, "sqlite"> {
	return {
		session: ({ id, parent = null, revert = null, directory = "/", version = "1.18.33" }) => {
			const values = [id, parent, String(directory), String(version), revert];
			sqlite.run("INSERT INTO session(id, parent_id, directory, version, revert) VALUES (?, ?, ?, ?, ?)", values);
		},
		message: (session, { id, ...data }) => {
			const values = [id, session, data.time.created, JSON.stringify(data)];
			sqlite.run("INSERT INTO message VALUES (?, ?, ?, 0, ?)", values);
		},
		part: (session, message, { id, ...data }) => {
			sqlite.run("INSERT INTO part VALUES (?, ?, ?, 0, 0, ?)", [id, message, session, JSON.stringify(data)]);
		},
	};
}

function message(
	id: string,
	created: number,
	extra: Extra,
): { info: Extra & { id: string; time: { created: number } } } {
	return { info: { id, time: { created }, ...extra } };
}

function part(id: string, extra: Extra): Extra & { id: string } {
	return { id, ...extra };
}

function tool(id: string, extra: Extra = {}): Extra & { id: string } {
	const state = { status: "completed", input: { filePath: "clock.ts" }, output: `text of ${id}`, metadata: {} };
	return part(id, { type: "tool", tool: "read", state: { ...state, time: { start: 1, end: 5 }, ...extra } });
}

function outlines(recordings: readonly (Recording | undefined)[]): string[] {
	return recordings.map((recording) => outlineOf(recording?.threads[0]?.entries ?? []));
}
