import { extend, NotTakenBack, install as putIn } from "../install/put-in.ts";
import { remembering } from "../install/remember.ts";
import type { Fitting, Launcher, Machine } from "../install/types.ts";
import { ask } from "./ask.ts";
import { type Plan, signed, stuckWords } from "./install-lines.ts";
import type { Given } from "./parse.ts";
import { sayFailed } from "./say-failed.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Puts ibid into a host. Says that it is done only after one real answer, and only if nothing is missing. */
export async function fit(
	plan: Plan,
	machine: Machine,
	launcher: Launcher,
	given: Given,
	terminal: Terminal,
): Promise<boolean> {
	const { fitting, found } = plan;
	const { title } = fitting;
	const tell = (sign: string, words: string): void => terminal.print(signed(sign, words, terminal.width));
	let isIn = false;
	try {
		await putIn(fitting, machine, found, launcher, VERSION);
		isIn = true;
		if (fitting.wired(machine).kind === "half") await askForConsent(plan, machine, given, terminal);
		const begin = performance.now();
		const problem = await remembering(fitting, machine, () => fitting.tryOut(machine, found, launcher));
		if (problem !== undefined) throw new Error(problem);
		const took = timeWords(performance.now() - begin);
		const wired = fitting.wired(machine);
		if (wired.kind === "no") throw new Error("the host does not have it");
		if (wired.kind === "half") tell(terminal.yellow("•"), `${title}: installed, but ${wired.why}`);
		else tell(terminal.green("✓"), `${title}: installed, and it answers (${took})`);
		return true;
	} catch (error) {
		sayFailed(title, error, terminal);
		const left = isIn ? stayWords(fitting.host, terminal) : failedWords(error, fitting, machine, terminal);
		for (const line of wrap(left, terminal.width - 2)) terminal.say(`  ${line}`);
		return false;
	}
}

async function askForConsent(
	{ fitting, found }: Plan,
	machine: Machine,
	given: Given,
	{ interrupt }: Terminal,
): Promise<void> {
	const { consent } = fitting;
	if (!consent) return;
	const isUnasked = given.flag("yes") || given.flag("trust");
	const agrees = async (): Promise<boolean> => /^y/i.test((await ask(`${consent.question} [y/N] `, interrupt)) ?? "");
	if (given.flag("trust") || (!isUnasked && (await agrees())))
		await extend(fitting, machine, await consent.steps(machine, found));
}

function timeWords(milliseconds: number): string {
	return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** It may well work where the trial did not, so nobody but the user takes it out again. */
function stayWords(host: string, { program }: Terminal): string {
	return `ibid stays in it all the same; ${program} uninstall ${host} takes it out.`;
}

function failedWords(error: unknown, fitting: Fitting, machine: Machine, terminal: Terminal): string {
	if (error instanceof NotTakenBack) return stuckWords(error, fitting.host, terminal);
	const isThere = fitting.wired(machine).kind !== "no";
	return isThere ? "It has the ibid that it had before." : "Nothing of ibid is left in it.";
}
