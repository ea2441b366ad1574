import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { documentOf } from "../page/document.ts";
import { encodePage } from "../page/encode.ts";
import { statIf, systemWords } from "../wire/system-error.ts";
import { Mistake } from "./mistake.ts";
import { openInBrowser } from "./open.ts";
import { gather, orderOf } from "./page-data.ts";
import { clientFiles } from "./page-files.ts";
import type { Given } from "./parse.ts";
import { INTERRUPTED } from "./sum-up.ts";
import type { Terminal } from "./terminal.ts";

/** Makes a page of recorded sessions and opens it. Gives the exit code. */
export async function page(given: Given, terminal: Terminal): Promise<number> {
	if (given.flag("live")) return await live(given, terminal);
	const order = orderOf(given, terminal);
	const out = given.text("out");
	const file = out === undefined ? order.standardFile : resolve(out);
	mustBeWritable(file, out);
	const data = await gather(order, terminal);
	if (terminal.interrupt.aborted) {
		terminal.say("No page was made.");
		return INTERRUPTED;
	}
	if (given.flag("json")) {
		terminal.print([JSON.stringify(data, null, 2)]);
		return 0;
	}
	write(file, documentOf({ ...clientFiles(), data: encodePage(data), isLive: false }));
	terminal.print([file]);
	if (!given.flag("no-open")) openInBrowser(file, terminal.environment);
	return 0;
}

async function live(given: Given, terminal: Terminal): Promise<number> {
	const other = (["json", "out"] as const).find((name) => given.flag(name));
	if (other) throw new Mistake(`--live serves the page and writes none, so --${other} does not go with it.`);
	return await (await import("./page-live.ts")).pageLive(given, terminal);
}

/** What cannot work is said before anything is read. */
function mustBeWritable(file: string, out: string | undefined): void {
	if (out === undefined) return;
	const is = (path: string): boolean => statIf(path)?.isDirectory() ?? false;
	if (is(file)) throw new Mistake(`--out needs the name of a file; ${out} is a folder.`);
	if (!is(dirname(file))) throw new Mistake(`--out ${out} cannot be written: there is no folder ${dirname(file)}.`);
}

/** At once, so that nobody finds half of it; for nobody else, since texts of files stand in it. */
function write(file: string, text: string): void {
	const next = `${file}.${process.pid}.new`;
	try {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		writeFileSync(next, text, { mode: 0o600, flag: "wx" });
		renameSync(next, file);
	} catch (error) {
		throw new Mistake(`${file} cannot be written: ${systemWords(error) ?? error}. Name another file with --out.`);
	} finally {
		if (existsSync(next)) rmSync(next);
	}
}
