import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { IN_AI_SDK, IN_ANTHROPIC, IN_CHAT, IN_GEMINI, IN_RESPONSES, itemsIn } from "../../contracts/body-words.ts";
import { playRequests } from "../../contracts/requests.ts";
import { build } from "../../scripts/build.ts";
import { put } from "../files.ts";
import { makeFolder, removeFolders } from "../folders.ts";
import { startChromium } from "../page/chromium.ts";
import { environmentOf, programOf, run } from "../program.ts";

setDefaultTimeout(300_000);

const WORDS = [
	["anthropic", "messages", IN_ANTHROPIC],
	["openai-chat", "messages", IN_CHAT],
	["openai-responses", "input", IN_RESPONSES],
	["gemini", "contents", IN_GEMINI],
	["ai-sdk", "prompt", IN_AI_SDK],
] as const;

let folder = "";
beforeAll(async () => {
	folder = makeFolder("plugin");
	await build(join(folder, "dist"));
	cpSync(join(import.meta.dirname, "probe.js"), join(folder, "probe.js"));
	put(join(folder, "package.json"), '{ "type": "module" }');
	put(join(folder, "requests.json"), JSON.stringify(await randomRequests()));
});
afterAll(removeFolders);

/** The requests of some random sessions, as each API has them. */
async function randomRequests(): Promise<Record<string, readonly object[]>> {
	const sessions = await Promise.all([1, 2, 3].map((seed) => playRequests(seed, async () => "")));
	return Object.fromEntries(
		WORDS.map(([api, list, words]) => {
			return [api, sessions.flat().map((lines) => ({ model: "a", [list]: lines.flatMap(itemsIn(words)) }))];
		}),
	);
}

/** What the probe prints in a program; it must print nothing else. */
async function printedBy(program: string, ...args: readonly string[]): Promise<string> {
	const environment = { ...environmentOf(makeFolder("home")), NO_COLOR: "1" };
	const { code, output, errors } = await run(program, [...args, "probe.js"], { folder, environment });
	expect({ code, errors }).toEqual({ code: 0, errors: "" });
	return output.trim();
}

/** What the probe prints in Chromium, on a page that may load only what stands beside it. */
async function printedInChromium(): Promise<string> {
	const page = new Response('<!doctype html><script type="module" src="/probe.js"></script>', {
		headers: { "content-type": "text/html" },
	});
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		fetch: async (request) => {
			const { pathname } = new URL(request.url);
			if (pathname === "/") return page;
			// A browser asks for a picture of the page, too.
			const file = Bun.file(join(folder, pathname));
			return (await file.exists()) ? new Response(file) : new Response("", { status: 404 });
		},
	});
	const browser = await startChromium();
	try {
		const tab = await browser.newPage();
		const said = new Promise<string>((resolve, reject) => {
			tab.on("console", (message) => (message.type() === "log" ? resolve(message.text()) : undefined));
			tab.on("pageerror", reject);
		});
		await tab.goto(String(server.url));
		return await said;
	} finally {
		await Promise.all([browser.close(), server.stop(true)]);
	}
}

describe("the library", () => {
	let inNode = "";
	test("runs in Node", async () => {
		inNode = await printedBy("node", "--no-warnings");
		const saved = JSON.parse(inNode).filter(([, saved]: [string, unknown]) => typeof saved === "number" && saved > 0);
		for (const [api] of WORDS) expect(saved.map(([name]: [string]) => name)).toContain(api);
	});

	test("does the same in Bun", async () => {
		expect((await printedBy(process.execPath)) === inNode).toBe(true);
	});

	test("does the same in Deno, which lets it read and request nothing", async () => {
		const deno = programOf("deno", "bin.cjs");
		expect((await printedBy("node", deno, "run", "--quiet", "--no-remote", "--no-prompt")) === inNode).toBe(true);
	});

	test("does the same in Chromium", async () => {
		expect((await printedInChromium()) === inNode).toBe(true);
	});
});
