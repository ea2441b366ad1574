import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { makeFolder, removeFolders } from "../folders.ts";
import { startChromium } from "./chromium.ts";
import { HOSTILE, makeHome } from "./homes.ts";
import { makeProgram, type Program } from "./program.ts";
import { type Looks, read } from "./reader.ts";

setDefaultTimeout(300_000);

const SAMPLES = join(import.meta.dirname, "..", "..", "samples");
let browser: Browser;
let program: Program;
let [samples, lived, empty] = ["", "", ""];

beforeAll(async () => {
	[browser, program] = [await startChromium(), await makeProgram()];
	const home = makeHome();
	samples = addressOf(await program.page(home, SAMPLES));
	lived = addressOf(await program.page(home));
	empty = addressOf(await program.page(makeFolder("home")));
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
	await browser?.close();
	removeFolders();
});

const addressOf = (file: string): string => pathToFileURL(file).href;

/** The lines that a quote has led to, in the text of their answer or by themselves. */
const PASSAGE = ".side-by-side mark, #marked";

/** Goes from the overview to the best answer of a host's session. */
async function goToAnswer(page: Page, sort = "#sort-saved"): Promise<void> {
	await page.locator(sort).click();
	await page.locator('tbody a[href^="#session="]').first().click();
	await page.locator("#only-shortened").check();
	await page.locator("#sort-saved").click();
	await page.locator('tbody a[href^="#result="]').first().click();
	await page.locator(".side-by-side").waitFor();
}

/** So little of an id that others have it too. */
const beginning = (id: string): string => id.slice(0, 1);

const NARROW: Looks = { width: 360, scheme: "light" };

const heading = (page: Page): Promise<string | null> => page.locator("h1").textContent();

describe("the page from disk", () => {
	test("shows what was recorded, and makes no request", async () => {
		const { page, misdeeds, shoot } = await read(browser, samples);
		expect(await heading(page)).toBe("Overview");
		expect(await page.locator('tbody a[href^="#session="]').count()).toBeGreaterThan(10);
		await shoot("samples-overview");
		for (const view of ["#view-files", "#view-verification"]) await page.locator(view).click();
		await page.locator("#view-overview").click();
		await goToAnswer(page);
		await shoot("samples-answer");
		expect(misdeeds).toEqual([]);
	});

	test("filters by host, in the address too", async () => {
		const { page } = await read(browser, samples);
		const hosts = (): Promise<string[]> =>
			page.locator("table:has(#sort-host) tbody td:nth-child(2)").allTextContents();
		expect(new Set(await hosts()).size).toBeGreaterThan(2);
		await page.locator("#filter-host").selectOption("codex");
		expect(new Set(await hosts())).toEqual(new Set(["Codex"]));
		expect(page.url()).toContain("host=codex");
	});

	test("leads from the overview to a session, to a tool result, along a quote to its lines, and back", async () => {
		const { page, shoot } = await read(browser, samples);
		await page.locator("#filter-host").selectOption("claude-code");
		await goToAnswer(page);
		const address = page.url();
		expect(address).toMatch(/#result=[0-9a-f]{8}/);
		expect(await page.locator(".side-by-side").textContent()).toContain("[ibid]");
		await page.locator('.places a[href^="#result="]').first().click();
		await page.locator(PASSAGE).first().waitFor();
		expect(page.url()).toContain("lines=");
		expect(await page.locator(PASSAGE).first().textContent()).toContain("export");
		await shoot("samples-passage");
		await page.goBack();
		await page.locator(".side-by-side").waitFor();
		expect(page.url()).toBe(address);
		await page.goBack();
		expect(page.url()).toContain("#session=");
	});

	test("opens directly at the view that an address names", async () => {
		const first = await read(browser, samples);
		await goToAnswer(first.page);
		const [address, title] = [first.page.url(), await heading(first.page)];
		const { page } = await read(browser, address);
		expect(await heading(page)).toBe(title);
		await page.locator(".side-by-side").waitFor();
	});

	test("says so if an address leads nowhere", async () => {
		const { page, misdeeds } = await read(browser, `${samples}#result=00000000`);
		expect(await page.locator("main").textContent()).toContain("ibid show 00000000");
		expect(misdeeds).toEqual([]);
	});

	test("accepts an id in capitals, and asks which result is meant if an id is ambiguous", async () => {
		const first = await read(browser, samples);
		await goToAnswer(first.page);
		const [, id = ""] = /#result=([0-9a-f]{8})/.exec(first.page.url()) ?? [];
		const title = await heading(first.page);
		const capitals = await read(browser, `${samples}#result=${id.toUpperCase()}`);
		expect(await heading(capitals.page)).toBe(title);
		const { page, faults, shoot } = await read(browser, `${samples}#result=${beginning(id)}`, NARROW);
		expect(await page.locator(".lead").textContent()).toMatch(/^The ids of \d+ tool results begin with .:$/);
		await shoot("samples-which");
		expect([await faults(), await page.evaluate<number>("document.documentElement.scrollWidth")]).toEqual([[], 360]);
		const other = page.locator(".meant a").first();
		const wanted = await other.textContent();
		await other.click();
		await page.locator(".facts").waitFor();
		expect(await page.locator(".facts code").first().textContent()).toBe(wanted);
	});

	test("can be used with the keyboard alone", async () => {
		const { page } = await read(browser, samples);
		const tabTo = async (isThere: string): Promise<void> => {
			for (let presses = 0; presses < 200; presses++) {
				await page.keyboard.press("Tab");
				if ((await page.locator(`:focus:is(${isThere})`).count()) > 0) return;
			}
			throw new Error(`${isThere} cannot be reached`);
		};
		await tabTo(".skip");
		await page.keyboard.press("Enter");
		expect(await page.locator("#page:focus").count()).toBe(1);
		await tabTo("#sort-saved");
		await page.keyboard.press("Enter");
		await tabTo('a[href^="#session="]');
		await page.keyboard.press("Enter");
		await page.locator("#only-shortened").waitFor();
		await tabTo("#only-shortened");
		await page.keyboard.press("Space");
		await tabTo("#sort-saved");
		await page.keyboard.press("Enter");
		await tabTo('a[href^="#result="]');
		await page.keyboard.press("Enter");
		await page.locator(".side-by-side").waitFor();
		await tabTo('.places a[href^="#result="]');
		const outline = await page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle");
		expect(outline).not.toBe("none");
		await page.keyboard.press("Enter");
		await page.locator(PASSAGE).first().waitFor();
	});

	test("shows what was saved in sessions with ibid, and what could have been saved in the others", async () => {
		const { page, shoot } = await read(browser, lived);
		const rows = await page.locator("table:has(#sort-host) tbody tr").allTextContents();
		expect(rows.map((row) => /(saved|could have saved)$/.exec(row)?.[1])).toEqual(["saved", "could have saved"]);
		await shoot("lived-overview");
		await page.locator('tbody a[href^="#session=lived"]').click();
		expect(await page.locator("main").textContent()).toContain("ibid was active here");
		await shoot("lived-session");
		await page.locator("#view-verification").click();
		expect(await page.locator("main").textContent()).toContain("Claude Code");
		await shoot("lived-verification");
	});

	test("says which filters do not apply to the record", async () => {
		const { page } = await read(browser, `${lived}#verification`);
		const words = page.locator("#unheeded");
		await page.locator("#filter-host").selectOption("claude-code");
		expect(await words.count()).toBe(0);
		await page.locator("#filter-days").selectOption("7");
		await page.locator("#filter-project").selectOption("/home/you/timer");
		await words.getByText("not filtered by Period or Project").waitFor();
		expect(await words.textContent()).toMatch(
			/ibid report --since \d{4}-\d\d-\d\d --host claude-code shows them from that day on/,
		);
		await page.locator("#filter-days").selectOption("");
		await page.locator("#filter-project").selectOption("");
		await words.waitFor({ state: "detached" });
	});

	test("treats texts as texts, whatever they contain", async () => {
		const { page, misdeeds } = await read(browser, `${lived}#session=hostile`);
		expect(await page.locator("main").textContent()).toContain("<img src=x");
		await page.locator("#only-shortened").check();
		await page.locator('tbody a[href^="#result="]').first().click();
		await page.locator(".side-by-side").waitFor();
		await page.locator("button.more").first().click();
		expect(await page.locator(".side-by-side").textContent()).toContain(HOSTILE);
		expect(await page.locator("main img, main script").count()).toBe(0);
		expect(misdeeds).toEqual([]);
	});

	test("reads well without any session", async () => {
		const { page, misdeeds, faults, shoot } = await read(browser, empty);
		expect(await page.locator("main").textContent()).toContain("No recorded sessions");
		for (const view of ["#view-files", "#view-verification"]) await page.locator(view).click();
		expect([misdeeds, await faults()]).toEqual([[], []]);
		await shoot("empty");
	});
});

const LOOKS: readonly [string, Looks][] = [
	["narrow and light", { width: 360, scheme: "light" }],
	["narrow and dark", { width: 360, scheme: "dark" }],
	["wide and light", { width: 1600, scheme: "light" }],
	["wide and dark", { width: 1600, scheme: "dark" }],
];

describe.each(LOOKS)("the page, %s", (name, looks) => {
	test("has no serious fault in any view, and no line that extends beyond the window", async () => {
		const { page, misdeeds, faults, shoot } = await read(browser, lived, looks);
		const look = async (view: string): Promise<unknown[]> => {
			await shoot(`${name.replaceAll(" ", "-")}-${view}`);
			return [view, await faults(), await page.evaluate<number>("document.documentElement.scrollWidth")];
		};
		const seen = [await look("overview")];
		for (const view of ["files", "verification"]) {
			await page.locator(`#view-${view}`).click();
			seen.push(await look(view));
		}
		await page.locator("#view-overview").click();
		await page.locator('tbody a[href^="#session=lived"]').click();
		await page.locator("#only-shortened").waitFor();
		seen.push(await look("session"));
		await page.locator("#only-shortened").check();
		await page.locator('tbody a[href^="#result="]').first().click();
		await page.locator(".side-by-side").waitFor();
		seen.push(await look("result"));
		await page.locator('.places a[href^="#result="]').first().click();
		await page.locator(PASSAGE).first().waitFor();
		seen.push(await look("passage"));
		const views = ["overview", "files", "verification", "session", "result", "passage"];
		expect(seen).toEqual(views.map((view) => [view, [], looks.width]));
		expect(misdeeds).toEqual([]);
	});
});
