import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { memoryUsage } from "node:process";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { newGateway } from "../src/gateway/server.ts";
import { usedHeap } from "./heap.ts";
import { newBenchRewriter } from "./known-conversation.ts";

/** A process of the benchmark: an upstream, or the gateway to one. It prints its address, and facts when it is asked. */
const [role, upstream = ""] = process.argv.slice(2);
const counts = new Map<string, number>();
console.log(role === "upstream" ? await serveUpstream() : (await gatewayTo(upstream)).url);
process.stdin.on("data", () => {
	const memory = { heap: usedHeap() ?? memoryUsage().heapUsed, rss: memoryUsage().rss };
	console.log(JSON.stringify(role === "upstream" ? Object.fromEntries(counts) : memory));
});
process.stdin.on("end", () => process.exit());

/** Shortens conversations as `ibid run` does, and changes one byte of each body of the soak. */
function gatewayTo(address: string): ReturnType<typeof newGateway> {
	const shorten = newBenchRewriter();
	return newGateway({
		upstream: address,
		env: {},
		rewrite: (head, body) => {
			if (head.headers["x-id"] === undefined) return shorten(head, body);
			const other = Buffer.from(body);
			other[1] = "B".charCodeAt(0);
			return other;
		},
	});
}

async function serveUpstream(): Promise<string> {
	const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

/** Answers with the hash of what it got and then with as many events as were asked for, or with the fault asked for. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const id = request.headers["x-id"];
	if (typeof id === "string") counts.set(id, (counts.get(id) ?? 0) + 1);
	const hash = createHash("sha256")
		.update(await buffer(request))
		.digest("hex");
	const { searchParams } = new URL(request.url ?? "/", "http://upstream");
	const fault = searchParams.get("fault");
	const events = Number(searchParams.get("events") ?? 0);
	if (fault === "no answer") return void request.socket.resetAndDestroy();
	const status = fault === "429" || fault === "529" ? Number(fault) : 200;
	response.writeHead(status, {
		"content-type": "text/event-stream",
		...(status === 200 ? {} : { "retry-after": "1" }),
	});
	response.write(`data: ${hash}\n\n`);
	for (let count = 0; count < events; count++) {
		await wait(5);
		response.write(`data: ${count} ${"x".repeat(200)}\n\n`);
		if (fault === "half" && count === events >> 1) return void setTimeout(() => request.socket.destroy(), 5);
	}
	response.end();
}
