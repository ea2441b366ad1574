import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../scripts/build.ts";
import { makeFolder } from "../folders.ts";
import { environmentOf, run } from "../program.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** The program as it is published. */
export type Program = {
	/** Makes a page of what is in these places, or in the home, and gives its file. */
	page(home: string, ...args: readonly string[]): Promise<string>;
	/** Serves one. */
	live(home: string, ...args: readonly string[]): Promise<Served>;
};

/** A page that is served: its address, and how to end it, which gives the exit code. */
export type Served = { readonly address: URL; readonly interrupt: () => Promise<number | null> };

/** Builds the program from the sources. */
export async function makeProgram(): Promise<Program> {
	const folder = makeFolder("plugin");
	cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
	await build(join(folder, "dist"));
	const command = [join(folder, "dist", "cli.js"), "page"];
	return {
		async page(home, ...args) {
			const file = join(makeFolder("state"), "page.html");
			const all = [...command, ...args, "--out", file];
			const ended = await run("node", all, { folder: home, environment: environmentOf(home) });
			if (ended.code !== 0) throw new Error(ended.errors);
			return file;
		},
		async live(home, ...args) {
			const child = spawn("node", [...command, "--live", ...args], { cwd: home, env: environmentOf(home) });
			const [line] = await once(child.stdout.setEncoding("utf8"), "data");
			return { address: new URL(String(line).trim()), interrupt: () => interrupt(child) };
		},
	};
}

async function interrupt(child: ChildProcess): Promise<number | null> {
	if (child.exitCode !== null) return child.exitCode;
	child.kill("SIGINT");
	const [code] = await once(child, "close");
	return code;
}
