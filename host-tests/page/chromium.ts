import { spawnSync } from "node:child_process";
import { type Browser, chromium } from "playwright-core";
import { makeFolder } from "../folders.ts";
import { environmentOf } from "../program.ts";

/** Installs Chromium on this machine if it is missing and may be. */
export function installIfMissing(): void {
	if (found() === undefined) installed();
}

/** Starts the Chromium of this machine, which is installed first if it is missing and may be. */
export async function startChromium(): Promise<Browser> {
	const executablePath = found() ?? installed();
	if (executablePath === undefined) throw new Error(MISSING);
	// A user who may do everything, as in many containers, has no sandbox.
	const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
	return await chromium.launch({ executablePath, args, env: environmentOf(makeFolder("home")) });
}

const MISSING = "The tests of the page need Chromium: install it (apt-get install chromium), or let CHROMIUM name it.";

function found(): string | undefined {
	return process.env.CHROMIUM || (Bun.which("chromium") ?? Bun.which("chromium-browser") ?? undefined);
}

function installed(): string | undefined {
	if (process.getuid?.() !== 0 || !Bun.which("apt-get")) return undefined;
	const apt = (...args: readonly string[]): void => {
		const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
		spawnSync("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
	};
	apt("update");
	apt("install", "--yes", "--no-install-recommends", "chromium");
	return found();
}
