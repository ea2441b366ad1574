import { existsSync, realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { bytesOf } from "../../install/files.ts";
import { hasProgram } from "../../install/launcher.ts";
import { thisMachine } from "../../install/machine.ts";
import { revertInstall as takeOut } from "../../install/revert.ts";
import type { HostInstaller, Machine } from "../../install/types.ts";
import { UserError } from "../../runtime/user-error.ts";
import { stateFolder } from "../../store/state-folder.ts";
import type { Arguments } from "../command-line/parse.ts";
import { wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clearUp, isInNoHost, isInstalledIn } from "./clear-up.ts";
import { chosenInstallers } from "./install.ts";
import { leftLines, sayFailed } from "./install-lines.ts";
import { withLock } from "./install-lock.ts";

/** Removes ibid from hosts, and prints what happened to each file of the user. Returns the exit code. */
export async function uninstall(args: Arguments, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const isPurge = args.flag("purge");
	if (isPurge && args.positionals.length > 0)
		throw new UserError("--purge removes ibid from all agents; it cannot be combined with the name of one.");
	const named = await chosenInstallers(args);
	return await withLock(machine.data, () => uninstallFromAll(named, machine, isPurge, terminal));
}

async function uninstallFromAll(
	named: readonly HostInstaller[],
	machine: Machine,
	isPurge: boolean,
	terminal: Terminal,
): Promise<number> {
	const others = new Set(named.flatMap((installer) => foldersElsewhere(installer, machine)));
	const outcomes: UninstallOutcome[] = [];
	for (const installer of named) outcomes.push(await uninstallFrom(installer, machine, terminal));
	if (outcomes.every((outcome) => outcome === "was not in"))
		terminal.print(["ibid is not installed in any of these agents."]);
	if (await isInNoHost(machine))
		for (const words of clearUp(machine, [...others], isPurge, terminal)) terminal.print(wrap(words, terminal.width));
	return outcomes.includes("failed") ? 1 : 0;
}

type UninstallOutcome = "is out" | "was not in" | "failed";

async function uninstallFrom(
	installer: HostInstaller,
	machine: Machine,
	terminal: Terminal,
): Promise<UninstallOutcome> {
	try {
		if (!isInstalledIn(installer, machine)) return "was not in";
		const left = await takeOut(installer, machine, await installer.find(machine));
		terminal.print([`${terminal.green("✓")} ${installer.title}: ibid removed`, ...leftLines(left, terminal)]);
		return "is out";
	} catch (error) {
		sayFailed(installer.title, error, terminal);
		return "failed";
	}
}

/** Other data folders from which a host starts ibid: ibid was installed there in another environment. */
function foldersElsewhere(installer: HostInstaller, machine: Machine): string[] {
	const folders = pathsNamed(installer, machine).flatMap((word) => {
		const [, folder = ""] = OURS.exec(word) ?? [];
		return isAbsolute(folder) && hasProgram(folder) && !isSame(folder, machine.data) ? [folder] : [];
	});
	return [...new Set(folders)];
}

function isSame(one: string, other: string): boolean {
	return existsSync(other) && realpathSync(one) === realpathSync(other);
}

/** The paths in a data folder that hosts refer to. */
const OURS = /^(.+?)[\\/](?:program|plugins[\\/][a-z-]+)(?:[\\/]|$)/;

/** What the host would start; if it would not start ibid, everything in its files that may be a path. */
function pathsNamed(installer: HostInstaller, machine: Machine): readonly string[] {
	try {
		const wired = installer.wired(machine);
		if (wired.kind !== "half") return wired.kind === "yes" ? wired.launcher : [];
		const texts = installer.touches(machine).map((path) => bytesOf(path)?.toString("utf8") ?? "");
		return texts.flatMap((text) => [...text.matchAll(/(["'])(.+?)\1/g)].map(([, , word = ""]) => word));
	} catch {
		return [];
	}
}
