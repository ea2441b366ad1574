import { describe, expect, test } from "bun:test";
import { type ConversationFixture, code, newConversation, numbered, plain } from "../../../sim/conversation-fixture.ts";
import { TOOLS } from "../../../sim/tools.ts";
import { lookAtText } from "../../lens/look.ts";
import { isStubTrue } from "./unchanged.ts";

const lines = code(40);
const changed = lines.with(20, "// changed");
const file = { file_path: "a.ts" };
const SUBJECT = { kind: "file", name: "/project/a.ts", label: "a.ts" } as const;
const UNCHANGED = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";
const EDIT = { file_path: "a.ts", old_string: lines[20]!, new_string: "// changed" };

type Range = { readonly offset?: number; readonly limit?: number };

/** Whether lines of a file are shown before, when the model asks for them in its next turn. */
function isShown(conversation: ConversationFixture, shown: readonly string[], range: Range = {}, reach = 50): boolean {
	conversation.turn();
	return isShownInTurn(conversation, shown, range, reach);
}

function isShownInTurn(
	conversation: ConversationFixture,
	shown: readonly string[],
	range: Range = {},
	reach = 50,
): boolean {
	const call = conversation.call("asked", "Read", { ...file, ...range });
	const text = numbered(shown, range.offset);
	const arrival = { id: call.id, text, view: lookAtText(TOOLS, call, text) };
	return isStubTrue(conversation.window, arrival, { reach });
}

function afterRead(shown: readonly string[] = lines): ConversationFixture {
	const conversation = newConversation();
	conversation.ask("Read", file, numbered(shown));
	return conversation;
}

describe("lines are shown before", () => {
	test("by a result that has all of them", () => {
		expect(isShown(afterRead(), lines)).toBe(true);
		expect(isShown(afterRead(), lines.slice(9, 20), { offset: 10, limit: 11 })).toBe(true);
	});

	test("though something else came since", () => {
		const conversation = afterRead();
		conversation.ask("Read", { file_path: "b.ts" }, numbered(code(40, 500)));
		conversation.ask("Bash", { command: "npm test" }, plain(code(40, 700)));
		expect(isShown(conversation, lines)).toBe(true);
	});

	test("by one that was sent in full because the model was refused them", () => {
		const conversation = afterRead();
		expect(conversation.ask("Read", file, numbered(lines)).form).toBe("same");
		expect(conversation.ask("Read", file, numbered(lines)).reason).toBe("asked again");
		expect(isShown(conversation, lines)).toBe(true);
	});

	test("though other lines of the file were refused", () => {
		const conversation = afterRead();
		expect(conversation.ask("Read", { ...file, offset: 1, limit: 20 }, numbered(lines.slice(0, 20))).form).toBe("same");
		expect(isShown(conversation, lines.slice(25), { offset: 26, limit: 15 })).toBe(true);
	});
});

describe("lines are not shown before", () => {
	const cases: readonly (readonly [string, () => boolean])[] = [
		["by nothing", () => isShown(newConversation(), lines)],
		["if one of them is another", () => isShown(afterRead(), changed)],
		["if there are more of them", () => isShown(afterRead(), [...lines, "more"])],
		["in another place", () => isShown(afterRead(), lines.slice(0, 20), { offset: 2, limit: 20 })],
		["by an earlier result, if a later one has others", () => isShown(after("Read", file, numbered(changed)), lines)],
		["by what the model wrote", () => isShown(written(), lines)],
		["by a result and the model's own edit", () => isShown(after("Edit", EDIT, "edited"), changed)],
		["by two results", () => isShown(inHalves(), lines)],
		["by one that ibid has shortened", () => isShown(after("Read", file, numbered(lines)), lines)],
		["after the host has said so once", () => isShown(after("Read", file, UNCHANGED), lines)],
		[
			"after the host has said so of some of them",
			() => isShown(after("Read", { ...file, offset: 10, limit: 30 }, UNCHANGED), lines),
		],
		["by one that was erased", () => isShown(folded({ kind: "erase", ids: ["call-1"] }), lines)],
		["by one before a reset", () => isShown(folded({ kind: "reset" }), lines)],
		["by one that something has hidden", () => isShown(folded({ kind: "hide", place: { subject: SUBJECT } }), lines)],
		["if they are to come whole", () => isShown(folded({ kind: "ask", place: { subject: SUBJECT } }), lines)],
		["after an edit of them failed", () => isShown(after("Edit", EDIT, "not found", "failed"), lines)],
		["by one of the same turn", () => isShownInTurn(afterRead(), lines)],
	];

	test.each(cases)("%s", (_, ask) => {
		expect(ask()).toBe(false);
	});

	test("if they are not known line by line", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "n.ipynb" }, numbered(lines));
		conversation.turn();
		const call = conversation.call("asked", "Read", { file_path: "n.ipynb" });
		const view = lookAtText(TOOLS, call, numbered(lines));
		expect(isStubTrue(conversation.window, { id: call.id, text: numbered(lines), view }, { reach: 50 })).toBe(false);
	});

	test("if there are none", () => {
		const conversation = afterRead();
		conversation.turn();
		const arrival = { id: "asked", text: "", view: { kind: "shown", parts: [] } } as const;
		expect(isStubTrue(conversation.window, arrival, { reach: 50 })).toBe(false);
	});
});

test.each([
	[2, true],
	[3, false],
])("with a reach of three results, after %d others: %p", (others, expected) => {
	const conversation = afterRead();
	for (let each = 0; each < others; each++)
		conversation.ask("Bash", { command: `run ${each}` }, plain(code(3, 100 * each)));
	expect(isShown(conversation, lines, {}, 3)).toBe(expected);
});

/** A file was read, and then a call came. */
function after(
	tool: string,
	input: Parameters<ConversationFixture["ask"]>[1],
	text: string,
	outcome?: "failed",
): ConversationFixture {
	const conversation = afterRead();
	conversation.ask(tool, input, text, outcome);
	return conversation;
}

function folded(event: Parameters<ConversationFixture["fold"]>[0]): ConversationFixture {
	const conversation = afterRead();
	conversation.fold(event);
	return conversation;
}

function written(): ConversationFixture {
	const conversation = newConversation();
	conversation.ask("Write", { ...file, content: lines.join("\n") }, "written");
	return conversation;
}

function inHalves(): ConversationFixture {
	const conversation = newConversation();
	conversation.ask("Read", { ...file, offset: 1, limit: 20 }, numbered(lines.slice(0, 20)));
	conversation.ask("Read", { ...file, offset: 21, limit: 20 }, numbered(lines.slice(20), 21));
	return conversation;
}
