import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageData } from "../src/page/data.ts";
import { smallPng } from "./small-png.ts";

const ROOT = join(import.meta.dirname, "..");

/** Makes the pictures of the README: one tool result of the samples on the page, without ibid and with it. */
async function picture(): Promise<number> {
	const playwright = playwrightOfHostTests();
	const executablePath = process.env.CHROMIUM || Bun.which("chromium") || Bun.which("chromium-browser");
	if (!playwright || !executablePath) {
		console.error("npm run picture needs Chromium (or CHROMIUM with its path) and npm ci in host-tests.");
		return 2;
	}
	const folder = mkdtempSync(join(tmpdir(), "ibid-picture-"));
	const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
	const browser = await playwright.chromium.launch({ executablePath, args: [...args, "--disable-lcd-text"] });
	try {
		const file = join(folder, "page.html");
		ibid(folder, "page", "samples", "--no-open", "--out", file);
		const data: PageData = JSON.parse(ibid(folder, "page", "samples", "--json"));
		const address = `${pathToFileURL(file)}#result=${resultToShow(data)}`;
		for (const colorScheme of ["light", "dark"] as const) {
			const page = await browser.newPage({ ...VIEWPORT, colorScheme, bypassCSP: true });
			await page.goto(address);
			await page.addStyleTag({ content: CROP });
			const path = join(ROOT, "docs", `before-and-after-${colorScheme}.png`);
			writeFileSync(path, smallPng(await page.locator("main").screenshot()));
			console.log(path);
		}
		return 0;
	} finally {
		await browser.close();
		rmSync(folder, { recursive: true });
	}
}

/** The part of Playwright that this script uses. */
type Playwright = { readonly chromium: { launch(options: object): Promise<Browser> } };
type Browser = { newPage(options: object): Promise<BrowserPage>; close(): Promise<void> };
type BrowserPage = {
	goto(address: string): Promise<unknown>;
	addStyleTag(style: { readonly content: string }): Promise<unknown>;
	locator(selector: string): { screenshot(): Promise<Buffer> };
};

/** The host tests have a package of their own, so it may not be installed. */
function playwrightOfHostTests(): Playwright | undefined {
	try {
		return createRequire(join(ROOT, "host-tests", "package.json"))("playwright-core");
	} catch {
		return undefined;
	}
}

function ibid(home: string, ...args: readonly string[]): string {
	const env = { ...process.env, HOME: home, IBID_HOME: home };
	const { status, stdout, stderr } = spawnSync("node", [join(ROOT, "dist", "cli.js"), ...args], {
		cwd: ROOT,
		env,
		encoding: "utf8",
		maxBuffer: 1 << 28,
	});
	if (status !== 0) throw new Error(`ibid ${args.join(" ")}: ${stderr}`);
	return stdout;
}

/** The file that Claude Code read again with the largest saving among those with new lines in them. */
function resultToShow({ sessions, texts }: PageData): string {
	const results = sessions
		.filter(({ host }) => host === "claude-code")
		.flatMap(({ threads }) => threads.flat())
		.flatMap((step) => (step.kind === "answer" ? [step] : []))
		.filter(({ id, tool, form }) => tool === "Read" && form === "quoted" && Object.hasOwn(texts, id));
	const [best] = results.sort((a, b) => b.saved - a.saved);
	if (!best) throw new Error("The samples have no file that Claude Code read again with new lines in it.");
	return best.id;
}

/** Wide enough for two columns, and the letters are large enough when the picture is 800 pixels wide. */
const VIEWPORT = { viewport: { width: 880, height: 900 }, deviceScaleFactor: 2 } as const;

/** Shows only the summary of the result and the two columns. */
const CROP = `
	header, footer, .facts, .legend, .ways, .line .number { display: none !important; }
	main { padding: 0.5rem 1rem !important; margin: 0 !important; min-height: 0 !important; }
	h1 { margin: 0.5rem 0 0 !important; font-size: 1.5rem !important; }
	.lead { max-width: none !important; }
	.line .sign { padding-left: 0.4rem; }
	.places, .more { padding-left: 1.2rem !important; }
	.side-by-side > .cell:last-child, .side-by-side > .cell:nth-last-child(2) { border-bottom: none; }
`;

process.exitCode = await picture();
