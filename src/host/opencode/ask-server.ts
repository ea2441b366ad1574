import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { streamLines } from "../../wire/mcp-server.ts";
import type { RunSituation } from "../runner.ts";

/**
 * Starts a server of OpenCode in a folder, on this machine and with a password, asks for what is at these paths and ends
 * it. Fails if it does not start, does not answer, or takes too long.
 */
export async function askServer(
	{ program, environment }: Pick<RunSituation, "program" | "environment">,
	folder: string,
	paths: readonly string[],
	milliseconds = 60_000,
): Promise<unknown[]> {
	// Its usual port stays free for other servers.
	const port = await freePort();
	const password = randomUUID();
	const env = { ...environment, ...QUIET, OPENCODE_SERVER_PASSWORD: password, OPENCODE_SERVER_USERNAME: USER };
	const args = ["serve", "--hostname", "127.0.0.1", "--port", String(port), "--mdns=false"];
	const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
	const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
	const over = new Promise<never>((_, reject) => {
		const timer = setTimeout(() => reject(new Error("it did not answer in time")), milliseconds);
		child.once("error", reject);
		child.once("close", (code) => {
			clearTimeout(timer);
			reject(new Error(`it ended with ${code ?? "a signal"}`));
		});
	});
	const listening = new Promise<string>((resolve, reject) => {
		watch(child.stdout, resolve).catch(reject);
	});
	const ask = async (): Promise<unknown[]> => {
		const address = await listening;
		const auth = `${USER}:${password}`;
		return Promise.all(paths.map((path) => getJson(address + path, auth)));
	};
	try {
		return await Promise.race([ask(), over]);
	} finally {
		child.kill();
		if (child.pid !== undefined) await ended;
	}
}

const USER = "ibid";
const QUIET = { OPENCODE_DISABLE_AUTOUPDATE: "1" };

/** Reads all that the server prints, so that it can go on; reports its address. */
async function watch(output: Readable, found: (address: string) => void): Promise<void> {
	for await (const line of streamLines(output)) {
		const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
		if (address !== undefined) found(address);
	}
}

/** A request of this process alone: neither a proxy nor another user of the machine gets the password. */
async function getJson(url: string, auth: string): Promise<unknown> {
	const request = get(url, { auth });
	const [response] = await once(request, "response");
	const body = await text(response);
	if (response.statusCode !== 200) throw new Error(`it answered ${response.statusCode}`);
	return JSON.parse(body);
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	return typeof address === "object" && address ? address.port : 0;
}
