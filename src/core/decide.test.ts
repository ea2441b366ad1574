import { describe, expect, test } from "bun:test";
import { code, newConversation, numbered, plain, wrapped } from "../../sim/conversation-fixture.ts";
import { read } from "./read.ts";
import { render } from "./render.ts";

const path = "a.ts";
const file = { file_path: path };
const lines = code(40);
const inserted = code(3, 900);

describe("a result of few lines", () => {
	const answer = JSON.stringify(code(12, 70));
	const rows = [`first ${code(6)}`, `second ${code(6)}`];

	test("becomes one note if all of it stands there, whatever call brought it", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "curl -s http://127.0.0.1:8080/state" }, answer);
		const { form, text } = conversation.ask("Bash", { command: "cat state.json" }, answer);
		expect(form).toBe("same");
		expect(text).toBe(
			'[ibid] line 1 = output of "curl -s http://127.0.0.1:8080/state", beginning "[\\"export function step70(value: number):…". Left out, already above. Ask again for the full text.',
		);
	});

	test("comes in full if some of it is new", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "./state" }, plain(rows));
		expect(conversation.ask("Bash", { command: "./state" }, plain([rows[0]!, "third"]))).toMatchObject({
			reason: "fresh",
		});
	});

	test("comes in full if a note would save fewer tokens than the policy asks of it", () => {
		const save = (allTokens: number): string => {
			const conversation = newConversation({ allTokens });
			conversation.ask("Bash", { command: "./state" }, plain(rows));
			return conversation.ask("Bash", { command: "./state" }, plain(rows)).form;
		};
		expect([save(60), save(600)]).toEqual(["same", "whole"]);
	});

	test("has no lines left out of one of its parts alone", () => {
		const conversation = newConversation();
		const both = (last: string): string => `${rows[0]}\n---\n${last}\n`;
		const command = "cat a.txt; echo ---; cat b.txt";
		conversation.ask("Bash", { command }, both("one"));
		expect(conversation.ask("Bash", { command }, both("two"))).toMatchObject({ reason: "fresh" });
	});
});

describe("a first line behind a word of the tool", () => {
	const asked = { filePath: path };
	const tagged = (shown: readonly string[]): string => wrapped(shown).replace("<content>\n", "<content>");

	test("is never left out, because the word would be left out with it", () => {
		const conversation = newConversation({ lines: 1, tokens: 1, share: 0 });
		conversation.ask("read", asked, tagged(lines));
		const { form, text } = conversation.ask("read", asked, tagged(lines));
		expect(form).toBe("quoted");
		expect(text.split("\n").slice(2, 4)).toEqual([
			`<content>1: ${lines[0]}`,
			"[ibid] lines 2-40 as last shown by read. Left out, already above. Ask again for the full text.",
		]);
	});

	test("is a line of the file like any other", () => {
		const conversation = newConversation();
		conversation.ask("read", asked, tagged(lines));
		expect(conversation.ask("Read", file, numbered(lines)).text).toStartWith(
			"1\t[ibid] lines 1-40 as last shown by read.",
		);
	});

	test("must not pass for a note either", () => {
		const conversation = newConversation();
		conversation.ask("read", asked, tagged(lines));
		expect(
			conversation.ask("read", asked, tagged(["[ibid] line 1 as last shown by read", ...lines.slice(1)])).reason,
		).toBe("lookalike");
	});
});

describe("forms", () => {
	test("a text that the model has not seen is sent in full", () => {
		const answer = newConversation().ask("Read", file, numbered(lines));
		expect([answer.form, answer.reason, answer.text]).toEqual(["whole", "fresh", numbered(lines)]);
	});

	test("an unchanged file becomes one note", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const { form, text, notes } = conversation.ask("Read", file, numbered(lines));
		expect([form, notes]).toEqual(["same", 1]);
		expect(text).toBe(
			"1\t[ibid] lines 1-40 as last shown by Read. Left out, already above. Ask again for the full text.",
		);
	});

	test("lines around a change from outside are quoted with the numbers they had", () => {
		const conversation = newConversation();
		conversation.ask("read", { filePath: path }, wrapped(lines));
		const { form, text } = conversation.ask(
			"read",
			{ filePath: path },
			wrapped([...lines.slice(0, 20), ...inserted, ...lines.slice(20)]),
		);
		expect(form).toBe("quoted");
		expect(text.split("\n").slice(3, 8)).toEqual([
			"[ibid] lines 1-20 as last shown by read. Left out, already above. Ask again for the full text.",
			...inserted.map((line, index) => `${21 + index}: ${line}`),
			"[ibid] lines 24-43 = lines 21-40 as last shown by read",
		]);
	});

	test("a note with more characters than the lines it replaces is not sent, whatever the estimate says", () => {
		const conversation = newConversation();
		const digits = (count: number): string => numbered(Array.from({ length: count }, (_, index) => String(index % 10)));
		conversation.ask("Read", file, digits(30));
		expect(conversation.ask("Read", file, digits(18))).toMatchObject({ form: "whole", reason: "small" });
	});

	test("where the host numbers what it is given, an answer has one fresh run with true numbers", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const changed = lines.map((line, index) => ([10, 28].includes(index) ? "changed" : line));
		const { text } = conversation.ask("Read", file, numbered(changed));
		expect(text.split("\n")[0]).toStartWith("10\t[ibid] lines 1-10 as last shown by Read.");
		expect(text.split("\n").slice(1, -1)).toEqual(numbered(changed.slice(10, 29), 11).split("\n"));
		expect(text.split("\n").at(-1)).toBe("30\t[ibid] lines 30-40 as last shown by Read");
	});
});

describe("words", () => {
	test("lines that show no numbers are found by their first line", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "cat a.ts" }, plain(lines));
		const { text } = conversation.ask("Bash", { command: "sed -n '11,30p' a.ts" }, plain(lines.slice(10, 30)));
		expect(text).toStartWith(
			'[ibid] lines 11-30 as last shown by "cat a.ts", beginning "export function step11(value: number): n…". Left out',
		);
	});

	test("what the model wrote itself is called so", () => {
		const conversation = newConversation();
		conversation.ask("Write", { file_path: path, content: plain(lines) }, "written");
		expect(conversation.ask("Bash", { command: "cat a.ts" }, plain(lines)).text).toContain(
			"lines 1-40 as you wrote them, beginning",
		);
	});

	test("an own edit is called so, and what it moved is found where it was shown", () => {
		const conversation = newConversation({ tokens: 20 });
		const block = code(8, 700);
		conversation.ask("Read", file, numbered(lines));
		conversation.ask(
			"Edit",
			{ file_path: path, old_string: lines[20], new_string: [lines[20], ...block].join("\n") },
			"edited",
		);
		const after = [...lines.slice(0, 21), ...block, ...lines.slice(21)];
		const { form, text } = conversation.ask("Read", file, numbered(after));
		expect(form).toBe("same");
		expect(text).toContain("lines 1-20 as last shown by Read; lines 21-29 as in your edit, beginning");
		expect(text).toContain("; lines 30-48 = lines 22-40 as last shown by Read.");
	});

	test("a command's output names the last run, and an earlier one where the last was itself shortened", () => {
		const conversation = newConversation();
		const output = (time: number) => plain([`took ${time} ms`, ...lines]);
		conversation.ask("Bash", { command: "npm test" }, output(1));
		expect(conversation.ask("Bash", { command: "npm test" }, output(2)).text).toContain(
			"40 lines as in the last run, beginning",
		);
		expect(conversation.ask("Bash", { command: "npm test" }, output(3)).text).toContain(
			"40 lines as in an earlier run, beginning",
		);
		expect(conversation.ask("Bash", { command: "npm t" }, output(4)).text).toContain(
			'40 lines = earlier output of "npm test", beginning',
		);
	});

	test("the last run is the last, also where it came in this very turn", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "npm test" }, plain(["took 1 ms", ...lines]));
		conversation.turn();
		const texts = [2, 3].map((time) => {
			const call = conversation.call(`call-${time}`, "Bash", { command: "npm test" });
			return conversation.answer(call, plain([`took ${time} ms`, ...lines])).text;
		});
		expect(texts[0]).toContain("40 lines as in the last run");
		expect(texts[1]).toContain("40 lines as in an earlier run");
	});

	test("lines of another file are equal, not unchanged", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "b.ts" }, numbered(lines));
		expect(conversation.ask("Read", file, numbered(lines)).text).toContain(
			"lines 1-40 = b.ts:1-40 as last shown by Read",
		);
	});

	test("a path that two files share is written in full", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "b.ts" }, numbered(lines));
		conversation.turn();
		const other = { kind: "file", name: "/elsewhere/b.ts", label: "b.ts" } as const;
		conversation.fold({ kind: "ask", place: { subject: other } });
		expect(conversation.ask("Read", file, numbered(lines)).text).toContain("= /project/b.ts:1-40 as last shown");
	});

	test("two commands that look alike however late they are cut make both unnameable", () => {
		const conversation = newConversation();
		const long = `grep -r ${"x".repeat(200)}`;
		conversation.ask("Bash", { command: `${long} one` }, plain(lines));
		conversation.ask("Bash", { command: `${long} two` }, plain(code(30, 300)));
		expect(conversation.ask("Bash", { command: "other" }, plain(lines)).form).toBe("whole");
	});

	test("a command is cut where it differs from every other", () => {
		const conversation = newConversation();
		const long = `grep -r ${"x".repeat(60)}`;
		conversation.ask("Bash", { command: `${long} one` }, plain(lines));
		const alone = conversation.ask("Bash", { command: "other" }, plain(lines));
		expect(alone.text).toContain(`= output of "grep -r ${"x".repeat(40)}…"`);
		conversation.ask("Bash", { command: `${long} two` }, plain(code(30, 300)));
		expect(conversation.ask("Bash", { command: "more" }, plain(lines)).text).toContain(`= output of "${long} one"`);
	});

	test("asking again is only promised where it is harmless", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "deploy" }, plain(lines));
		const { text } = conversation.ask("Bash", { command: "deploy" }, plain([...lines, "new"]));
		expect(text).toContain("Left out, already above.");
		expect(text).not.toContain("Ask again");
	});

	test("blank and tiny lines never serve as anchors", () => {
		const conversation = newConversation();
		const text = plain(["", "}", ...lines]);
		conversation.ask("Bash", { command: "cat a.ts" }, text);
		const answer = conversation.ask("Bash", { command: "cat a.ts" }, plain(["", "}", ...lines, "new"]));
		expect(answer.text.split("\n").slice(0, 2)).toEqual(["", "}"]);
		expect(answer.text).toContain('lines 3-42 as last shown by "cat a.ts", beginning "export function step1(');
	});

	test("an anchor with several different continuations is not used", () => {
		const conversation = newConversation({ lines: 1, tokens: 1 });
		const twice = [lines[0]!, ...lines.slice(1, 8), lines[0]!, ...lines.slice(20, 27)];
		conversation.ask("Bash", { command: "cat a.ts" }, plain(twice));
		const { text } = conversation.ask("Bash", { command: "sed -n '9,16p' a.ts" }, plain(twice.slice(8)));
		expect(text.split("\n")[0]).toBe(lines[0]!);
		expect(text).toContain('lines 10-16 as last shown by "cat a.ts", beginning');
	});
});

describe("what may not be quoted", () => {
	test("a passage that the host has erased", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.fold({ kind: "erase", ids: ["call-1"] });
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
	});

	test("anything from before a reset", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.fold({ kind: "reset" });
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
	});

	test("a result of the same turn", () => {
		const conversation = newConversation();
		conversation.turn();
		const first = conversation.call("one", "Read", file);
		conversation.answer(first, numbered(lines));
		const second = conversation.call("two", "Read", file);
		expect(conversation.answer(second, numbered(lines)).reason).toBe("fresh");
	});

	test("an arrival beside an open call on the same subject, or one that may change things", () => {
		const reason = (tool: string, input: Record<string, string>) => {
			const conversation = newConversation();
			conversation.ask("Read", file, numbered(lines));
			conversation.turn();
			const call = conversation.call("one", "Read", file);
			conversation.call("two", tool, input);
			return conversation.answer(call, numbered(lines)).reason;
		};
		expect(reason("Bash", { command: "cat a.ts" })).toBe("sibling");
		expect(reason("Bash", { command: "make" })).toBe("sibling");
		expect(reason("Bash", { command: "cat b.ts" })).toBeUndefined();
	});

	test("lines that a later view has shown otherwise", () => {
		const conversation = newConversation();
		const other = lines.map((line, index) => (index < 20 ? `${line} // B` : line));
		conversation.ask("Bash", { command: "cat a.ts" }, plain(lines));
		conversation.ask("Bash", { command: "cat a.ts" }, plain(other));
		const { text } = conversation.ask("Bash", { command: "cat a.ts" }, plain(lines));
		for (const line of lines.slice(0, 20)) expect(text).toContain(line);
	});

	test("an undone edit", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "cat a.ts" }, plain(lines));
		conversation.ask("Edit", { file_path: path, old_string: lines[20], new_string: "mine" }, "edited");
		const { text } = conversation.ask("Bash", { command: "cat a.ts" }, plain(lines));
		expect(text).toContain(lines[20]!);
		expect(text).toContain("lines 1-20 as last shown by");
	});

	test("lines that an own insertion moved and that arrive where they were before", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask(
			"Edit",
			{ file_path: path, old_string: lines[4], new_string: [lines[4], ...inserted].join("\n") },
			"edited",
		);
		const answer = conversation.ask("Read", file, numbered(lines));
		for (const line of lines.slice(5)) expect(answer.text).toContain(line);
	});

	test("earlier views of a file that the model has written anew", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Write", { file_path: path, content: plain(code(5, 800)) }, "written");
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
	});

	test("views hidden by a text that the host has cut", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Read", file, "1\tcut", "cut");
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
	});

	test("lines hidden by the host, while the others stay", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const subject = { kind: "file", name: "/project/a.ts", label: path } as const;
		conversation.fold({ kind: "hide", place: { subject, lines: { first: 1, last: 10 } } });
		const { text } = conversation.ask("Read", file, numbered(lines));
		expect(text).toContain(lines[9]!);
		expect(text).toContain("lines 11-40 as last shown by Read");
	});

	test("views of a file that a write may have changed which never answered", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.turn();
		conversation.call("lost", "Write", { file_path: path, content: "x" });
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
	});

	test("a failed write hides nothing", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Write", { file_path: path, content: "x" }, "no", "failed");
		expect(conversation.ask("Bash", { command: "nl -ba b.ts" }, plain(lines)).form).toBe("whole");
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("asked");
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});

	test("the lines that a note replaces, in the answer that has the note", () => {
		const conversation = newConversation();
		const grown = [...lines, ...code(20, 500)];
		conversation.ask("read", { filePath: path }, wrapped(lines));
		conversation.ask("read", { filePath: path }, wrapped(grown));
		conversation.fold({ kind: "erase", ids: ["call-1"] });
		const { text } = conversation.ask("read", { filePath: path }, wrapped([...grown, "new"]));
		for (const line of lines) expect(text).toContain(line);
		expect(text).toContain("[ibid] lines 41-60 as last shown by read");
	});

	test("the end of a file that has become shorter", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "cat a.ts" }, plain(lines));
		conversation.ask("Bash", { command: "cat a.ts" }, plain(lines.slice(0, 20)));
		const { text } = conversation.ask("Bash", { command: "sed -n '21,40p' a.ts" }, plain(lines.slice(20)));
		for (const line of lines.slice(20)) expect(text).toContain(line);
	});
});

describe("untouched", () => {
	test("failed calls, short texts, instruction files and files that may hold secrets", () => {
		const reasonOfSecond = (input: Record<string, string>, text: string) => {
			const conversation = newConversation();
			conversation.ask("Read", input, text);
			return conversation.ask("Read", input, text).reason;
		};
		expect(newConversation().ask("Read", file, "no such file", "failed").reason).toBe("failed");
		expect(reasonOfSecond(file, "1\tshort")).toBe("short");
		expect(reasonOfSecond({ file_path: "docs/AGENTS.md" }, numbered(lines))).toBe("instructions");
		expect(reasonOfSecond({ file_path: ".env.local" }, numbered(lines))).toBe("sensitive");
	});

	test("files that the user wants left alone, by their full names", () => {
		const conversation = newConversation({ isIgnored: (name) => name.endsWith("/a.ts") });
		for (const reason of ["ignored", "ignored"] as const)
			expect(conversation.ask("Read", { file_path: "a.ts" }, numbered(lines)).reason).toBe(reason);
	});

	test("nothing of a file that may hold secrets is quoted elsewhere", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "server.key" }, numbered(lines));
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
	});

	test("an answer whose fresh lines would pass for a note", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		expect(conversation.ask("Read", file, numbered([...lines, "[ibid] lines 1-2 as last shown by Read"])).reason).toBe(
			"lookalike",
		);
	});

	test("a text with a hit of a search that would pass for a note", () => {
		const conversation = newConversation();
		const hit = "src/a.ts:12:[ibid] lines 1-2 as last shown by Read";
		const first = conversation.ask("Bash", { command: "npm test" }, lines.join("\n"));
		const second = conversation.ask("Bash", { command: "npm test" }, [...lines, hit].join("\n"));
		expect([first.reason, second.reason]).toEqual(["fresh", "lookalike"]);
	});

	test("a text whose gutter is not as the lens says", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		expect(conversation.ask("Read", file, numbered(lines, 7)).reason).toBe("gutter");
	});

	test("the next view of what the user asked for, and only that", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const subject = { kind: "file", name: "/project/a.ts", label: path } as const;
		conversation.fold({ kind: "ask", place: { subject } });
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("asked");
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});
});

describe("asking again", () => {
	const shortened = () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Read", file, numbered(lines));
		return conversation;
	};

	test("the same call again brings the whole text, once", () => {
		const conversation = shortened();
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("asked again");
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});

	test("a narrower range does, and so does another tool", () => {
		const range = numbered(lines.slice(9, 30), 10);
		expect(shortened().ask("Read", { ...file, offset: 10, limit: 21 }, range).reason).toBe("asked again");
		expect(shortened().ask("Bash", { command: "cat a.ts" }, plain(lines)).reason).toBe("asked again");
	});

	test("some of it, and then all of it, brings both in full", () => {
		const conversation = shortened();
		const some = conversation.ask("Read", { ...file, offset: 40, limit: 1 }, numbered([lines[39]!], 40));
		const all = conversation.ask("Read", file, numbered(lines));
		expect([some.form, all.reason]).toEqual(["whole", "asked again"]);
	});

	test("in a row brings it in full every second time; more than three turns later it is habit", () => {
		const conversation = shortened();
		const ask = (): string => conversation.ask("Read", file, numbered(lines)).form;
		expect([ask(), ask(), ask()]).toEqual(["whole", "same", "whole"]);
		const later = [1, 2, 3].map(() => {
			for (const step of [1, 2, 3, 4]) conversation.ask("Bash", { command: `true ${step}` }, "");
			return ask();
		});
		expect(later).toEqual(["same", "same", "same"]);
	});

	test("a view that brings something new may be shortened again", () => {
		expect(shortened().ask("Read", file, numbered([...lines, "new"])).form).toBe("quoted");
	});

	test("lines that the last answer did show are left out", () => {
		const conversation = newConversation();
		const grown = [...lines, ...code(20, 500)];
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Read", file, numbered(grown));
		const range = numbered(grown.slice(40), 41);
		expect(conversation.ask("Read", { ...file, offset: 41, limit: 20 }, range).form).toBe("same");
	});
});

describe("the self-check", () => {
	test("a render that drops a line is found out, and the whole text is sent", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const faulty: typeof render = (...given) => render(...given).replace("40", "39");
		conversation.hands = { render: faulty, read };
		const answer = conversation.ask("Read", file, numbered(lines));
		expect([answer.reason, answer.text]).toEqual(["unread", numbered(lines)]);
	});
});
