import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./folders.ts";

/** Copies the small project that hosts work on into a new folder, committed to git; `npm test` works in it. */
export function makeProject(): string {
	const folder = makeFolder("project");
	cpSync(join(import.meta.dirname, "project"), folder, { recursive: true });
	const programs = join(folder, "node_modules", ".bin");
	mkdirSync(programs, { recursive: true });
	symlinkSync(process.execPath, join(programs, "bun"));
	git(folder, "init", "--quiet", "--initial-branch=main");
	git(folder, "add", ".");
	git(folder, ...AUTHOR, "commit", "--quiet", "--message=An egg timer");
	return folder;
}

const AUTHOR = ["-c", "user.name=you", "-c", "user.email=you@example.com", "-c", "commit.gpgsign=false"];

function git(folder: string, ...args: readonly string[]): void {
	const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
	if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}
