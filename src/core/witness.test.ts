import { describe, expect, test } from "bun:test";
import { code, newConversation, numbered, plain, wrapped } from "../../sim/conversation-fixture.ts";

const lines = code(40);
const other = lines.map((line, index) => (index % 3 === 0 ? `${line} // other` : line));
const file = { file_path: "/project/a.ts" };
const listed = (shown: readonly string[], first = 1) =>
	shown.map((line, index) => `${String(first + index).padStart(6)}\t${line}\n`).join("");

describe("a note names its witness", () => {
	test("the tool that reads files, whatever an unreadable command has shown since", () => {
		const conversation = newConversation();
		conversation.ask("read", { filePath: "a.ts" }, wrapped(lines));
		conversation.ask("Bash", { command: 'for f in a.ts; do cat "$f"; done' }, plain(other));
		const { text } = conversation.ask("read", { filePath: "a.ts" }, wrapped(lines));
		expect(text).toContain("[ibid] lines 1-40 as last shown by read. Left out");
	});

	test("the command as it was written, with its steps into folders", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "cd src && cat -n a.ts" }, listed(lines));
		const { text } = conversation.ask("Read", { file_path: "/project/src/a.ts" }, numbered(lines));
		expect(text).toContain('lines 1-40 as last shown by "cd src && cat -n a.ts". Left out');
	});

	test("one that shows all of the lines before several that show parts of them", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Bash", { command: "sed -n '11,20p' a.ts" }, plain(lines.slice(10, 20)));
		conversation.ask("Bash", { command: "cat -n a.ts | head -n 5" }, listed(lines.slice(0, 5)));
		const { text } = conversation.ask("Read", file, numbered([...lines, "new"]));
		expect(text).toContain("[ibid] lines 1-40 as last shown by Read. Left out");
	});

	test("each of several where no one shows all", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command: "cat -n a.ts | sed -n '1,20p'" }, listed(lines.slice(0, 20)));
		conversation.ask("Bash", { command: "cat -n a.ts | sed -n '21,40p'" }, listed(lines.slice(20), 21));
		const { text } = conversation.ask("Read", file, numbered(lines));
		expect(text).toContain(
			`lines 1-20 as last shown by "cat -n a.ts | sed -n '1,20p'"; lines 21-40 as last shown by "cat -n a.ts | sed -n '21,40p'".`,
		);
	});

	test("by as much of a command as distinguishes it from every other that has run", () => {
		const conversation = newConversation();
		const long = `cat -n ${"./".repeat(30)}a.ts`;
		conversation.ask("Bash", { command: long }, listed(lines));
		expect(conversation.ask("Read", file, numbered(lines)).text).toContain(`by "${long.slice(0, 48)}…".`);
		const both = newConversation();
		both.ask("Bash", { command: long }, listed(lines));
		both.ask("Bash", { command: `${long.slice(0, -4)}b.ts` }, listed(code(40, 500)));
		expect(both.ask("Read", file, numbered(lines)).text).toContain(`by "${long}".`);
	});

	test("and by as much of a command whose output it was as no other command begins with, steps into folders included", () => {
		const folder = "cd /project/packages/server/source/session/store";
		const long = `${folder} && print $'\\x00' all`;
		const conversation = newConversation();
		conversation.ask("Bash", { command: long }, plain(lines));
		expect(conversation.ask("Bash", { command: "print these" }, plain(lines)).text).toContain(
			`= output of "${long.slice(0, 48)}…", beginning`,
		);
		const both = newConversation();
		both.ask("Bash", { command: long }, plain(lines));
		both.ask("Bash", { command: `${folder} && print others` }, plain(code(40, 500)));
		expect(both.ask("Bash", { command: "print these" }, plain(lines)).text).toContain(
			`= output of ${JSON.stringify(long)}`,
		);
	});
});

describe("where a command shows several files", () => {
	const others = code(40, 500);

	const command = "cat -n b.ts | sed -n '1,40p'; cat -n a.ts | sed -n '1,40p'";

	test("a note says which of them it means, since each has its own numbers", () => {
		const conversation = newConversation();
		conversation.ask("Bash", { command }, (listed(others) + listed(lines)).trimEnd());
		expect(conversation.ask("Read", file, numbered(lines)).text).toContain(
			"[ibid] lines 1-40 = a.ts:1-40 as last shown by \"cat -n b.ts | sed -n '1,40p'; cat -n a.ts | sed …\".",
		);
	});

	test("words that begin a line of another of them are not used", () => {
		const conversation = newConversation();
		const text = plain([lines[0]!, ...others, "== a.ts", ...lines]);
		conversation.ask("bash", { command: "cat b.ts; echo '== a.ts'; cat a.ts" }, text);
		const { text: answer } = conversation.ask("read", { filePath: "/project/a.ts" }, wrapped(lines));
		expect(answer).toContain(lines[0]!);
		expect(answer).toContain("[ibid] lines 2-40 = a.ts as last shown by");
		expect(answer).toContain('beginning "export function step2(');
	});

	test("lines that it shows twice in different ways are not quoted by their numbers", () => {
		const twice = command.replace("b.ts", "a.ts");
		const after = (first: readonly string[]) => {
			const conversation = newConversation();
			conversation.ask("Bash", { command: twice }, (listed(first) + listed(lines)).trimEnd());
			return conversation.ask("Read", file, numbered(lines)).text;
		};
		expect(after(lines)).toContain("lines 1-40 as last shown by");
		expect(after(other)).not.toContain("lines 1-40 as last shown by");
	});
});

describe("a witness is not believed", () => {
	const command = { command: "cat -n a.ts" };

	test("if a later run of the command is not known line by line", () => {
		const conversation = newConversation();
		conversation.ask("Bash", command, listed(lines));
		conversation.ask("Bash", command, `${listed(other)}cat: b.ts: No such file or directory\n`, "failed");
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("whole");
	});

	test("where the same command has shown another file since", () => {
		const conversation = newConversation();
		conversation.ask("Bash", command, listed(lines));
		conversation.ask("Bash", { command: "cat -n a.ts", workdir: "/elsewhere" }, listed(lines));
		conversation.turn();
		const elsewhere = {
			id: "moved",
			tool: "bash",
			input: { ...command, workdir: "/elsewhere" },
			directory: "/project",
		};
		conversation.fold({ kind: "turn" });
		conversation.answer(conversation.call(elsewhere.id, elsewhere.tool, elsewhere.input), listed(other));
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("whole");
	});

	test("where the host has cut a later result of the tool", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Read", file, numbered(other), "cut");
		conversation.ask("Bash", command, listed(lines));
		expect(conversation.ask("Read", file, numbered(lines)).text).toContain('by "cat -n a.ts"');
	});

	test("where the host has numbered a later result in another way than it should", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Read", file, numbered(other, 2));
		conversation.ask("Bash", command, listed(lines));
		expect(conversation.ask("Read", file, numbered(lines)).text).toContain('by "cat -n a.ts"');
	});

	test("and is again where that result was taken out of the window", () => {
		const conversation = newConversation();
		conversation.ask("Bash", command, listed(lines));
		conversation.turn();
		conversation.answer(
			conversation.call("cut", "Bash", command),
			`${listed(other)}cat: b.ts: No such file\n`,
			"failed",
		);
		conversation.fold({ kind: "erase", ids: ["cut"] });
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});
});

describe("what a clause calls the lines", () => {
	test("a block that occurs twice is equal to the one that was shown, and has not moved", () => {
		const conversation = newConversation();
		conversation.ask("Read", { ...file, offset: 21, limit: 20 }, numbered(lines.slice(20), 21));
		const twice = [...lines.slice(20), ...lines.slice(20)];
		const { text } = conversation.ask("Read", file, numbered(twice));
		expect(text).toContain("[ibid] lines 1-20 = lines 21-40 as last shown by Read; lines 21-40 as last shown by Read");
	});

	test("a passage goes by the name that the file had there", () => {
		const conversation = newConversation();
		conversation.ask("Write", { file_path: "src/a.ts", content: plain(lines) }, "written");
		conversation.ask("Bash", { command: "cd src && sed -n 1p a.ts" }, plain(lines.slice(0, 1)));
		expect(conversation.ask("Bash", { command: "make" }, plain(lines)).text).toContain(
			"39 lines = your write of src/a.ts",
		);
	});

	test("hits of a search match", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const hits = [...lines, "last"].map((line, index) => `${index + 1}:${line}\n`).join("");
		const { text } = conversation.ask("Bash", { command: "grep -n e a.ts" }, hits);
		expect(text).toContain("[ibid] matching lines 1-40 as last shown by Read");
	});

	test("lines after the minus of a diff are removed", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		const diff = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ /dev/null\n@@ -1,40 +0,0 @@\n${lines.map((line) => `-${line}\n`).join("")}`;
		const { text } = conversation.ask("Bash", { command: "git diff" }, diff);
		expect(text).toContain("-[ibid] 40 removed lines = /project/a.ts:1-40 as last shown by Read");
	});
});

describe("lines that were left out are sent in full", () => {
	const left = () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
		return conversation;
	};

	test.each([`python3 -c "print(open('a.ts').read())"`, "cat $PWD/a.ts", "cat ../project/./other-name.ts"])(
		"if they are asked for by %s",
		(command) => {
			expect(left().ask("Bash", { command }, plain(lines)).reason).toBe("asked again");
		},
	);

	test("if they are in the output of the very command that asks", () => {
		const conversation = newConversation();
		const command = { command: "cat $PWD/a.ts" };
		conversation.ask("Bash", command, plain(lines));
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
		expect(conversation.ask("Bash", command, plain(lines)).reason).toBe("asked again");
	});

	test("if a text of another kind has left them out", () => {
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		expect(conversation.ask("Bash", { command: "cat $PWD/a.ts" }, plain(lines)).form).toBe("same");
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("asked again");
	});

	test("after an edit of the file failed, once, however they are asked for", () => {
		const edit = { file_path: "/project/a.ts", old_string: "no such line", new_string: "x" };
		const conversation = newConversation();
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Edit", edit, "String to replace not found in file.", "failed");
		expect(conversation.ask("Bash", { command: "cat $PWD/a.ts" }, plain(lines)).reason).toBe("asked");
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("asked");
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
	});

	test("but not after the edit was made in another way", () => {
		const conversation = newConversation();
		const edit = { file_path: "/project/a.ts", new_string: "x" };
		conversation.ask("Read", file, numbered(lines));
		conversation.ask("Edit", { ...edit, old_string: "no such line" }, "String to replace not found in file.", "failed");
		conversation.ask("Edit", { ...edit, old_string: lines[39] }, "edited");
		expect(conversation.ask("Read", file, numbered([...lines.slice(0, 39), "x"])).form).toBe("quoted");
	});
});

describe("an answer with many notes", () => {
	/** Eight blocks that stand above, with so many fresh lines behind each. */
	const again = (fresh: number) => {
		const blocks = Array.from({ length: 8 }, (_, index) => code(8, index * 100 + 1));
		const between = (index: number) => Array.from({ length: fresh }, (_, line) => `fresh words ${index}, line ${line}`);
		const conversation = newConversation({ share: 0.05 });
		conversation.ask("read", { filePath: "a.ts" }, wrapped(blocks.flat()));
		return conversation.ask(
			"read",
			{ filePath: "a.ts" },
			wrapped(blocks.flatMap((each, index) => [...each, ...between(index)])),
		);
	};

	test("saves at least a third", () => {
		expect(again(2).notes).toBe(8);
	});

	test("else it has four, the best", () => {
		expect(again(30).notes).toBe(4);
	});
});
