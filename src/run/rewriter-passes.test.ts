import { describe, expect, test } from "bun:test";
import { noRecord, OFF, UNSET } from "../../contracts/settings.ts";
import { code, numbered } from "../../sim/conversation-fixture.ts";
import type { RequestHead } from "../gateway/body.ts";
import { newRewriter, type RewriterDeps } from "./rewriter.ts";

const SYSTEM = "x-anthropic-billing-header: cc_version=2.1.325.ff3; cc_entrypoint=sdk-cli;";

/** A request of Claude Code in which a file was read twice. */
const BODY = JSON.stringify({
	system: [{ type: "text", text: SYSTEM }],
	tools: [{ name: "Read", input_schema: { type: "object", properties: { file_path: {} } } }],
	messages: ["1", "2"].flatMap((id) => [
		{ role: "assistant", content: [{ type: "tool_use", id, name: "Read", input: { file_path: "/w/a.ts" } }] },
		{ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: numbered(code(40)) }] },
	]),
});

const HEAD: RequestHead = { method: "POST", path: "/v1/messages?beta=true", headers: { "x-session": "s" } };

type Changes = { readonly head?: Partial<RequestHead>; readonly agent?: string } & Partial<
	Pick<RewriterDeps, "settings" | "record">
>;

function rewriterWith({ agent = "Claude Code", settings = () => UNSET, record = noRecord }: Changes) {
	const identify = ({ headers }: RequestHead) =>
		headers["x-session"] === undefined ? undefined : { session: "s", agent: "", version: "" };
	return newRewriter({ host: "claude-code", runner: { agent, identify }, settings, record, now: () => 0 });
}

/** Whether the very bytes that came go out. */
function passes(text: string, changes: Changes = {}): boolean {
	const body = Buffer.from(text);
	return rewriterWith(changes)({ ...HEAD, ...changes.head }, body) === body;
}

describe("a request under ibid run", () => {
	test("is shortened with the signs of the agent that was started", () => {
		expect(passes(BODY)).toBe(false);
	});

	test.each<[string, string, Changes]>([
		["without the agent's words", BODY.replace(SYSTEM, "Be brief."), {}],
		["without the agent's tools", BODY.replace('{"name":"Read"', '{"name":"Look"'), {}],
		["that asks for a mark of its own body", BODY.replace("cc_entrypoint=sdk-cli;", "cch=4eca3;"), {}],
		["of another agent than the one started", BODY, { agent: "Codex" }],
		["whose headers are not the agent's", BODY, { head: { headers: {} } }],
		["to a path that is not known", BODY, { head: { path: "/v1/messages/batches" } }],
		["while ibid is switched off", BODY, { settings: () => OFF }],
	])("passes as it came: one %s", (_, body, changes) => {
		expect(passes(body, changes)).toBe(true);
	});

	test("is shortened but not recorded if it only counts tokens", () => {
		const lines: unknown[] = [];
		const send = rewriterWith({ record: { ...noRecord, write: (line) => void lines.push(line) } });
		const to = (path: string): string => Buffer.from(send({ ...HEAD, path }, Buffer.from(BODY))).toString();
		const counted = to("/v1/messages/count_tokens");
		expect(counted).toContain("[ibid]");
		expect(lines).toEqual([]);
		expect(to("/v1/messages")).toBe(counted);
	});
});
