import { copyProgram, foreignIn, launcherFrom } from "../install/launcher.ts";
import { thisMachine } from "../install/machine.ts";
import { extend, NotTakenBack, install as putIn } from "../install/put-in.ts";
import type { Fitting, Launcher, Machine } from "../install/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { ask } from "./ask.ts";
import { pathWords } from "./config-words.ts";
import { loadFittings } from "./fittings.ts";
import { hostNamed } from "./host-names.ts";
import { diffLines, type Plan, planLines, signed, stuckWords } from "./install-lines.ts";
import { Mistake } from "./mistake.ts";
import { packageRoot } from "./package-root.ts";
import type { Given } from "./parse.ts";
import { sayFailed } from "./say-failed.ts";
import { INTERRUPTED } from "./sum-up.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { inTurn } from "./turn.ts";
import { VERSION } from "./version.ts";

/** Puts ibid into hosts: shows what it is going to do, asks, does it, and looks whether it works. Gives the exit code. */
export async function install(given: Given, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const root = packageRoot(process.argv[1] ?? "");
	const machine = { ...thisMachine(home, environment, stateFolder(home, environment)), root };
	refuseForeign(machine);
	const launcher = launcherFrom(root, machine.data, process.execPath);
	const { plans, hasFailed } = await plansFor(given, machine, launcher, terminal);
	const code = hasFailed ? 1 : 0;
	if (plans.length === 0) {
		if (!hasFailed) terminal.print(["No host that ibid knows was found on your PATH."]);
		return code;
	}
	terminal.print(planLines(plans, launcher, terminal));
	if (given.flag("dry-run")) return code;
	// From here on Ctrl-C is met where it does no harm.
	if (!given.flag("yes") && !(await agrees(plans, terminal))) {
		terminal.print(["Nothing was changed."]);
		return terminal.interrupt.aborted ? INTERRUPTED : code;
	}
	return (await inTurn(machine.data, () => fitAll(plans, machine, launcher, given, terminal))) || code;
}

function refuseForeign({ data, home }: Machine): void {
	const foreign = foreignIn(data);
	if (foreign === undefined) return;
	const place = pathWords(foreign, home);
	throw new Mistake(`${place} is in ibid's way, and not ibid's own; move it, or choose another folder by IBID_STATE.`);
}

/** The hosts that were named; all of them where none was. */
export async function wantedFittings({ rest }: Given): Promise<Fitting[]> {
	const all = await loadFittings();
	const names = rest.map((word) =>
		hostNamed(
			word,
			all.map(({ host }) => host),
		),
	);
	return names.length === 0 ? all : all.filter(({ host }) => names.includes(host));
}

/** What would be done to each host. One that cannot be read is told of, and does not keep the others waiting. */
async function plansFor(
	given: Given,
	machine: Machine,
	launcher: Launcher,
	terminal: Terminal,
): Promise<{ plans: Plan[]; hasFailed: boolean }> {
	const plans: Plan[] = [];
	let hasFailed = false;
	for (const fitting of await wantedFittings(given)) {
		try {
			const found = await fitting.find(machine);
			if (found) plans.push({ fitting, found, steps: fitting.install(machine, found, launcher) });
			else if (given.rest.length > 0) throw new Mistake(`${fitting.title} was not found on your PATH.`);
		} catch (error) {
			if (error instanceof Mistake) throw error;
			sayFailed(fitting.title, error, terminal);
			hasFailed = true;
		}
	}
	return { plans, hasFailed };
}

async function agrees(plans: readonly Plan[], terminal: Terminal): Promise<boolean> {
	for (;;) {
		const answer = await ask("Proceed? [y/N/d] ", terminal.interrupt);
		if (answer === undefined) throw new Mistake("Nobody is here to be asked; ibid install --yes does it unasked.");
		if (!/^d/i.test(answer)) return /^y/i.test(answer);
		terminal.print(diffLines(plans, terminal));
	}
}

async function fitAll(
	plans: readonly Plan[],
	machine: Machine & { readonly root: string },
	launcher: Launcher,
	given: Given,
	terminal: Terminal,
): Promise<number> {
	const problem = whyNotCopied(machine.root, machine.data);
	if (problem !== undefined) {
		const place = pathWords(machine.data, machine.home);
		const words = `ibid cannot be copied to ${place}: ${problem}. Nothing was changed.`;
		for (const line of signed(terminal.red("✗"), words, terminal.width)) terminal.say(line);
		return 1;
	}
	let hasFailed = false;
	for (const plan of plans) {
		hasFailed = !(await fit(plan, machine, launcher, given, terminal)) || hasFailed;
		if (terminal.interrupt.aborted) return INTERRUPTED;
	}
	return hasFailed ? 1 : 0;
}

/** Copies the program, or gives what the system says where that cannot be done, as on a disk that is full. */
function whyNotCopied(root: string, data: string): string | undefined {
	try {
		copyProgram(root, data, process.execPath);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message.split(", ")[0] : String(error);
	}
}

/** Says that it is done only after one real answer, and only if nothing is missing. */
async function fit(
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
		const problem = await fitting.tryOut(machine, found, launcher);
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
