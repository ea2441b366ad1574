import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Compiles the program into one executable for this machine. It must not load a `bunfig.toml` or `.env` from wherever it
 * is started: hooks run in untrusted projects.
 */
export function buildExecutable(outfile: string, from: string = root): void {
	const flags = ["--compile", "--minify", "--bytecode", "--no-compile-autoload-bunfig", "--no-compile-autoload-dotenv"];
	const args = ["build", ...flags, join(from, "src", "cli.ts"), `--outfile=${outfile}`];
	const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
	if (status !== 0) throw new Error("The executable could not be built.");
}

if (import.meta.main) buildExecutable(join(root, "build", "ibid"));
