import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCompiled, packageRoot } from "./package-root.ts";

/** The script and the style of the page, which were built with this program. */
export function clientFiles(): { readonly script: string; readonly style: string } {
	const folder = join(rootOf(process.argv[1] ?? ""), "dist", "page");
	const text = (name: string): string => readFileSync(join(folder, name), "utf8");
	return { script: text("main.js"), style: text("style.css") };
}

/** An executable lies in a folder of the package that was copied for hosts, beside what the page needs. */
function rootOf(script: string): string {
	return isCompiled(script) ? dirname(dirname(realpathSync(process.execPath))) : packageRoot(script);
}
