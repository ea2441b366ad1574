import { existsSync } from "node:fs";
import { loadInstallers } from "../../hosts.ts";
import { thisMachine } from "../../install/machine.ts";
import type { HostInstaller, InstallStatus, Machine } from "../../install/types.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { rowLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The state of ibid on this machine, by its files: the hosts that have it, and whether something is wrong. */
export type InstallState = { readonly hosts: readonly string[]; readonly isWrong: boolean };

/** Checks the hosts without starting any of their programs. */
export async function installState({ home, environment }: Terminal): Promise<InstallState> {
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const all = (await loadInstallers()).map((installer) => ({
		title: installer.isGuard ? `${installer.title} by ibid run -- ${installer.program}` : installer.title,
		wired: wiringOf(installer, machine),
	}));
	const fitted = all.filter(({ wired }) => wired.kind !== "no");
	return { hosts: fitted.map(({ title }) => title), isWrong: fitted.some(({ wired }) => isBroken(wired)) };
}

/** If the host's files cannot be read, we do not know; ibid doctor says more. */
function wiringOf(installer: HostInstaller, machine: Machine): InstallStatus {
	try {
		return installer.wired(machine);
	} catch (error) {
		return { kind: "half", why: String(error) };
	}
}

function isBroken(wired: InstallStatus): boolean {
	if (wired.kind === "yes") return wired.launcher.some((word) => /[\\/]/.test(word) && !existsSync(word));
	return wired.kind === "half" && wired.isAside !== true;
}

/** What to do next. `show` is the command that shows the best result, if there is one. */
export function nextStep({ hosts, isWrong }: InstallState, show: string | undefined): string {
	if (hosts.length === 0) return "ibid install";
	if (isWrong) return "ibid doctor";
	const some = new Intl.ListFormat("en", { type: "disjunction" }).format(hosts);
	return show ?? `a session in ${some}, then ibid again`;
}

/** The line with the next step. */
export function nextLines(
	step: string,
	{ width, bold, program }: Pick<Terminal, "width" | "bold" | "program">,
): string[] {
	return rowLines([{ label: "Next", says: step.replace(/^ibid\b/, program) }], width, bold);
}
