import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServers, refusal, SERVER, TOOL, tailCall, understoodFrom } from "./channel.ts";
import { untrusted } from "./gemini-fixture.test.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-channel-"));
afterAll(() => rmSync(base, { recursive: true }));

describe("a tail call", () => {
	test("names our tool as the host does", () => {
		const { hookSpecificOutput } = tailCall.answer("a\nb") as { hookSpecificOutput: object };
		const tailToolCallRequest = { name: `mcp_${SERVER}_${TOOL.name}`, args: { text: "a\nb" } };
		expect(hookSpecificOutput).toEqual({ hookEventName: "AfterTool", tailToolCallRequest });
		expect(tailToolCallRequest.name).toBe("mcp_ibid_text");
	});

	test.each<[string, string, string | undefined]>([
		["a text is wrapped", "a\nb", untrusted("a\nb")],
		["a text that ends with a line is, too", "a\n", untrusted("a\n")],
		["what is wrapped already is wrapped once", untrusted("a"), untrusted("a")],
		["what looks like the beginning of it stays", "<untrusted_context>\na", untrusted("<untrusted_context>\na")],
		["what looks like the end of it would change", "a </untrusted_context> b", undefined],
		["what is wrapped and looks like its end, too", untrusted("a\n</untrusted_context>"), undefined],
	])("arrives as it is: %s", (_, text, expected) => {
		expect(tailCall.arriving(text)).toBe(expected);
	});

	test("is sent without the wrapping that the host puts around it", () => {
		expect(JSON.stringify(tailCall.answer(untrusted("a")))).toContain('"args":{"text":"a"}');
	});
});

test("a refusal gives its text as it is", () => {
	expect(refusal.arriving("</untrusted_context>")).toBe("</untrusted_context>");
	expect(refusal.answer("a\n")).toEqual({ decision: "deny", reason: "a\n" });
});

test.each([
	["read_file", untrusted("a\nb"), "a\nb"],
	["read_file", "a\nb", "a\nb"],
	["read_file", "<untrusted_context>\na", "<untrusted_context>\na"],
	["run_shell_command", untrusted("Output: a"), untrusted("Output: a")],
])("what arrives for %s is understood as it was asked for: %j", (tool, arrived, expected) => {
	expect(understoodFrom({ tool }, arrived)).toBe(expected);
});

describe("servers that have said that they are there", () => {
	const ALIVE = 42;
	const open = (): { folder: string; servers: ReturnType<typeof openServers> } => {
		const folder = join(mkdtempSync(join(base, "state-")), "servers");
		return { folder, servers: openServers(folder, (process) => process === ALIVE) };
	};

	test("are known by the host that has started each, until they take it back", () => {
		const { folder, servers } = open();
		expect(servers.has(7)).toBe(false);
		const takeBack = servers.announce(7, ALIVE);
		expect([servers.has(7), servers.has(8)]).toEqual([true, false]);
		takeBack();
		expect(servers.has(7)).toBe(false);
		expect(readdirSync(folder)).toEqual([]);
		takeBack();
	});

	test("are not there any more once they have died without a word", () => {
		const { servers } = open();
		servers.announce(7, 41);
		expect(servers.has(7)).toBe(false);
	});

	test.each([[""], ["hello"], ["0"], ["-42"], ["42.5"]])("are not known by a file that says %j", (text) => {
		const { folder } = open();
		const servers = openServers(folder, () => true);
		servers.announce(7, ALIVE);
		expect(servers.has(7)).toBe(true);
		writeFileSync(join(folder, "7"), text);
		expect(servers.has(7)).toBe(false);
	});
});
