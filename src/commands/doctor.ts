import { existsSync, realpathSync } from "node:fs";
import { loadConfig } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { copiedVersion, copyProgram, launcherIn, programIn } from "../install/launcher.ts";
import { thisMachine } from "../install/machine.ts";
import { install as putIn } from "../install/put-in.ts";
import type { Launcher, Machine } from "../install/types.ts";
import { everyLine } from "../store/every-line.ts";
import { stateFolder } from "../store/state-folder.ts";
import { warningWords } from "./config-words.ts";
import { examine } from "./doctor-examine.ts";
import { doctorLines, type Finding } from "./doctor-lines.ts";
import { isCompiled, packageRoot } from "./package-root.ts";
import type { Given } from "./parse.ts";
import type { Terminal } from "./terminal.ts";
import { inTurn } from "./turn.ts";
import { VERSION } from "./version.ts";

/** Says how ibid stands in every host. Gives the exit code: 1 where something is wrong. */
export async function doctor(
	given: Given,
	terminal: Terminal,
	script: string = process.argv[1] ?? "",
): Promise<number> {
	const { home, environment } = terminal;
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const project = process.cwd();
	const settings = loadConfig({ home, environment, directory: project });
	const root = rootToCopy(script, machine.data);
	let findings = await examine(machine, project, root);
	if (given.flag("fix")) {
		await inTurn(machine.data, () => mendAll(findings.filter(isAiling), machine, root, terminal));
		findings = await examine(machine, project, root);
	}
	const refused = [...everyLine(machine.data, (text) => text.includes(REFUSAL))].length;
	if (given.flag("json"))
		terminal.print([JSON.stringify({ ...reportOf(findings, machine, settings, home), refused }, null, 2)]);
	else terminal.print(doctorLines(findings, machine, settings, terminal, refused));
	return findings.some(isAiling) ? 1 : 0;
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
function isAiling({ wired, stale }: Finding): boolean {
	return wired.kind === "unknown" || (wired.kind === "half" && wired.isAside !== true) || stale !== undefined;
}

/** Puts ibid into hosts again, with all of the program: nobody knows what else is missing. */
async function mendAll(
	findings: readonly Finding[],
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

function reportOf(findings: readonly Finding[], { data }: Machine, settings: Settings, home: string): object {
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
