import { describe, expect, test } from "bun:test";
import { testGuard } from "../../../contracts/guard.ts";
import { inOpenCode } from "../../../contracts/opencode-words.ts";
import { UNSET } from "../../../contracts/settings.ts";
import { read, reply, shown } from "../../../contracts/talk.ts";
import { code } from "../../../sim/conversation-fixture.ts";
import type { AnswerRecord } from "../../store/record.ts";
import { newGuard, newHooks, type OpenCodeHooks } from "./hooks.ts";

async function refusalOf(
	hooks: Pick<OpenCodeHooks, "tool.execute.before">,
	tool: string,
	input: object,
	callID = "1",
): Promise<string | undefined> {
	try {
		await hooks["tool.execute.before"]({ tool, sessionID: "s1", callID }, { args: input });
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

describe.each([
	["OpenCode", newHooks],
	["OpenCode under ibid run", newGuard],
])("%s", (name, hooksFor) => {
	testGuard(name, {
		write: (filePath, content) => ({ tool: "write", input: { filePath, content } }),
		run: (command) => ({ tool: "bash", input: { command, description: "Runs it" } }),
		ask({ id, tool, input, directory }, record, isGuarded) {
			const settings = { ...UNSET, config: { ...UNSET.config, guard: isGuarded } };
			return refusalOf(hooksFor(directory, record, { now: () => 7, settings: () => settings }), tool, input, id);
		},
	});
});

test("a note in the last request is known, although it was not recorded", async () => {
	const none = (): ReadonlySet<string> => new Set();
	const record: AnswerRecord = {
		...{ shortened: none, orphaned: none, noteHashes: none, refused: none, folds: () => new Map() },
		write() {
			throw new Error("the disk is full");
		},
	};
	const hooks = newHooks("/w", record, { now: () => 7, settings: () => UNSET });
	const lines = code(60);
	const talk = [reply(read("a.ts", shown("/w/a.ts", lines))), reply(read("a.ts", shown("/w/a.ts", lines)))];
	const messages = talk.flatMap(inOpenCode("s1"));
	await hooks["experimental.chat.messages.transform"]({}, { messages });
	const [note = ""] = /\[ibid\] [^"\\]*/.exec(JSON.stringify(messages)) ?? [];
	expect(note).not.toBe("");
	expect(await refusalOf(hooks, "write", { filePath: "/w/a.ts", content: note })).toContain("Nothing was written");
	expect(await refusalOf(hooks, "write", { filePath: "/w/a.ts", content: "a line" })).toBeUndefined();
});
