import { existsSync, realpathSync } from "node:fs";
import { loadConfig } from "../../config/load.ts";
import type { Settings } from "../../config/types.ts";
import { SWITCHED_HOSTS } from "../../hosts.ts";
import { applyInstall as putIn } from "../../install/apply.ts";
import { copiedVersion, copyProgram, launcherIn, programIn } from "../../install/launcher.ts";
import { thisMachine } from "../../install/machine.ts";
import type { Launcher, Machine } from "../../install/types.ts";
import { isCompiled, packageRoot, VERSION } from "../../runtime/program.ts";
import { everyLine } from "../../store/every-line.ts";
import { stateFolder } from "../../store/state-folder.ts";
import type { Arguments } from "../command-line/parse.ts";
import { warningWords } from "../config/config-lines.ts";
import { withLock } from "../install/install-lock.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { doctorLines, type HostFinding } from "./doctor-lines.ts";
import { examine } from "./examine.ts";

/** Says how ibid stands in every host. Gives the exit code: 1 where something is wrong. */
export async function doctor(
	args: Arguments,
	terminal: Terminal,
	script: string = process.argv[1] ?? "",
): Promise<number> {
	const { home, environment } = terminal;
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const project = process.cwd();
	const settings = loadConfig({ home, environment, hosts: SWITCHED_HOSTS, directory: project });
	const root = rootToCopy(script, machine.data);
	let findings = await examine(machine, project, root);
	if (args.flag("fix")) {
		await withLock(machine.data, () => mendAll(findings.filter(hasProblem), machine, root, terminal));
		findings = await examine(machine, project, root);
	}
	const refused = [...everyLine(machine.data, (text) => text.includes(REFUSAL))].length;
	if (args.flag("json"))
		terminal.print([JSON.stringify({ ...reportOf(findings, machine, settings, home), refused }, null, 2)]);
	else terminal.print(doctorLines(findings, machine, settings, terminal, refused));
	return findings.some(hasProblem) ? 1 : 0;
}

/** By this a line of the record is known that counts a refused write; most lines need not be parsed. */
const REFUSAL = '"kind":"refusal"';

/** The package that this program is part of; a compiled program has none, and the copy that hosts start is none. */
function rootToCopy(script: string, data: string): string | undefined {
	if (isCompiled(script) || !existsSync(script)) return undefined;
	const [root, place] = [packageRoot(script), programIn(data)];
	return existsSync(place) && realpathSync(place) === root ? undefined : root;
}

/** Whether something is wrong. Who stands aside for another tool is well. */
function hasProblem({ wired, stale }: HostFinding): boolean {
	return wired.kind === "unknown" || (wired.kind === "half" && wired.isAside !== true) || stale !== undefined;
}

/** Puts ibid into hosts again, with all of the program: nobody knows what else is missing. */
async function mendAll(
	findings: readonly HostFinding[],
	machine: Machine,
	root: string | undefined,
	terminal: Terminal,
): Promise<void> {
	let launcher: Launcher | undefined;
	for (const { fitting, found, wired } of findings) {
		if (wired.kind === "unknown") continue;
		if (!found || (root === undefined && copiedVersion(machine.data) !== VERSION)) {
			terminal.say(`${fitting.title}: ${terminal.program} install ${fitting.host} is needed.`);
			continue;
		}
		try {
			launcher ??= copied(root, machine);
			await putIn(fitting, machine, found, launcher, VERSION);
		} catch (error) {
			terminal.say(`${fitting.title}: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
}

function copied(root: string | undefined, { data }: Machine): Launcher {
	const node = process.execPath;
	return root === undefined ? launcherIn(data, node) : copyProgram(root, data, node);
}

function reportOf(findings: readonly HostFinding[], { data }: Machine, settings: Settings, home: string): object {
	return {
		schema: 1,
		version: VERSION,
		data,
		enabled: settings.config.enabled,
		guard: settings.config.guard,
		warnings: settings.warnings.map((warning) => warningWords(warning, home)),
		hosts: findings.map(({ fitting, found, wired, started, stale, trouble, others }) => {
			return { host: fitting.host, version: found?.version, wired, launcher: started, stale, trouble, others };
		}),
	};
}
