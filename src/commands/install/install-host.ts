import { createInterface } from "node:readline/promises";
import { setImmediate as immediately } from "node:timers/promises";
import { extendInstall, keepPreviousInstall, NotTakenBack, applyInstall as putIn } from "../../install/apply.ts";
import { type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "../../install/journal.ts";
import { revertInstall as takeOut } from "../../install/revert.ts";
import type { HostInstaller, InstallStatus, Launcher, Machine } from "../../install/types.ts";
import { VERSION } from "../../runtime/program.ts";
import type { Arguments } from "../command-line/parse.ts";
import { wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { guardWords, type InstallPlan, sayFailed, signed, stuckWords } from "./install-lines.ts";

/**
 * Installs ibid in a host. Reports success only after one real answer, and only if nothing is missing. An interrupted
 * install restores what was there before.
 */
export async function installInHost(
	plan: InstallPlan,
	machine: Machine,
	launcher: Launcher,
	args: Arguments,
	terminal: Terminal,
): Promise<boolean> {
	const { installer, found } = plan;
	const { interrupt } = terminal;
	let wayBack: (() => Promise<unknown>) | undefined;
	try {
		const putFormerBack = keepPreviousInstall(installer, machine, found);
		await putIn(installer, machine, found, launcher, VERSION);
		wayBack = () => takeOut(installer, machine, found).then(putFormerBack);
		interrupt.throwIfAborted();
		if (installer.wired(machine).kind === "half") await askForConsent(plan, machine, args, terminal);
		interrupt.throwIfAborted();
		const took = await tryOut(plan, machine, launcher);
		interrupt.throwIfAborted();
		tellDone(installer, installer.wired(machine), took, terminal);
		return true;
	} catch (failure) {
		// Ctrl-C also reaches the host's program, which may end before we see the signal.
		await immediately();
		const error = interrupt.aborted ? await stopped(failure, wayBack) : failure;
		sayFailed(installer.title, error, terminal);
		const isLeft = wayBack !== undefined && !interrupt.aborted;
		const words = isLeft ? stayWords(installer.host, terminal) : failedWords(error, installer, machine, terminal);
		for (const line of wrap(words, terminal.width - 2)) terminal.say(`  ${line}`);
		return false;
	}
}

async function askForConsent(
	{ installer, found }: InstallPlan,
	machine: Machine,
	args: Arguments,
	{ interrupt }: Terminal,
): Promise<void> {
	const { consent } = installer;
	if (!consent) return;
	const isUnasked = args.flag("yes") || args.flag("trust");
	const agrees = async (): Promise<boolean> =>
		/^y/i.test((await askUser(`${consent.question} [y/N] `, interrupt)) ?? "");
	if (args.flag("trust") || (!isUnasked && (await agrees())))
		await extendInstall(installer, machine, await consent.steps(machine, found));
}

/** Returns how long it took, in milliseconds. */
async function tryOut({ installer, found }: InstallPlan, machine: Machine, launcher: Launcher): Promise<number> {
	const begin = performance.now();
	const problem = await withTrialJournal(installer, machine, () => installer.tryOut(machine, found, launcher));
	if (problem !== undefined) throw new Error(problem);
	return performance.now() - begin;
}

function tellDone(installer: HostInstaller, wired: InstallStatus, took: number, terminal: Terminal): void {
	const { title, isGuard } = installer;
	if (wired.kind === "no") throw new Error("the agent does not list it");
	const tell = (sign: string, words: string): void => terminal.print(signed(sign, words, terminal.width));
	if (wired.kind === "half") tell(terminal.yellow("•"), `${title}: installed, but ${wired.why}`);
	else tell(terminal.green("✓"), `${title}: installed and working (${timeWords(took)})`);
	if (isGuard) terminal.print(signed(" ", guardWords(installer, terminal.program), terminal.width));
}

function timeWords(milliseconds: number): string {
	return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Undoes what was done so far. A failure during an interrupt may be caused by the interrupt. */
async function stopped(failure: unknown, wayBack: (() => Promise<unknown>) | undefined): Promise<unknown> {
	if (failure instanceof NotTakenBack) return failure;
	const reason = new Error("interrupted");
	try {
		await wayBack?.();
		return reason;
	} catch (error) {
		return new NotTakenBack(reason, error instanceof Error ? error : new Error(String(error)), []);
	}
}

/** ibid may work even if the test failed, so only the user removes it again. */
function stayWords(host: string, { program }: Terminal): string {
	return `ibid is still installed there; to remove it: ${program} uninstall ${host}`;
}

function failedWords(error: unknown, installer: HostInstaller, machine: Machine, terminal: Terminal): string {
	if (error instanceof NotTakenBack) return stuckWords(error, installer.host, terminal);
	const isThere = installer.wired(machine).kind !== "no";
	return isThere ? "The previous installation of ibid is still there." : "Nothing of ibid is left there.";
}

/**
 * Runs something of the host after ibid is installed. What the host then writes into files that we left is not the
 * user's work, and is removed with ours.
 */
export async function withTrialJournal<T>(
	{ host }: HostInstaller,
	machine: Machine,
	work: () => Promise<T>,
): Promise<T> {
	const journal = readJournal(machine.data, host);
	if (!journal?.isDone) return await work();
	const untouched = untouchedFiles(journal);
	try {
		return await work();
	} finally {
		const now = { ...lastOf(journal), ...snapshot(untouched) };
		const isWritten = untouched.some((path) => now[path] !== lastOf(journal)[path]);
		if (isWritten) writeJournal(machine.data, host, { ...journal, after: [...journal.after, now] });
	}
}

function untouchedFiles(journal: Journal): string[] {
	const now = snapshot(Object.keys(journal.before));
	return Object.keys(now).filter((path) => now[path] === lastOf(journal)[path]);
}

function lastOf({ before, after }: Journal): Snapshot {
	return after.at(-1) ?? before;
}

/** What the user types: empty after Ctrl-C or Ctrl-D; undefined if there is no terminal. */
export async function askUser(question: string, interrupt: AbortSignal): Promise<string | undefined> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	const closed = new AbortController();
	// While keys are read one by one, Ctrl-C is a key and not a signal.
	lines.on("SIGINT", () => process.emit("SIGINT"));
	lines.on("close", () => closed.abort());
	try {
		return (await lines.question(question, { signal: AbortSignal.any([interrupt, closed.signal]) })).trim();
	} catch {
		process.stderr.write("\n");
		return "";
	} finally {
		lines.close();
	}
}
