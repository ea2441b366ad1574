import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { json, play, talk } from "../../contracts/gateway-fixture.ts";
import { newRecorder } from "./record.ts";

const folder = mkdtempSync(join(tmpdir(), "ibid-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEYS = ["authorization", "Proxy-Authorization", "Cookie", "x-api-key", "api-key", "X-Goog-Api-Key"];
const OTHER_KEYS = ["X-Amz-Security-Token", "x-auth", "X-Access-Token", "client_secret", "X-Signature"];

let files = 0;
function newFile(): string {
	files += 1;
	return join(folder, `${files}.jsonl`);
}

function linesOf(file: string): Record<string, unknown>[] {
	return readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

describe("a recorder", () => {
	test("writes a request, what was sent in its place, and the answer, each on a line", async () => {
		const file = newFile();
		await play(async (stage) => {
			const upstream = await stage.serveHttp((_, response) => {
				response.writeHead(200, { "x-request-id": "r1", "set-cookie": "a=hidden" });
				response.write("data: 1\n\n");
				response.end("data: 2\n\n");
			});
			const rewrite = () => Buffer.from('{"b":2}');
			const gateway = await stage.gateway(`${upstream}/base`, { rewrite, recorder: newRecorder(file) });
			const fields = [...KEYS, ...OTHER_KEYS].map((name) => `${name}: hidden`);
			const path = "/v1/m:generate?alt=sse&key=hidden&access_token=hidden";
			await talk(stage, gateway.url, "POST", path, [...fields, ...json('{"a":1}'), "Connection: close"], '{"a":1}');
			expect(readFileSync(file, "utf8")).not.toContain(new URL(gateway.url).pathname);
		});
		const [request, answer, ...more] = linesOf(file);
		expect(more).toEqual([]);
		expect(readFileSync(file, "utf8")).not.toContain("hidden");
		const path = "/base/v1/m:generate?alt=sse&key=(left out)&access_token=(left out)";
		expect(request).toMatchObject({
			kind: "request",
			request: 1,
			method: "POST",
			path,
			body: '{"a":1}',
			sent: '{"b":2}',
		});
		expect(request?.headers).toContainEqual(["Content-Type", "application/json"]);
		expect(request?.headers).toContainEqual(["x-api-key", "(left out)"]);
		const body = "data: 1\n\ndata: 2\n\n";
		expect(answer).toMatchObject({ kind: "answer", request: 1, status: 200, body, isComplete: true });
		expect(answer?.headers).toContainEqual(["x-request-id", "r1"]);
		expect(answer?.headers).toContainEqual(["set-cookie", "(left out)"]);
	});

	test("says why there was no answer, and that an answer broke off", async () => {
		const file = newFile();
		await play(async (stage) => {
			const recorder = newRecorder(file);
			const upstream = await stage.serve((socket) => {
				socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"));
			});
			const down = await stage.gateway("http://127.0.0.1:1", { recorder });
			const cut = await stage.gateway(upstream, { recorder });
			await talk(stage, down.url, "GET", "/", []);
			await talk(stage, cut.url, "GET", "/", []);
		});
		const [, failure, , half] = linesOf(file);
		expect(failure).toMatchObject({ kind: "failure", request: 1, error: "ECONNREFUSED" });
		expect(half).toMatchObject({ kind: "answer", request: 2, body: "half", isComplete: false });
	});

	test("writes bytes that are no text in base64, and leaves out a body that was not read", async () => {
		const file = newFile();
		const bytes = gzipSync("zipped");
		await play(async (stage) => {
			const upstream = await stage.serveHttp((_, response) => response.end(bytes));
			const gateway = await stage.gateway(upstream, { recorder: newRecorder(file) });
			await talk(stage, gateway.url, "PUT", "/", ["Content-Length: 2", "Connection: close"], "{}");
		});
		const [request, answer] = linesOf(file);
		expect(request).not.toHaveProperty("body");
		expect(answer?.body).toEqual({ base64: bytes.toString("base64") });
	});

	test("keeps its file to the user, also one that was open to others", () => {
		const [fresh, old] = [newFile(), newFile()];
		writeFileSync(old, "", { mode: 0o644 });
		newRecorder(fresh);
		newRecorder(old);
		expect([fresh, old].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
	});

	test("says at once that its file cannot be written, and later disturbs no request", () => {
		expect(() => newRecorder(join(folder, "none", "a.jsonl"))).toThrow("ENOENT");
		const gone = mkdtempSync(join(folder, "gone-"));
		const write = newRecorder(join(gone, "a.jsonl"))();
		rmSync(gone, { recursive: true });
		expect(() => write({ kind: "failure", error: "ECONNREFUSED" })).not.toThrow();
	});
});
