import { describe, expect, test } from "bun:test";
import { textsOf } from "../../../contracts/fates.ts";
import { inOpenCode } from "../../../contracts/opencode-words.ts";
import { UNSET } from "../../../contracts/settings.ts";
import { read, reply, shown } from "../../../contracts/talk.ts";
import { code } from "../../../sim/conversation-fixture.ts";
import type { OpenCodeMessage } from "../../dialect/opencode.ts";
import { type Config, newHooks, type OpenCodeHooks } from "./hooks.ts";

const lines = code(40);

function start(): OpenCodeHooks {
	return newHooks(
		"/w",
		{
			shortened: () => new Set(),
			orphaned: () => new Set(),
			noteHashes: () => new Set(),
			refused: () => new Set(),
			folds: () => new Map(),
			write() {},
		},
		{ now: () => 7, settings: () => UNSET },
	);
}

/** The prompt that the host makes of a command, with what the plugin adds to it. */
async function command(hooks: OpenCodeHooks, name: string, words: string): Promise<OpenCodeMessage> {
	const parts: unknown[] = [{ type: "text", text: `Read ${words} again.` }];
	await hooks["command.execute.before"]({ command: name, sessionID: "ses_1", arguments: words }, { parts });
	return { info: { role: "user", sessionID: "ses_1" }, parts };
}

const whole = (): OpenCodeMessage[] => [...inOpenCode()(reply(read("a.ts", shown("/w/a.ts", lines))))];
const range = (first: number, last: number): OpenCodeMessage[] => {
	const text = shown("/w/a.ts", lines.slice(first - 1, last), first, "", lines.length);
	return [...inOpenCode()(reply(read("a.ts", text, { offset: first, limit: last - first + 1 })))];
};

/** Which results of a request are shortened. */
async function notes(hooks: OpenCodeHooks, messages: readonly OpenCodeMessage[]): Promise<string> {
	const list = [...messages];
	await hooks["experimental.chat.messages.transform"]({}, { messages: list });
	return list
		.flatMap(textsOf)
		.map((text) => (text.includes("[ibid]") ? "short" : "whole"))
		.join(" ");
}

describe("the command to see a file again", () => {
	test("is there beside the user's own", async () => {
		const config: Config = { command: { mine: { template: "Do it." } } };
		await start().config(config);
		expect(Object.keys(config.command ?? {})).toEqual(["mine", "ibid-refresh"]);
		const bare: Config = {};
		await start().config(bare);
		expect(bare.command).toMatchObject({ "ibid-refresh": { template: expect.stringContaining("$1") } });
	});

	test("sends the next view in full, and only the next, in every request from then on", async () => {
		const hooks = start();
		const messages = [...whole(), ...whole()];
		expect(await notes(hooks, messages)).toBe("whole short");
		messages.push(await command(hooks, "ibid-refresh", "a.ts"), ...whole());
		expect(await notes(hooks, messages)).toBe("whole short whole");
		messages.push(...whole());
		expect(await notes(hooks, messages)).toBe("whole short whole short");
		expect(await notes(start(), messages)).toBe("whole short whole short");
	});

	test("sends some lines in full, and no others", async () => {
		const wish = await command(start(), "ibid-refresh", " src/../a.ts  21-30 ");
		expect(await notes(start(), [...whole(), wish, ...range(1, 15)])).toBe("whole short");
		expect(await notes(start(), [...whole(), wish, ...range(16, 40)])).toBe("whole whole");
		expect(await notes(start(), [...whole(), wish, ...range(1, 15), ...range(25, 40)])).toBe("whole short whole");
	});

	test("is only that command, and leaves words that are not sent", async () => {
		const { parts } = await command(start(), "ibid-refresh", "a.ts");
		expect(parts).toMatchObject([{}, { type: "text", ignored: true }]);
		expect((await command(start(), "review", "a.ts")).parts).toHaveLength(1);
		expect((await command(start(), "ibid-refresh", "")).parts).toHaveLength(1);
	});
});
