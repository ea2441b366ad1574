import { foldersElsewhere } from "../install/elsewhere.ts";
import { thisMachine } from "../install/machine.ts";
import { uninstall as takeOut } from "../install/take-out.ts";
import type { Fitting, Machine } from "../install/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { clearUp, isIn, isNowhere } from "./clear-up.ts";
import { wantedFittings } from "./install.ts";
import { leftLines } from "./install-lines.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { sayFailed } from "./say-failed.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { inTurn } from "./turn.ts";

/** Takes ibid out of hosts, and says of each file of the user's what became of it. Gives the exit code. */
export async function uninstall(given: Given, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const isPurge = given.flag("purge");
	if (isPurge && given.rest.length > 0) throw new Mistake("ibid uninstall --purge is for all hosts at once.");
	const named = await wantedFittings(given);
	return await inTurn(machine.data, () => leaveAll(named, machine, isPurge, terminal));
}

async function leaveAll(
	named: readonly Fitting[],
	machine: Machine,
	isPurge: boolean,
	terminal: Terminal,
): Promise<number> {
	const others = new Set(named.flatMap((fitting) => foldersElsewhere(fitting, machine)));
	const outcomes: Outcome[] = [];
	for (const fitting of named) outcomes.push(await leave(fitting, machine, terminal));
	if (outcomes.every((outcome) => outcome === "was not in")) terminal.print(["ibid is in none of these hosts."]);
	if (await isNowhere(machine))
		for (const words of clearUp(machine, [...others], isPurge, terminal)) terminal.print(wrap(words, terminal.width));
	return outcomes.includes("failed") ? 1 : 0;
}

type Outcome = "is out" | "was not in" | "failed";

async function leave(fitting: Fitting, machine: Machine, terminal: Terminal): Promise<Outcome> {
	try {
		if (!isIn(fitting, machine)) return "was not in";
		const left = await takeOut(fitting, machine, await fitting.find(machine));
		terminal.print([`${terminal.green("✓")} ${fitting.title}: ibid is out of it`, ...leftLines(left, terminal)]);
		return "is out";
	} catch (error) {
		sayFailed(fitting.title, error, terminal);
		return "failed";
	}
}
