import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the package that a script is part of. */
export function packageRoot(script: string): string {
	return dirname(dirname(realpathSync(script)));
}

/** Whether a script is inside a compiled executable, in Bun's virtual file system. */
export function isCompiled(script: string): boolean {
	return /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/.test(script);
}

/** The folder of what was built; an executable is in a folder of the copied package, next to it. */
export function builtFolder(script: string): string {
	return join(isCompiled(script) ? dirname(dirname(realpathSync(process.execPath))) : packageRoot(script), "dist");
}

/** The file that this program runs from. */
export function ownFile(): string {
	const script = process.argv[1] ?? "";
	return isCompiled(script) ? process.execPath : script;
}

/** The version of this program; a test compares it with package.json. */
export const VERSION = "0.0.0";
