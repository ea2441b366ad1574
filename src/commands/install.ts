import { copyProgram, foreignIn, launcherFrom } from "../install/launcher.ts";
import { thisMachine } from "../install/machine.ts";
import type { Fitting, Launcher, Machine } from "../install/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { ask } from "./ask.ts";
import { dropTold, isNowhere } from "./clear-up.ts";
import { pathWords } from "./config-words.ts";
import { fit } from "./fit.ts";
import { loadFittings } from "./fittings.ts";
import { hostNamed } from "./host-names.ts";
import { diffLines, type Plan, planLines, signed } from "./install-lines.ts";
import { Mistake } from "./mistake.ts";
import { isCompiled, packageRoot } from "./package-root.ts";
import type { Given } from "./parse.ts";
import { sayFailed } from "./say-failed.ts";
import { INTERRUPTED } from "./sum-up.ts";
import type { Terminal } from "./terminal.ts";
import { inTurn } from "./turn.ts";

/** Puts ibid into hosts: shows what it is going to do, asks, does it, and looks whether it works. Gives the exit code. */
export async function install(given: Given, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const script = process.argv[1] ?? "";
	if (isCompiled(script))
		throw new Mistake("This is only the executable that hosts start; npx ibid install installs ibid.");
	const root = packageRoot(script);
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
	// From here on Ctrl-C is met where it does no harm, so it has to be looked for.
	const { interrupt } = terminal;
	if (!given.flag("yes") && !(await agrees(plans, terminal))) {
		terminal.print(["Nothing was changed."]);
		return interrupt.aborted ? INTERRUPTED : code;
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
		if (terminal.interrupt.aborted) break;
		hasFailed = !(await fit(plan, machine, launcher, given, terminal)) || hasFailed;
	}
	if (!terminal.interrupt.aborted) return hasFailed ? 1 : 0;
	if (await isNowhere(machine)) dropTold(machine.data);
	return INTERRUPTED;
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
