import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { programOf } from "../program.ts";

/** How a person views a page. */
export type Looks = { readonly width: number; readonly scheme: "light" | "dark" };

/** A page that a person reads, and what the page did that it must not do. */
export type Reader = {
	readonly page: Page;
	/** Requests other than for the page itself, errors, and breaches of its policy. */
	readonly misdeeds: readonly string[];
	/** Faults that axe finds serious or worse, one line each. */
	faults(): Promise<string[]>;
	/** Saves a picture in the folder that IBID_SHOTS names, if it is set. */
	shoot(name: string): Promise<void>;
};

/** Opens a page, by the address of a file or a server. The page may request only what `mayAsk` allows. */
export async function read(
	browser: Browser,
	address: string,
	{ width, scheme }: Looks = { width: 1280, scheme: "light" },
	mayAsk: (url: string) => boolean = () => false,
): Promise<Reader> {
	const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
	context.setDefaultTimeout(LONGEST);
	const page = await context.newPage();
	const misdeeds: string[] = [];
	const itself = address.split("#")[0];
	page.on("request", (request) => {
		const url = request.url();
		if (url.split("#")[0] !== itself && !mayAsk(url)) misdeeds.push(`request ${url}`);
	});
	page.on("pageerror", (error) => misdeeds.push(`error ${error.message}`));
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") misdeeds.push(message.text());
	});
	page.on("dialog", (dialog) => misdeeds.push(`dialog ${dialog.message()}`));
	await page.goto(address);
	await page.locator("h1").waitFor();
	return {
		page,
		misdeeds,
		faults: () => faultsOf(page),
		async shoot(name) {
			const folder = process.env.IBID_SHOTS;
			if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
		},
	};
}

/** If a page has not drawn what was requested after so many milliseconds, it never will. */
const LONGEST = 15_000;

const AXE = readFileSync(programOf("axe-core", "axe.min.js"), "utf8");

/** The policy of the page allows no other script, so axe is injected through the debugger. */
async function faultsOf(page: Page): Promise<string[]> {
	await page.evaluate(AXE);
	const found = await page.evaluate<readonly Violation[]>("axe.run().then(({ violations }) => violations)");
	return found
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** The part of axe's result that we use. */
type Violation = {
	readonly id: string;
	readonly help: string;
	readonly impact: string | null;
	readonly nodes: readonly { readonly target: readonly string[] }[];
};
