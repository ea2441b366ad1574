import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { userFile } from "../config/places.ts";
import { uninstall as takeOut } from "../install/apply.ts";
import { dropEmptyFolders } from "../install/files.ts";
import { readJournal } from "../install/journal.ts";
import { programIn } from "../install/launcher.ts";
import { thisMachine } from "../install/machine.ts";
import type { Fitting, Machine } from "../install/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { pathWords } from "./config-words.ts";
import { loadFittings } from "./fittings.ts";
import { wantedFittings } from "./install.ts";
import { leftLines, signed } from "./install-lines.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Takes ibid out of hosts, and says of each file of the user's what became of it. Gives the exit code. */
export async function uninstall(given: Given, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const isPurge = given.flag("purge");
	if (isPurge && given.rest.length > 0) throw new Mistake("ibid uninstall --purge is for all hosts at once.");
	const wanted = (await wantedFittings(given)).filter((fitting) => isIn(fitting, machine));
	if (wanted.length === 0) terminal.print(["ibid is in none of these hosts."]);
	let hasFailed = false;
	for (const fitting of wanted) hasFailed = !(await leave(fitting, machine, terminal)) || hasFailed;
	const isGone = (await loadFittings()).every((fitting) => !isIn(fitting, machine));
	if (isGone) removeProgram(machine);
	// Whoever has switched ibid off and on again has an empty folder for its settings.
	if (isGone) dropEmptyFolders([dirname(userFile(home, environment))]);
	if (isGone && (isPurge || filesIn(machine.data).length === 0)) rmSync(machine.data, { recursive: true, force: true });
	terminal.print(wrap(dataWords(machine, terminal.home), terminal.width));
	return hasFailed ? 1 : 0;
}

/** Also where only half of it is there. */
function isIn(fitting: Fitting, machine: Machine): boolean {
	return readJournal(machine.data, fitting.host) !== undefined || fitting.wired(machine).kind !== "no";
}

async function leave(fitting: Fitting, machine: Machine, terminal: Terminal): Promise<boolean> {
	try {
		const left = await takeOut(fitting, machine, await fitting.find(machine));
		terminal.print([`${terminal.green("✓")} ${fitting.title}: ibid is out of it`, ...leftLines(left, terminal)]);
		return true;
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		for (const line of signed(terminal.red("✗"), `${fitting.title}: ${why}`, terminal.width)) terminal.say(line);
		return false;
	}
}

function removeProgram({ data }: Machine): void {
	// Whoever was stopped while copying has left half of it.
	const programs = ["", ".new", ".old"].map((ending) => `${programIn(data)}${ending}`);
	for (const folder of [...programs, join(data, "plugins"), join(data, "installed")])
		rmSync(folder, { recursive: true, force: true });
}

function dataWords({ data }: Machine, home: string): string {
	const size = sizeOf(data);
	if (size === undefined) return "Nothing of ibid is left on this machine.";
	return `What ibid has recorded is kept in ${pathWords(data, home)} (${size}); ibid uninstall --purge deletes it.`;
}

function sizeOf(folder: string): string | undefined {
	const files = filesIn(folder);
	if (files.length === 0) return undefined;
	const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
	return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function filesIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}
