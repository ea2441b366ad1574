import { describe, expect, test } from "bun:test";
import { basename } from "node:path";
import { toolsOf } from "../../../contracts/hosts.ts";
import { inPi } from "../../../contracts/pi-words.ts";
import { OFF, UNSET } from "../../../contracts/settings.ts";
import { testTransform } from "../../../contracts/transform.ts";
import { code } from "../../../sim/conversation-fixture.ts";
import type { Settings } from "../../config/types.ts";
import type { Answer } from "../../core/types.ts";
import { type PiMessage, piDialect } from "../../dialect/pi.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import type { SessionReport } from "../../transform/sessions.ts";
import { accountOf, extend, type Pi, type PiHandlers, type PiSurroundings, statusOf } from "./extension.ts";

/** pi with the extension in it, as far as the extension can tell. */
type Host = {
	/** The messages of a request after all handlers have had them. */
	readonly send: (messages: readonly PiMessage[], at?: Partial<Where>) => Promise<readonly PiMessage[]>;
	/** What the user is told after a command. */
	readonly say: (name: string, words?: string) => Promise<string>;
	readonly statuses: (string | undefined)[];
	readonly record: RecordLine[];
	readonly branch: unknown[];
};

type Where = { readonly session: string; readonly folder: string; readonly hasUI: boolean };

function start({ isOld = false, write = (_: RecordLine): void => {}, settings = (): Settings => UNSET } = {}): Host {
	const handlers: Partial<PiHandlers> = {};
	const commands = new Map<string, Parameters<Pi["registerCommand"]>[1]>();
	const [record, statuses, told, branch]: [RecordLine[], (string | undefined)[], string[], unknown[]] = [
		[],
		[],
		[],
		[],
	];
	const surroundings = ({ session = "s1", folder = "/w", hasUI = true }: Partial<Where>): PiSurroundings => ({
		cwd: folder,
		hasUI,
		ui: { setStatus: (_, text) => statuses.push(text), notify: (text) => told.push(text) },
		sessionManager: {
			getSessionId: () => session,
			getBranch: () => branch,
			...(isOld ? {} : { buildSessionProjection: () => undefined }),
		},
	});
	const pi: Pi = {
		on: (event, handler) => (handlers[event] = handler),
		registerCommand: (name, command) => commands.set(name, command),
		appendEntry: (customType, data) => {
			branch.push({ type: "custom", customType, data, timestamp: new Date(branch.length + 1).toISOString() });
		},
	};
	const book = {
		shortened: () => new Set<string>(),
		orphaned: () => new Set<string>(),
		noteHashes: () => new Set<string>(),
		refused: () => new Set<string>(),
		folds: () => new Map(),
		write(line: RecordLine) {
			write(line);
			record.push(line);
		},
	};
	extend(pi, book, { now: () => 7, settings });
	return {
		record,
		statuses,
		branch,
		send: async (messages, at = {}) => {
			const events = isOld ? (["context"] as const) : (["context", "context_with_system"] as const);
			let sent = messages;
			for (const event of events)
				sent = (await handlers[event]?.({ messages: sent }, surroundings(at)))?.messages ?? sent;
			return sent;
		},
		say: async (name, words = "") => {
			await commands.get(name)?.handler(words, surroundings({}));
			return told.splice(0).join("\n");
		},
	};
}

const dialect = piDialect("/w");
const failures: RecordLine[] = [];

/** Wishes stand in the session, so they come to the extension another way than the messages. */
testTransform(
	"through pi's extension",
	{
		dialect,
		tools: toolsOf("pi"),
		speak: inPi,
		begin() {
			const host = start({ write: (line) => void (line.kind === "failure" && failures.push(line)) });
			return async (messages) => {
				const timed = messages.map((message, timestamp) => ({ ...message, timestamp }));
				const wishes = timed.filter(({ role }) => role === "ibid-refresh");
				const entries = wishes.map(({ role, timestamp, ...data }) => {
					return { type: "custom", customType: role, timestamp: new Date(timestamp).toISOString(), data };
				});
				host.branch.splice(0, host.branch.length, ...entries);
				const others = timed.filter(({ role }) => role !== "ibid-refresh");
				const sent = (await host.send(others)).values();
				return messages.map((message) => {
					if (message.role === "ibid-refresh") return message;
					const { timestamp: _, ...rest } = sent.next().value ?? message;
					return "timestamp" in message ? { ...rest, timestamp: message.timestamp } : rest;
				});
			};
		},
	},
	15,
);
test("nothing goes wrong in random sessions", () => expect(failures).toEqual([]));

let count = 0;

/** A read of a file and what came of it. */
function read(path: string, timestamp = 0): PiMessage[] {
	const id = `call_${++count}`;
	const text = code(40)
		.map((line) => `${line} // ${basename(path)}`)
		.join("\n");
	return [
		{
			role: "assistant",
			content: [{ type: "toolCall", id, name: "read", arguments: { path } }],
			stopReason: "toolUse",
		},
		{ role: "toolResult", toolCallId: id, toolName: "read", content: [{ type: "text", text }], timestamp },
	];
}

const notes = (messages: readonly PiMessage[]): string => {
	const results = messages.filter(({ role }) => role === "toolResult");
	return results.map((each) => (JSON.stringify(each).includes("[ibid]") ? "short" : "whole")).join(" ");
};

describe("a request", () => {
	test.each([false, true])("is shortened once, whatever the version offers (older: %p)", async (isOld) => {
		const host = start({ isOld });
		expect(notes(await host.send([...read("a.ts"), ...read("a.ts")]))).toBe("whole short");
		expect(host.record).toHaveLength(1);
	});

	test("has searches in it lean, by the policies that are on", async () => {
		const text = Array.from({ length: 30 }, (_, at) => `src/features/orders/history.ts:${at}:\tx(${at});`).join("\n");
		const look = { type: "toolCall", id: "call_x", name: "bash", arguments: { command: "rg -n x src" } };
		const messages: PiMessage[] = [
			{ role: "assistant", content: [look], stopReason: "toolUse" },
			{ role: "toolResult", toolCallId: "call_x", toolName: "bash", content: [{ type: "text", text }], timestamp: 0 },
		];
		const host = start();
		expect(notes(await host.send(messages))).toBe("short");
		expect(host.record).toMatchObject([{ form: "lean", lean: { "search-groups": expect.any(Number) } }]);
		const lean = { ...UNSET.config.lean, "search-groups": false };
		const off = start({ settings: () => ({ ...UNSET, config: { ...UNSET.config, lean } }) });
		expect(notes(await off.send(messages))).toBe("whole");
	});

	test("goes out as it is while ibid is switched off, also in the midst of a session", async () => {
		let settings = OFF;
		const host = start({ settings: () => settings });
		const messages = [...read("a.ts"), ...read("a.ts")];
		expect(await host.send(messages)).toBe(messages);
		expect(host.record).toEqual([]);
		settings = UNSET;
		expect(notes(await host.send(messages))).toBe("whole short");
	});

	test("leaves files alone that the user wants left alone", async () => {
		const host = start({ settings: () => ({ ...UNSET, isIgnored: (file) => file === "/w/a.ts" }) });
		expect(notes(await host.send([...read("a.ts"), ...read("a.ts"), ...read("b.ts"), ...read("b.ts")]))).toBe(
			"whole whole whole short",
		);
	});

	test("is recorded as what its results became, each when it comes", async () => {
		const host = start();
		const messages = read("a.ts");
		await host.send(messages);
		messages.push(...read("a.ts"));
		for (const _ of [1, 2]) await host.send(messages);
		const common = { kind: "answer", host: "pi", session: "s1", tool: "read", subject: "a.ts", time: 7 };
		expect(host.record).toMatchObject([
			{ ...common, form: "whole", reason: "fresh" },
			{ ...common, form: "same", reason: undefined },
		]);
	});

	test("of one session says nothing of another, and paths begin at its folder", async () => {
		const host = start();
		const messages = [...read("a.ts"), ...read("/w/a.ts")];
		expect(notes(await host.send(messages))).toBe("whole short");
		expect(notes(await host.send(read("a.ts"), { session: "s2" }))).toBe("whole");
		expect(notes(await host.send(messages, { session: "s3", folder: "/elsewhere" }))).toBe("whole short");
		expect(JSON.stringify(await host.send(messages, { folder: "/w" }))).toContain("lines 1-40 as last shown by read");
		expect(JSON.stringify(await host.send(messages, { folder: "/elsewhere" }))).toContain("lines 1-40 = a.ts");
	});

	test("that has something unreadable goes out as the host has built it, and the failure is counted", async () => {
		const host = start();
		const odd = Object.defineProperty({ role: "toolResult" }, "toolCallId", {
			enumerable: true,
			get: () => {
				throw new Error("not today");
			},
		});
		const messages = [...read("a.ts"), ...read("a.ts"), odd];
		expect(await host.send(messages)).toBe(messages);
		expect(host.record).toMatchObject([{ kind: "failure", host: "pi", session: "s1", what: "Error: not today" }]);
		expect(notes(await host.send(messages.slice(0, -1)))).toBe("whole short");
	});

	test("is shortened though nothing can be recorded", async () => {
		const host = start({
			write: () => {
				throw new Error("the disk is full");
			},
		});
		expect(notes(await host.send([...read("a.ts"), ...read("a.ts")]))).toBe("whole short");
	});
});

describe("the user", () => {
	test("sees in the footer what is saved, where there is one", async () => {
		const host = start();
		const messages = [...read("a.ts"), ...read("a.ts")];
		await host.send(messages.slice(0, 2));
		await host.send(messages);
		await host.send(messages, { hasUI: false });
		expect(host.statuses).toEqual([undefined, expect.stringMatching(/^ibid \d+$/)]);
	});

	test("can see what is in the window", async () => {
		const host = start();
		expect(await host.say("ibid")).toBe("No request has been sent yet.");
		await host.send([...read("a.ts"), ...read("a.ts")]);
		expect(await host.say("ibid")).toMatch(/^The last request had 2 tool results, .* 1 shortened: .*\n +\d+ {2}a\.ts$/);
	});

	test("may want to see a file again: the next view of it is sent in full, and only that", async () => {
		const host = start();
		const messages = [...read("a.ts", 0), ...read("b.ts", 0)];
		expect(await host.say("ibid-refresh", "a.ts")).toBe("The next read of a.ts will be sent in full.");
		messages.push(...read("b.ts", 2), ...read("a.ts", 3));
		expect(notes(await host.send(messages))).toBe("whole whole short whole");
		messages.push(...read("a.ts", 4));
		expect(notes(await host.send(messages))).toBe("whole whole short whole short");
		expect(messages).toHaveLength(10);
	});

	test("learns how to say it", async () => {
		const host = start();
		expect(await host.say("ibid-refresh", " ")).toBe("Name a file: /ibid-refresh PATH [FIRST-LAST]");
		expect(host.branch).toEqual([]);
	});
});

const told = (subject: string, before: number, after: number, more: Partial<Answer> = {}): SessionReport => {
	const answer: Answer = {
		form: before === after ? "whole" : "same",
		reason: before === after ? "fresh" : undefined,
		text: "",
		view: { kind: "failed" },
		notes: before === after ? 0 : 1,
		before,
		after,
		...more,
	};
	const call = { id: "1", tool: "read", input: {}, directory: "/w" };
	return { id: "1", call, original: "", subject, brought: "file", answer };
};

test.each([
	["nothing", [], undefined],
	["whole texts", [told("a.ts", 900, 900)], undefined],
	["a note", [told("a.ts", 900, 900), told("a.ts", 900, 30)], "ibid 870"],
	["long texts", [told("a.ts", 12_345, 100)], "ibid 12k"],
	["a loss", [told("a.ts", 100, 220)], "ibid −120"],
])("the footer says of %s: %j", (_, answers, status) => {
	expect(statusOf(answers)).toBe(status);
});

test.each([
	["before any request", undefined, ["No request has been sent yet."]],
	["without results", [], ["The last request had no tool results."]],
	[
		"of one whole text",
		[told("a.ts", 900, 900)],
		["The last request had 1 tool result, about 900 tokens. None shortened."],
	],
	[
		"of notes",
		[told("a.ts", 900, 900), told("a.ts", 900, 30), told("b.ts", 2000, 20), told("a.ts", 900, 40)],
		[
			"The last request had 4 tool results, about 990 tokens. 3 shortened: 3.7k tokens saved.",
			"  2.0k  b.ts",
			"  1.7k  a.ts",
		],
	],
	[
		"of texts that the model asked for again",
		[told("a.ts", 900, 30), told("a.ts", 900, 900, { reason: "asked again" })],
		[
			"The last request had 2 tool results, about 930 tokens. 1 shortened: 870 tokens saved. 1 sent in full because the model asked again.",
			"   870  a.ts",
		],
	],
])("the account %s", (_, answers, lines) => {
	expect(accountOf(answers)).toBe(lines.join("\n"));
});

test("the account names no more files than a screen has room for, the greatest first", async () => {
	const answers = Array.from({ length: 20 }, (_, index) => told(`${index}.ts`, 500 + index, 10));
	const [, ...lines] = accountOf(answers).split("\n");
	expect(lines.map((line) => line.trim().split("  ")[1])).toEqual(
		[19, 18, 17, 16, 15, 14, 13, 12].map((n) => `${n}.ts`),
	);
});
