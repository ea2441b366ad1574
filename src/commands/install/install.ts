import { INSTALLED_HOSTS, loadInstallers } from "../../hosts.ts";
import { copyProgram, foreignIn, launcherFrom } from "../../install/launcher.ts";
import { thisMachine } from "../../install/machine.ts";
import type { HostInstaller, Launcher, Machine } from "../../install/types.ts";
import { isCompiled, packageRoot } from "../../runtime/program.ts";
import { hostNamed } from "../../runtime/typed.ts";
import { isUserError, UserError } from "../../runtime/user-error.ts";
import { stateFolder } from "../../store/state-folder.ts";
import type { Arguments } from "../command-line/parse.ts";
import { INTERRUPTED } from "../sessions/sum-up.ts";
import { wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords } from "../terminal/text.ts";
import { dropInstalledFiles, isInNoHost, isInstalledIn } from "./clear-up.ts";
import { hostsAtALoss } from "./history.ts";
import { askUser, installInHost } from "./install-host.ts";
import { diffLines, type InstallPlan, planLines, sayFailed, signed } from "./install-lines.ts";
import { withLock } from "./install-lock.ts";

/** Installs ibid in hosts: shows the plan, asks, installs, and tests. Returns the exit code. */
export async function install(args: Arguments, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const script = process.argv[1] ?? "";
	if (isCompiled(script))
		throw new UserError("This is only the executable that agents start. To install ibid: npx ibid install");
	const root = packageRoot(script);
	const machine = { ...thisMachine(home, environment, stateFolder(home, environment)), root };
	refuseForeign(machine);
	const launcher = launcherFrom(root, machine.data, process.execPath);
	const { plans: possible, hasFailed } = await plansFor(args, machine, launcher, terminal);
	const code = hasFailed ? 1 : 0;
	if (possible.length === 0) {
		if (!hasFailed) terminal.print(["No agent that ibid supports was found on your PATH."]);
		return code;
	}
	const plans = await plansThatPay(possible, args, machine, terminal);
	if (plans.length === 0) return code;
	terminal.print(planLines(plans, launcher, terminal));
	if (args.flag("dry-run")) return code;
	// From here on Ctrl-C is handled where it does no harm, so we must check for it.
	const { interrupt } = terminal;
	if (!args.flag("yes") && !(await agrees(plans, terminal))) {
		terminal.print(["Nothing was changed."]);
		return interrupt.aborted ? INTERRUPTED : code;
	}
	return (await withLock(machine.data, () => installInAll(plans, machine, launcher, args, terminal))) || code;
}

function refuseForeign({ data, home }: Machine): void {
	const foreign = foreignIn(data);
	if (foreign === undefined) return;
	const place = pathWords(foreign, home);
	throw new UserError(`${place} exists and was not created by ibid; move it, or set IBID_STATE to another folder.`);
}

/** The named hosts; all if none was named. */
export async function chosenInstallers({ positionals: rest }: Arguments): Promise<HostInstaller[]> {
	const all = await loadInstallers();
	const names = rest.map((word) => hostNamed(word, INSTALLED_HOSTS).name);
	return names.length === 0 ? all : all.filter(({ host }) => names.includes(host));
}

/** The plan for each host. If the files of one cannot be read, that is reported and the others go on. */
async function plansFor(
	args: Arguments,
	machine: Machine,
	launcher: Launcher,
	terminal: Terminal,
): Promise<{ plans: InstallPlan[]; hasFailed: boolean }> {
	const plans: InstallPlan[] = [];
	let hasFailed = false;
	for (const installer of await chosenInstallers(args)) {
		try {
			const found = await installer.find(machine);
			if (found) plans.push({ installer, found, steps: installer.install(machine, found, launcher) });
			else if (args.positionals.length > 0) throw new UserError(`${installer.title} was not found on your PATH.`);
		} catch (error) {
			if (isUserError(error)) throw error;
			sayFailed(installer.title, error, terminal);
			hasFailed = true;
		}
	}
	return { plans, hasFailed };
}

/** Hosts that the user has named, or that have ibid already, are not judged by the user's sessions. */
async function plansThatPay(
	plans: readonly InstallPlan[],
	args: Arguments,
	machine: Machine,
	terminal: Terminal,
): Promise<readonly InstallPlan[]> {
	if (args.positionals.length > 0) return plans;
	const installers = plans.map(({ installer }) => installer).filter((each) => isNew(each, machine));
	const losses = await hostsAtALoss(installers, terminal);
	for (const words of losses.values()) terminal.print(wrap(words, terminal.width));
	return plans.filter(({ installer }) => !losses.has(installer.host));
}

/** A host whose files cannot be read may have ibid already. */
function isNew(installer: HostInstaller, machine: Machine): boolean {
	try {
		return !isInstalledIn(installer, machine);
	} catch {
		return false;
	}
}

async function agrees(plans: readonly InstallPlan[], terminal: Terminal): Promise<boolean> {
	for (;;) {
		const answer = await askUser("Proceed? [y]es / [N]o / [d]iff ", terminal.interrupt);
		if (answer === undefined) throw new UserError("Not a terminal. Use --yes to install without confirmation.");
		if (!/^d/i.test(answer)) return /^y/i.test(answer);
		terminal.print(diffLines(plans, terminal));
	}
}

async function installInAll(
	plans: readonly InstallPlan[],
	machine: Machine & { readonly root: string },
	launcher: Launcher,
	args: Arguments,
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
		hasFailed = !(await installInHost(plan, machine, launcher, args, terminal)) || hasFailed;
	}
	if (!terminal.interrupt.aborted) return hasFailed ? 1 : 0;
	if (await isInNoHost(machine)) dropInstalledFiles(machine.data);
	return INTERRUPTED;
}

/** Copies the program; returns the system's error if that fails, for example because the disk is full. */
function whyNotCopied(root: string, data: string): string | undefined {
	try {
		copyProgram(root, data, process.execPath);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message.split(", ")[0] : String(error);
	}
}
