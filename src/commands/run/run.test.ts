import { afterAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { code } from "../../../sim/conversation-fixture.ts";
import { everyLine } from "../../store/every-line.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-run-"));
afterAll(() => rmSync(base, { recursive: true }));

const call = (id: string): object => ({ id, type: "function", function: { name: "look", arguments: '{"at":"a"}' } });
const looked = (id: string): object[] => [
	{ role: "assistant", content: null, tool_calls: [call(id)] },
	{ role: "tool", tool_call_id: id, content: code(40).join("\n") },
];
const BODY = JSON.stringify({
	messages: [{ role: "user", content: "Look." }, ...looked("1"), ...looked("2")],
	tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: { at: {} } } } }],
});

/** A program that ibid does not know: sends the body, prints the answer, and ends with a code of its own. */
const AGENT = `#!${process.execPath}
const headers = { "content-type": "application/json" };
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers, body: process.argv[2] });
console.log(process.env.IBID_RUN, await answer.text());
process.exit(7);
`;

const folder = mkdtempSync(join(base, "bin-"));
for (const name of ["my-agent", "opencode", "aider"]) {
	writeFileSync(join(folder, name), AGENT);
	chmodSync(join(folder, name), 0o755);
}

type Ended = { readonly status: number | null; readonly output: string; readonly errors: string };

/** Runs the command line with that folder on the PATH. */
async function ibid(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
	const cli = join(import.meta.dir, "../../cli.ts");
	const env = { PATH: [folder, process.env.PATH].join(delimiter), HOME: base, IBID_STATE: base, ...environment };
	const child = spawn(process.execPath, ["--config=/dev/null", "--no-env-file", cli, ...args], { env, stdio: "pipe" });
	child.stdin.end();
	const status = new Promise<number | null>((resolve) => child.once("close", resolve));
	const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
	return { status: await status, output, errors };
}

/** Plays the agent at an API that keeps what it gets. */
async function playAt(args: readonly string[]): Promise<Ended & { readonly bodies: readonly string[] }> {
	const bodies: string[] = [];
	const server = createServer(async (request, response) => {
		bodies.push(`${request.url} ${await buffer(request)}`);
		response.end("well");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/base/v1`;
	const ended = await ibid(args, { OPENAI_BASE_URL: url });
	server.close();
	return { ...ended, bodies };
}

describe("ibid run with a program that it does not know", () => {
	test("needs to be told the API, in one sentence", async () => {
		const { status, errors } = await ibid(["run", "--", "my-agent"]);
		expect(status).toBe(2);
		expect(errors).toStartWith("ibid: ibid run does not know my-agent: it knows aider, claude, codex");
		expect(errors.trim().split("\n")).toHaveLength(1);
		expect(errors).toContain("--api");
	});

	test("shortens its requests to that API, and ends as it ends", async () => {
		const { status, output, bodies } = await playAt(["run", "--api", "openai", "--", "my-agent", BODY]);
		expect({ status, output }).toEqual({ status: 7, output: "1 well\n" });
		const [sent = ""] = bodies;
		expect(bodies).toHaveLength(1);
		expect(sent).toStartWith("/base/v1/chat/completions {");
		expect(sent).toContain("[ibid] 40 lines as in the last run, beginning");
		const lines = [...everyLine(base)].filter(({ host }) => host === "my-agent");
		expect(lines.at(-1)).toMatchObject({ kind: "answer", way: "run", session: "", form: "same", tool: "look" });
	});

	test("takes no API for one that it knows", async () => {
		const { status, errors } = await ibid(["run", "--api", "openai", "--", "opencode"]);
		expect([status, errors]).toEqual([2, "ibid: ibid run knows opencode and finds its API: leave out --api.\n"]);
	});
});

test("ibid run leaves aider alone, and says so", async () => {
	const { status, errors, bodies } = await playAt(["run", "--", "aider", BODY]);
	expect([status, bodies]).toEqual([7, [`/base/v1/chat/completions ${BODY}`]]);
	expect(errors).toContain("aider sends no tool results");
});
