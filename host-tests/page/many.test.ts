import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { removeFolders } from "../folders.ts";
import { startChromium } from "./chromium.ts";
import { makeBusyHome } from "./homes.ts";
import { makeProgram } from "./program.ts";
import { read } from "./reader.ts";

setDefaultTimeout(300_000);

let browser: Browser;
beforeAll(async () => {
	browser = await startChromium();
});
afterAll(async () => {
	await browser?.close();
	removeFolders();
});

test("a thousand sessions open, and can be paged through, sorted and filtered", async () => {
	const program = await makeProgram();
	const file = await program.page(makeBusyHome(1000));
	const { page, misdeeds, shoot } = await read(browser, pathToFileURL(file).href);
	const rows = page.locator("table:has(#sort-host) tbody tr");
	expect(await page.locator("main").textContent()).toContain("1,000 sessions");
	expect(await rows.count()).toBeLessThan(200);
	const first = await rows.first().textContent();
	await page.getByText("Next", { exact: true }).click();
	expect(await rows.first().textContent()).not.toBe(first);
	await page.locator("#sort-saved").click();
	await page.locator("#filter-project").selectOption("/home/you/project-3");
	expect(await page.locator("main").textContent()).toContain("143 sessions");
	await shoot("thousand");
	expect(misdeeds).toEqual([]);
});
