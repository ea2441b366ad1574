import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { makeFolder, removeFolders } from "../folders.ts";
import { startChromium } from "./chromium.ts";
import { fileText, put, turnsOf } from "./logs.ts";
import { makeProgram, type Program, type Served } from "./program.ts";
import { putBack } from "./put-back.ts";
import { type Reader, read } from "./reader.ts";

setDefaultTimeout(300_000);

let browser: Browser;
let program: Program;
let served: Served;
let [home, log] = ["", ""];

const told = { session: "running", project: "/home/you/timer", start: Date.now() - 600_000 };
const reading = { path: "/home/you/timer/timer.ts", text: fileText("timer", 80) };

beforeAll(async () => {
	[browser, program] = [await startChromium(), await makeProgram()];
});
beforeEach(async () => {
	home = makeFolder("home");
	log = join(home, ".claude", "projects", "timer", "running.jsonl");
	put(log, turnsOf(told, [reading, reading]));
	served = await program.live(home);
});
afterEach(async () => {
	await Promise.all(browser.contexts().map((context) => context.close()));
	await served.interrupt();
});
afterAll(async () => {
	await browser?.close();
	removeFolders();
});

function open(hash = ""): Promise<Reader> {
	const mayAsk = (url: string): boolean => new URL(url).origin === served.address.origin;
	return read(browser, `${served.address.href}${hash}`, { width: 1280, scheme: "light" }, mayAsk);
}

const results = (page: Page): Promise<string | null> =>
	page.locator("table:has(#sort-host) tbody tr td.figure").first().textContent();

describe("the live page", () => {
	test("follows a session that continues, and says that it is live", async () => {
		const { page, misdeeds, faults, shoot } = await open();
		expect(await results(page)).toBe("2");
		expect(await page.locator("#live").textContent()).toContain("live");
		appendFileSync(log, turnsOf(told, [reading, reading, reading], 2));
		await page.locator("table:has(#sort-host) tbody tr td.figure", { hasText: /^5$/ }).waitFor();
		await shoot("live");
		expect([misdeeds, await faults()]).toEqual([[], []]);
	});

	test("has the texts of every result, also of those sent in full", async () => {
		const { page, misdeeds } = await open("#session=running");
		await page.locator('tbody a[href^="#result="]').first().click();
		await page.locator(".side-by-side").waitFor();
		expect(await page.locator(".side-by-side").textContent()).toContain("timer80 = measure");
		expect(misdeeds).toEqual([]);
	});

	test("has no text that may hold secrets, and says why", async () => {
		const secret = { path: "/home/you/timer/.env", text: "1\tTOKEN=0123456789\n2\tSALT=9876543210" };
		appendFileSync(log, turnsOf(told, [secret, secret], 2));
		const { page } = await open("#session=running");
		await page.locator('tbody a[href^="#result="]', { hasText: ".env" }).first().click();
		const words = "not on the page, because it may contain secrets or its log is gone. In a terminal: ibid show";
		await page.locator("p.empty", { hasText: words }).waitFor();
		expect(await page.content()).not.toContain("0123456789");
	});

	test("asks again for missing texts once there are newer data", async () => {
		const { page } = await open("#session=running");
		let refused = 0;
		await page.route("**/answer?*", (route) => (refused++ === 0 ? route.abort() : route.continue()));
		await page.locator('tbody a[href^="#result="]').first().click();
		await page.locator("p.empty", { hasText: "not on the page" }).waitFor();
		appendFileSync(log, turnsOf(told, [reading], 2));
		await page.locator(".side-by-side").waitFor();
		expect(await page.locator(".side-by-side").textContent()).toContain("timer80 = measure");
	});

	test('says for a text that replaced the host\'s "unchanged" what it cost, and why', async () => {
		putBack(home, { ...told, session: "put-back" });
		const { page, faults, shoot } = await open("#session=put-back");
		const row = page.locator("tbody tr", { hasText: "sent in full: the agent had only said that nothing changed" });
		expect(await row.locator("td.figure").allTextContents()).toEqual(["2", "19", "1,614", "−1,595"]);
		await row.locator('a[href^="#result="]').click();
		await page.locator(".side-by-side").waitFor();
		const words = "Sent in full: 19 → 1,614 tokens, 1,595 more. The agent had only said that nothing changed";
		expect(await page.locator(".lead").textContent()).toContain(words);
		const heads = await page.locator(".side-by-side h2").allTextContents();
		expect(heads.map((head) => head.trim())).toEqual(["left out by the agent", "with ibid (sent) 1,614 tokens"]);
		await shoot("put-back");
		expect(await faults()).toEqual([]);
	});

	test("is refused to a browser without the right token", async () => {
		const page = await browser.newPage();
		const addresses = [served.address.origin, `${served.address.origin}/?token=0`, `${served.address.origin}/data`];
		const replies: (number | undefined)[] = [];
		for (const address of addresses) replies.push((await page.goto(address))?.status());
		expect(replies).toEqual([403, 403, 403]);
		expect(await page.content()).not.toContain("timer");
	});

	test("says that its server is gone, and keeps what it has shown", async () => {
		const { page, shoot } = await open();
		const before = await page.locator("#live").textContent();
		expect(await served.interrupt()).toBe(130);
		await page.locator("#live", { hasNotText: before ?? "" }).waitFor();
		expect(await results(page)).toBe("2");
		await shoot("ended");
	});
});
