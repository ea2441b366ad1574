import { describe, expect, test } from "bun:test";
import type { Line, Speak } from "../../contracts/dialect.ts";
import { OPENCODE } from "../../contracts/fates.ts";
import { limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { bash, call, prompt, read, reply, shown } from "../../contracts/talk.ts";
import { code } from "../../sim/conversation-fixture.ts";
import type { OpenCodeMessage } from "../dialect/opencode.ts";
import { piDialect } from "../dialect/pi.ts";
import type { Dialect } from "../dialect/types.ts";
import { newSessions, type RequestTransform, type RequestWay, type SessionReport } from "./sessions.ts";
import { newTransform } from "./transform.ts";

const lines = code(40);
const text = shown("/w/a.ts", lines);
const again = (): Line => reply(read("a.ts", text));
const speak = (...talk: readonly Line[]): OpenCodeMessage[] => talk.flatMap(inOpenCode());
const outline = (told: readonly SessionReport[]) =>
	told.map(({ subject, answer }) => `${subject} ${answer.reason ?? answer.form}`);

/** Asks a session for the new answers after some talk. */
function asksIn<Message>(session: RequestTransform<Message>, say: Speak<Message>): (...talk: Line[]) => string[] {
	return (...talk) => outline(session(talk.flatMap((line) => say(line))).fresh);
}

const SUMMARY: Line = { kind: "summary", number: 1_000 };

describe("a session", () => {
	test("sends what a transform makes of a request", () => {
		const messages = speak(prompt(), again(), again(), again());
		const { messages: sent } = newSessions(wayOf("opencode"), OPENCODE.dialect)("s1")(messages);
		expect(sent).toEqual(newTransform(OPENCODE)(messages).messages);
	});

	test("reads the user's settings once for each request, and follows them", () => {
		let asked = 0;
		const session = newSessions(wayOf("opencode"), OPENCODE.dialect, ({ policy, lean }) => {
			asked++;
			return { lean, policy: { ...policy, isIgnored: () => asked === 1 } };
		})("s1");
		const talk = [prompt(), again(), again()];
		expect(outline(session(speak(...talk)).answers)).toEqual(["a.ts ignored", "a.ts ignored"]);
		expect(outline(session(speak(...talk, again())).answers).at(-1)).toBe("a.ts same");
		expect(asked).toBe(2);
	});

	test("reports each answer when it is new, and only then", () => {
		const session = newSessions(wayOf("opencode"), OPENCODE.dialect)("s1");
		const [start, first, second, third] = [prompt(), again(), again(), reply(read("a.ts", text), bash("ls", "a.ts"))];
		const told = (...talk: Line[]) => outline(session(speak(...talk)).fresh);
		expect(told(start)).toEqual([]);
		expect(told(start, first)).toEqual(["a.ts fresh"]);
		expect(told(start, first)).toEqual([]);
		expect(told(start, first, second)).toEqual(["a.ts same"]);
		expect(told(start, first, second, third)).toEqual(["a.ts asked again", "ls short"]);
		expect(told(start, first, second, third, prompt())).toEqual([]);
		expect(told(start, first)).toEqual([]);
	});

	test("reports answers whose ids are used again", () => {
		const session = newSessions(wayOf("pi"), piDialect("/w"))("s1");
		const look = (): Line => reply({ ...call("read", { path: "a.ts" }, lines.join("\n")), id: "call_0" });
		const [first, second] = [look(), look()];
		expect(outline(session(inPi(first)).fresh)).toEqual(["a.ts fresh"]);
		expect(outline(session([first, second].flatMap(inPi)).fresh)).toEqual(["a.ts same"]);
	});

	test.each([
		["OpenCode", asksIn(newSessions(wayOf("opencode"), OPENCODE.dialect)("s1"), inOpenCode())],
		["pi", asksIn(newSessions(wayOf("pi"), piDialect("/w"))("s1"), inPi)],
	])("does not report an answer again that a compaction has moved: %s", (_, told) => {
		const look = (id: string): Line => reply({ ...call("bash", { command: "cat a.ts" }, lines.join("\n")), id });
		const [first, second, third] = [look("call_0"), look("call_1"), look("call_0")];
		expect(told(first)).toHaveLength(1);
		expect(told(first, second)).toHaveLength(1);
		expect(told(SUMMARY, second)).toEqual([]);
		expect(told(SUMMARY, second, third)).toHaveLength(1);
	});

	test("does not report what came before the session was resumed, even if a compaction moves it later", () => {
		const session = newSessions(wayOf("opencode"), OPENCODE.dialect)("s1");
		const [first, second, third] = [again(), again(), again()];
		const told = (...talk: Line[]) => outline(session(speak(...talk)).fresh);
		expect(told(first, second, prompt())).toEqual([]);
		expect(told(SUMMARY, second, third)).toEqual(["a.ts same"]);
	});

	test("can give all answers in the request, whenever they came", () => {
		const session = newSessions(wayOf("opencode"), OPENCODE.dialect)("s1");
		const [first, second, third] = [again(), again(), again()];
		session(speak(first, second));
		expect(outline(session(speak(first, second, third)).answers)).toEqual([
			"a.ts fresh",
			"a.ts same",
			"a.ts asked again",
		]);
		expect(outline(session(speak(first)).answers)).toEqual(["a.ts fresh"]);
	});

	test("reports nothing about secrets", () => {
		const secrets = [
			read(".env", shown("/w/.env", lines)),
			read("keys/server.pem", shown("/w/keys/server.pem", lines)),
			bash("cat .env", lines.join("\n")),
			bash("ls && cat ~/.ssh/id_rsa", lines.join("\n")),
			call("write", { filePath: ".env.local", content: "KEY=1" }, "Wrote file successfully."),
			call("edit", { filePath: ".npmrc", oldString: "a", newString: "b" }, "Edit applied successfully."),
		];
		const { answers, fresh } = newSessions(wayOf("opencode"), OPENCODE.dialect)("s1")(
			speak(reply(...secrets, read("a.ts", text))),
		);
		expect(outline(answers)).toEqual(["a.ts fresh"]);
		expect(outline(fresh)).toEqual(["a.ts fresh"]);
	});
});

describe("sessions", () => {
	test("with different ids know nothing of each other", () => {
		const sessions = newSessions(wayOf("opencode"), OPENCODE.dialect);
		const [messages, others] = [speak(again(), again()), speak(again())];
		for (const _ of [1, 2]) {
			expect(outline(sessions("s1")(messages).answers)).toEqual(["a.ts fresh", "a.ts same"]);
			expect(outline(sessions("s2")(others).answers)).toEqual(["a.ts fresh"]);
		}
	});

	test("are remembered, at most eight, by their last use", () => {
		let told = 0;
		const tell: Dialect<OpenCodeMessage>["parse"] = (message) => {
			told++;
			return OPENCODE.dialect.parse(message);
		};
		const sessions = newSessions(wayOf("opencode"), { ...OPENCODE.dialect, parse: tell });
		const messages = speak(again(), again());
		const wanted = newTransform(OPENCODE)(messages).messages;
		const isRemembered = (id: string): boolean => {
			told = 0;
			expect(sessions(id)(messages).messages).toEqual(wanted);
			return told === 0;
		};
		const ids = Array.from({ length: 8 }, (_, index) => `s${index}`);
		expect(ids.map(isRemembered)).not.toContain(true);
		expect(ids.map(isRemembered)).not.toContain(false);
		expect(isRemembered("s0")).toBe(true);
		expect(isRemembered("one more")).toBe(false);
		expect(["s0", "s2", "s7"].map(isRemembered)).not.toContain(false);
		expect(isRemembered("s1")).toBe(false);
	});
});

function wayOf(host: string): RequestWay {
	return { tools: toolsOf(host), limits: limitsOf(host) };
}
