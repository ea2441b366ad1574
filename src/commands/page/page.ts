import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { documentOf } from "../../page/document.ts";
import { encodePage } from "../../page/page-codec.ts";
import { UserError } from "../../runtime/user-error.ts";
import { statIf, systemWords } from "../../wire/system-error.ts";
import type { Arguments } from "../command-line/parse.ts";
import { INTERRUPTED } from "../sessions/sum-up.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openInBrowser } from "./open.ts";
import { clientFiles, gather, pageOrder } from "./page-data.ts";
import { pageLive } from "./page-live.ts";

/** Writes a page of recorded sessions and opens it. Returns the exit code. */
export async function page(args: Arguments, terminal: Terminal): Promise<number> {
	if (args.flag("live")) return await live(args, terminal);
	const order = pageOrder(args, terminal);
	const out = args.text("out");
	const file = out === undefined ? order.standardFile : resolve(out);
	mustBeWritable(file, out);
	const data = await gather(order, terminal);
	if (terminal.interrupt.aborted) {
		terminal.say("No page was written.");
		return INTERRUPTED;
	}
	if (args.flag("json")) {
		terminal.print([JSON.stringify(data, null, 2)]);
		return 0;
	}
	writePage(file, documentOf({ ...clientFiles(), data: encodePage(data), isLive: false }));
	terminal.print([file]);
	if (!args.flag("no-open")) openInBrowser(file, terminal.environment);
	return 0;
}

async function live(args: Arguments, terminal: Terminal): Promise<number> {
	const other = (["json", "out"] as const).find((name) => args.flag(name));
	if (other) throw new UserError(`--${other} cannot be combined with --live, which writes no file.`);
	return await pageLive(args, terminal);
}

/** Checks the options before anything is read. */
function mustBeWritable(file: string, out: string | undefined): void {
	if (out === undefined) return;
	const is = (path: string): boolean => statIf(path)?.isDirectory() ?? false;
	if (is(file)) throw new UserError(`--out needs the name of a file; ${out} is a folder.`);
	if (!is(dirname(file))) throw new UserError(`--out ${out} cannot be written: there is no folder ${dirname(file)}.`);
}

/** Atomic, so that a half-written page is never seen; readable by the user only, because it contains text of files. */
function writePage(file: string, text: string): void {
	const next = `${file}.${process.pid}.new`;
	try {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		writeFileSync(next, text, { mode: 0o600, flag: "wx" });
		renameSync(next, file);
	} catch (error) {
		throw new UserError(`${file} cannot be written: ${systemWords(error) ?? error}. Name another file with --out.`);
	} finally {
		if (existsSync(next)) rmSync(next);
	}
}
