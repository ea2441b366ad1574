import { describe, expect, test } from "bun:test";
import { type ConversationFixture, code, newConversation, numbered, plain } from "../../sim/conversation-fixture.ts";
import { TOOLS } from "../../sim/tools.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { decide } from "./decide.ts";

const lines = code(40);
const others = code(40, 500);
const cat = { command: "cat a.ts" };
const run = { command: "npm test" };

/** A call from another directory than the usual one. */
function askIn(
	conversation: ConversationFixture,
	directory: string,
	id: string,
	tool: string,
	input: Record<string, string>,
	text: string,
) {
	const call = { id, tool, input, directory };
	conversation.turn();
	conversation.fold({ kind: "call", call: lookAtCall(TOOLS, call) });
	return conversation.answer(call, text).text;
}

describe("the last one is the last one on the page", () => {
	test("a failed run counts too", () => {
		const conversation = newConversation();
		conversation.ask("Bash", run, plain(lines));
		conversation.ask("Bash", run, plain([lines[0]!, ...others]), "failed");
		expect(conversation.ask("Bash", run, plain(["took 3 ms", ...lines])).reason).toBe("fresh");
	});

	test("and so does a write that was denied", () => {
		const conversation = newConversation();
		conversation.ask("Write", { file_path: "a.ts", content: plain(lines) }, "written");
		conversation.ask("Write", { file_path: "a.ts", content: plain([lines[0]!, ...others]) }, "no", "failed");
		conversation.ask("Edit", { file_path: "a.ts", old_string: lines[39], new_string: "mine" }, "edited");
		expect(conversation.ask("Bash", cat, plain([...lines.slice(0, 39), "mine"])).text).toContain(
			'lines 2-39 as you wrote them, beginning "export function step2(',
		);
	});

	test("and an edit that was denied, to which no words may lead", () => {
		const edit = { file_path: "a.ts", old_string: "somewhere", new_string: lines.join("\n") };
		const after = (outcome: "done" | "failed") => {
			const conversation = newConversation();
			conversation.ask("Edit", edit, "edited");
			conversation.ask("Edit", edit, "edited or not", outcome);
			conversation.ask("Edit", { ...edit, new_string: "another" }, "edited");
			return conversation.ask("Bash", cat, plain(lines));
		};
		expect(after("done").text).toContain("lines 1-40 as in your edit");
		expect(after("failed").form).toBe("whole");
	});

	test("whether it was to change the file or to write it whole", () => {
		const conversation = newConversation();
		const edit = { file_path: "a.ts", old_string: "somewhere", new_string: lines.join("\n") };
		conversation.ask("Edit", edit, "edited");
		conversation.ask("Edit", { ...edit, old_string: "", new_string: [lines[0], ...others].join("\n") }, "no", "failed");
		conversation.ask("Edit", { ...edit, new_string: "another" }, "edited");
		expect(conversation.ask("Bash", cat, plain(lines)).text).toContain('beginning "export function step2(');
	});

	test("and a run whose output the host has erased", () => {
		const conversation = newConversation();
		conversation.ask("Bash", run, plain(["took 1 ms", ...lines]));
		conversation.ask("Bash", run, plain(["took 2 ms", ...lines]));
		conversation.fold({ kind: "erase", ids: ["call-2"] });
		expect(conversation.ask("Bash", run, plain(["took 3 ms", ...lines])).text).toContain("as in an earlier run");
	});

	test("an earlier run is named only where all that could be meant agree", () => {
		const conversation = newConversation();
		const start = "start of the suite";
		conversation.ask("Bash", run, plain([start, ...others]));
		conversation.ask("Bash", run, plain([start, ...lines]));
		conversation.ask("Bash", run, plain([start, ...lines, "took 3 ms"]));
		const { text } = conversation.ask("Bash", run, plain([start, ...lines, "took 4 ms"]));
		expect(text.split("\n")[0]).toBe(start);
		expect(text).toContain('40 lines as in an earlier run, beginning "export function step1(');
	});
});

describe("line numbers that a note gives to other lines than were printed", () => {
	const quoted = (first: number) => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "b.ts", limit: 40 }, numbered(lines));
		conversation.ask("Read", { file_path: "b.ts", offset: first }, numbered(lines.slice(20), first));
		return conversation.ask("Bash", { command: "cat c.ts" }, plain(lines)).text;
	};

	test("are not used", () => {
		expect(quoted(21)).toContain("lines 1-40 = b.ts:1-40 as last shown by Read");
		expect(quoted(23)).toContain("lines 1-22 = b.ts:1-22 as last shown by Read");
		expect(quoted(23)).toContain('lines 23-40 = b.ts as last shown by Read, beginning "export function step23(');
	});
});

describe("one label for two subjects", () => {
	test("a file is called by its full path", () => {
		const conversation = newConversation();
		askIn(conversation, "/a", "1", "Read", { file_path: "x.ts" }, numbered(lines));
		askIn(conversation, "/b", "2", "Read", { file_path: "x.ts" }, numbered(others));
		const text = askIn(conversation, "/a", "3", "Read", { file_path: "x.ts" }, numbered(lines));
		expect(text).toContain("lines 1-40 = /a/x.ts:1-40 as last shown by Read");
	});

	test("a file is never quoted under the arrival's own label", () => {
		const conversation = newConversation();
		askIn(conversation, "/a", "1", "Read", { file_path: "x.ts" }, numbered(lines));
		const text = askIn(conversation, "/b", "2", "Read", { file_path: "x.ts" }, numbered(lines));
		expect(text).toContain("lines 1-40 = /a/x.ts:1-40 as last shown by Read");
	});

	test("a command is not called as the arriving one would be, once both are cut as late as can be", () => {
		const conversation = newConversation();
		const long = `grep -r ${"x".repeat(200)}`;
		conversation.ask("Bash", { command: `${long} one` }, plain(lines));
		expect(conversation.ask("Bash", { command: `${long} two` }, plain(lines)).form).toBe("whole");
	});

	test("a label counts as soon as the model has used it, though the call failed", () => {
		const conversation = newConversation();
		askIn(conversation, "/a", "1", "Read", { file_path: "x.ts" }, numbered(lines));
		const call = { id: "2", tool: "Read", input: { file_path: "x.ts" }, directory: "/b" };
		conversation.turn();
		conversation.fold({ kind: "call", call: lookAtCall(TOOLS, call) });
		conversation.answer(call, "no such file", "failed");
		expect(askIn(conversation, "/a", "3", "Bash", run, plain(lines))).toContain("= /a/x.ts:1-40 as last shown by Read");
	});

	test("a command is not quoted at all", () => {
		const conversation = newConversation();
		askIn(conversation, "/a", "1", "Bash", run, plain(lines));
		askIn(conversation, "/b", "2", "Bash", run, plain([lines[0]!, ...others]));
		expect(askIn(conversation, "/a", "3", "Bash", run, plain(["took 3 ms", ...lines]))).not.toContain("[ibid]");
	});

	test("another spelling of the same path changes nothing", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		expect(conversation.ask("Read", { file_path: "./a.ts" }, numbered(lines)).text).toContain(
			"lines 1-40 as last shown by Read",
		);
	});
});

describe("calls of one turn", () => {
	test("a file that another call is about to show is not quoted", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		conversation.turn();
		const copy = conversation.call("copy", "Read", { file_path: "b.ts" });
		conversation.call("original", "Read", { file_path: "a.ts" });
		expect(conversation.answer(copy, numbered(lines)).reason).toBe("fresh");
	});

	test("numbers that a sibling shows too are not used", () => {
		const conversation = newConversation();
		const moved = ["new", ...lines];
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		conversation.ask("Bash", cat, plain(moved));
		conversation.turn();
		conversation.answer(
			conversation.call("one", "Read", { file_path: "a.ts", offset: 5, limit: 10 }),
			numbered(moved.slice(4, 14), 5),
		);
		const { text } = conversation.answer(
			conversation.call("two", "Bash", { command: "sed -n '15,41p' a.ts" }),
			plain([...moved.slice(14, 40), "changed"]),
		);
		expect(text).toStartWith(
			'[ibid] lines 15-40 = lines 14-39 as last shown by Read, beginning "export function step14(',
		);
	});

	test.each([true, false])("a run that cannot be read counts as a run, also a turn too late: %p", (isLate) => {
		const conversation = newConversation();
		conversation.turn();
		const unread = conversation.call("unread", "Bash", run);
		if (isLate) conversation.turn();
		const text = '[ibid] 40 lines = b.ts as last shown by Read, beginning "no such line". Left out, already above.';
		conversation.fold({
			kind: "result",
			id: "unread",
			text,
			view: lookAtText(TOOLS, unread, text, "done", true),
			shortened: true,
		});
		const answers = [0, 1, 2].map((times) => conversation.ask("Bash", run, plain([`took ${times} ms`, ...lines])));
		expect(answers.map(({ form }) => form)).toEqual(["whole", "quoted", "whole"]);
	});

	test("a write that answers a turn too late leaves its file in doubt", () => {
		const conversation = newConversation();
		conversation.turn();
		const late = conversation.call("late", "Write", { file_path: "a.ts", content: "other" });
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		conversation.answer(late, "written");
		expect(conversation.ask("Read", { file_path: "a.ts" }, numbered(lines)).reason).toBe("fresh");
	});
});

describe("what went away", () => {
	test("lines below a deletion say where they were, with and without printed numbers", () => {
		const left = [...lines.slice(0, 20), ...lines.slice(30)];
		const conversation = newConversation();
		conversation.ask("Bash", cat, plain(lines));
		expect(conversation.ask("Bash", cat, plain(left)).text).toContain(
			'lines 21-29 = lines 31-39 as last shown by "cat a.ts", beginning',
		);
		const other = newConversation();
		other.ask("Read", { file_path: "a.ts" }, numbered(lines));
		expect(other.ask("Read", { file_path: "a.ts" }, numbered(left)).text).toContain(
			"lines 21-29 = lines 31-39 as last shown by Read",
		);
	});

	test("a file that has lost its end shows its last line", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		const { text } = conversation.ask("Read", { file_path: "a.ts" }, numbered(lines.slice(0, 30)));
		expect(text.split("\n").slice(1)).toEqual([`30\t${lines[29]}`]);
	});

	test("a range that ends early hides what was after it", () => {
		const conversation = newConversation();
		conversation.ask("Bash", cat, plain(lines));
		conversation.ask("Bash", { command: "sed -n '21,40p' a.ts" }, "");
		expect(conversation.ask("Bash", { command: "sed -n '21,40p' a.ts" }, plain(lines.slice(20))).reason).toBe("fresh");
	});

	test("a blank line that was appended is not of the model's own write", () => {
		const conversation = newConversation();
		conversation.ask("Write", { file_path: "a.ts", content: plain(lines) }, "written");
		expect(conversation.ask("Bash", cat, plain([...lines, ""])).text).toContain("lines 1-40 as you wrote them");
	});
});

describe("undone edits", () => {
	const undone = (view: string, old: string, text = "mine") => {
		const conversation = newConversation();
		conversation.ask("Bash", cat, view);
		conversation.ask("Edit", { file_path: "a.ts", old_string: old, new_string: text }, "edited");
		return conversation.ask("Bash", cat, view).text;
	};

	test("of a file with carriage returns", () => {
		const view = lines.map((line) => `${line}\r\n`).join("");
		expect(undone(view, `${lines[20]}\n${lines[21]}`)).toContain(lines[20]!);
	});

	test("of text that reaches beyond what was shown", () => {
		expect(undone(plain(lines), `${lines[39]}\na line never shown`)).toContain(lines[39]!);
	});
});

describe("lines in a passage of another subject", () => {
	const quoted = () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "make" }, plain(lines));
		expect(conversation.ask("Bash", cat, plain([...lines, "one"])).text).toContain(
			'lines 1-40 = output of "make", beginning',
		);
		return conversation;
	};

	test("are quoted again from there", () => {
		expect(quoted().ask("Bash", cat, plain([...lines, "two"])).text).toContain(
			'lines 1-40 = output of "make", beginning',
		);
	});

	test("but not once that has changed", () => {
		const conversation = quoted();
		conversation.ask("Bash", { command: "make" }, plain(others));
		expect(conversation.ask("Bash", cat, plain([...lines, "two"])).form).toBe("whole");
	});
});

describe("a host that says by itself that lines are unchanged", () => {
	const file = { file_path: "a.ts" };
	const unchanged = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";
	const range = { ...file, offset: 10, limit: 21 };
	const top = { ...file, offset: 1, limit: 20 };

	/** A file was read, and asked for again in vain. */
	const refused = (input: typeof file = file): ConversationFixture => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Read", input, unchanged);
		return conversation;
	};

	test("is not answered better", () => {
		const answer = newConversation().ask("Read", file, unchanged);
		expect([answer.form, answer.reason, answer.text]).toEqual(["whole", "short", unchanged]);
	});

	test("has left them out, so a call for the same lines, for fewer or by another tool asks again", () => {
		expect(refused().ask("Read", file, numbered(lines)).reason).toBe("asked again");
		expect(refused().ask("Read", range, numbered(lines.slice(9, 30), 10)).reason).toBe("asked again");
		expect(refused().ask("Bash", cat, plain(lines)).reason).toBe("asked again");
	});

	test("has left them out once", () => {
		const conversation = refused();
		conversation.ask("Read", file, numbered(lines));
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});

	test("has not left out other lines, nor what is new", () => {
		expect(refused(top).ask("Read", { ...file, offset: 21 }, numbered(lines.slice(20), 21)).form).toBe("same");
		expect(refused().ask("Read", file, numbered([...lines, "new"])).form).toBe("quoted");
	});

	test("has left them out of what the model may ask for after its own edit no more", () => {
		const conversation = refused();
		conversation.ask("Edit", { ...file, old_string: lines[20]!, new_string: "// changed" }, "edited");
		expect(conversation.ask("Read", file, numbered(lines.with(20, "// changed"))).form).toBe("quoted");
	});

	test("takes nothing away and shows nothing", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, unchanged);
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("fresh");
		expect(conversation.ask("Read", { file_path: "b.ts" }, numbered(lines)).form).toBe("same");
	});

	test("has said nothing once its words are erased", () => {
		const conversation = refused();
		conversation.fold({ kind: "erase", ids: ["call-2"] });
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});
});

test("an anchor is the beginning of no other line", () => {
	const conversation = newConversation();
	const returns = Array.from({ length: 10 }, (_, line) => `return compute(${line}) + something.long.enough(${line});`);
	conversation.ask("Bash", cat, plain([...returns, "return", ...lines]));
	const { text } = conversation.ask("Bash", { command: "sed -n '11,60p' a.ts" }, plain(["return", ...lines]));
	expect(text).toContain('lines 12-51 as last shown by "cat a.ts", beginning "export function step1(');
});

test("an anchor is the beginning of no line behind what looks like its number", () => {
	const conversation = newConversation();
	conversation.ask("Bash", cat, plain([...lines, `15\t${lines[0]}`]));
	const { text } = conversation.ask("Bash", { command: "sed -n '1,40p' a.ts" }, plain(lines));
	expect(text.split("\n")[0]).toBe(lines[0]!);
	expect(text).toContain('lines 2-40 as last shown by "cat a.ts", beginning');
});

test("an anchor is not cut inside a character", () => {
	const conversation = newConversation();
	const emoji = plain([`${"x".repeat(39)}😀 and more`, ...lines]);
	conversation.ask("Bash", cat, emoji);
	expect(conversation.ask("Bash", cat, `${emoji}new\n`).text).toContain(`beginning "${"x".repeat(39)}…"`);
});

test("lines that the user asked for are sent in full, and others do not use that up", () => {
	const conversation = newConversation();
	const subject = { kind: "file", name: "/project/a.ts", label: "a.ts" } as const;
	conversation.ask("Bash", cat, plain(lines));
	conversation.fold({ kind: "ask", place: { subject, lines: { first: 1, last: 10 } } });
	expect(conversation.ask("Bash", { command: "sed -n '21,40p' a.ts" }, plain(lines.slice(20))).form).toBe("same");
	expect(conversation.ask("Bash", cat, plain(lines)).reason).toBe("asked");
});

test("an older window answers as before, however much a newer one has grown", () => {
	const conversation = newConversation();
	conversation.ask("Bash", run, plain(lines));
	conversation.turn();
	const call = conversation.call("again", "Bash", { command: "other" });
	const early = conversation.window;
	const subject = { kind: "command", name: "/project\nother", label: "other" } as const;
	const part = { subject, from: 0, count: 40, first: 1, gutter: { kind: "none" }, room: 1000 } as const;
	const arrival = { id: call.id, text: plain(lines), view: { kind: "shown", parts: [part] } } as const;
	const before = decide(early, arrival);
	for (let each = 0; each < 250; each++) {
		conversation.fold({ kind: "result", id: `${each}`, text: plain(lines), view: arrival.view, shortened: false });
	}
	expect(before.form).toBe("same");
	expect(decide(early, arrival)).toEqual(before);
});

describe("a lens that errs", () => {
	const subject = { kind: "file", name: "/project/a.ts", label: "a.ts" } as const;
	const part = { subject, from: 0, count: 40, first: 1, gutter: { kind: "none" }, room: 0 } as const;

	test.each([
		["a negative count", { ...part, count: -1 }],
		["more lines than there are", { ...part, count: 2 ** 31 }],
		["no whole number of them", { ...part, count: Number.NaN }],
		["a beginning before the first line", { ...part, from: -3 }],
	])("may claim %s", (_, claimed) => {
		const conversation = newConversation();
		const view = { kind: "shown", parts: [claimed] } as const;
		conversation.turn();
		expect(decide(conversation.window, { id: "1", text: plain(lines), view }).reason).toBe("gutter");
		for (const shortened of [false, true])
			conversation.fold({ kind: "result", id: "1", text: plain(lines), view, shortened });
		expect(conversation.ask("Bash", cat, plain(lines)).reason).toBe("fresh");
	});
});
