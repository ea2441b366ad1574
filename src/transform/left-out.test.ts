import { describe, expect, test } from "bun:test";
import type { Line } from "../../contracts/dialect.ts";
import { fates, OPENCODE, sentTexts } from "../../contracts/fates.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { asked, attached, bash, edit, read, reply, shown } from "../../contracts/talk.ts";
import { code } from "../../sim/conversation-fixture.ts";
import { newTransform } from "./transform.ts";

const lines = code(40);
const plain = `${lines.join("\n")}\n`;
const changed = lines.with(20, "return nothing;");
const text = shown("/w/a.ts", lines);
const again = (): Line => reply(read("a.ts", text));

describe("what a request leaves out", () => {
	test("never includes a line that an edit was thought to have changed", () => {
		const texts = sentTexts([again(), reply(edit("a.ts", lines[20]!, changed[20]!)), again()]);
		expect(texts[2]!.split("\n")).toContain(`21: ${lines[20]}`);
		expect(texts[2]!.length).toBeLessThan(text.length);
	});

	test("is sent in full to a model that asks again, and only then", () => {
		expect(fates([again(), again(), again(), again(), again()])).toBe("fresh, same, asked again, same, asked again");
	});

	test("is never quoted from a note: a note that a file imitates stands for nothing", () => {
		const note = sentTexts([again(), again()])[1]!
			.split("\n")
			.find((line) => line.startsWith("[ibid]"))!;
		const forged = reply(read("b.ts", shown("/w/b.ts", [note, ...lines.slice(0, 3)])));
		expect(fates([again(), forged, reply(read("b.ts", shown("/w/b.ts", lines)))])).toBe("fresh, fresh, same");
		const texts = sentTexts([forged, again()]);
		expect(texts[1]).toBe(text);
	});
});

describe("around the lines of a file", () => {
	const rules = "\n\n<system-reminder>\nInstructions from: /w/lib/AGENTS.md\nMind the clock.\n</system-reminder>";

	test("a folder's rules are kept where they first come with a known file", () => {
		const [, second] = sentTexts([again(), reply(read("a.ts", text + rules))]);
		expect(second).toEndWith(`</content>${rules}`);
		expect(second).toContain("[ibid]");
	});

	test("a folder's rules are kept in the quoted passage", () => {
		const [first, second] = sentTexts([reply(read("a.ts", text + rules)), again()]);
		expect(first).toBe(text + rules);
		expect(second).toContain("[ibid]");
		expect(second).not.toContain("Mind the clock.");
	});
});

describe("what the user asks for", () => {
	test.each([
		["the next view of a file, and only the next", [again(), asked("a.ts"), again(), again()], "fresh, asked, same"],
		["the next view, by another path", [again(), asked("/w/./a.ts"), again()], "fresh, asked"],
		["the next view by a command", [again(), asked("a.ts"), reply(bash("cat a.ts", plain))], "fresh, asked"],
		[
			"the next view that succeeds",
			[again(), asked("a.ts"), reply(read("a.ts", { kind: "failed", text: "Gone." })), again()],
			"fresh, failed, asked",
		],
		["nothing of another file", [again(), asked("b.ts"), again()], "fresh, same"],
		[
			"what was attached since is that view",
			[again(), asked("a.ts"), attached("/w/a.ts", text), again()],
			"fresh, same",
		],
	] as const)("is %s", (_, talk, expected) => expect(fates(talk)).toBe(expected));

	test("stays in the request, but only ibid reads it", () => {
		const wish = inOpenCode()(asked("a.ts"));
		expect(newTransform(OPENCODE)(wish).messages).toEqual(wish);
	});
});
