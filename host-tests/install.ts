import { spawnSync } from "node:child_process";

/** Installs the real hosts beside their tests. Returns false if that failed. */
export function install(): boolean {
	const args = ["install", "--no-package-lock", "--no-audit", "--no-fund"];
	return spawnSync("npm", args, { cwd: import.meta.dirname, stdio: "inherit" }).status === 0;
}
