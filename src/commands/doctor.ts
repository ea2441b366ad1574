import { existsSync } from "node:fs";
import { loadConfig } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { install as putIn } from "../install/apply.ts";
import { readJournal } from "../install/journal.ts";
import { launcherIn, programIn } from "../install/launcher.ts";
import { thisMachine } from "../install/machine.ts";
import type { Fitting, Machine } from "../install/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { lastTroubles } from "../store/troubles.ts";
import { warningWords } from "./config-words.ts";
import { doctorLines, type Finding } from "./doctor-lines.ts";
import { loadFittings } from "./fittings.ts";
import type { Given } from "./parse.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Says how ibid stands in every host. Gives the exit code: 1 where something is wrong. */
export async function doctor(given: Given, terminal: Terminal): Promise<number> {
	const { home, environment } = terminal;
	const machine = thisMachine(home, environment, stateFolder(home, environment));
	const settings = loadConfig({ home, environment, directory: process.cwd() });
	let findings = await examine(machine);
	if (given.flag("fix")) {
		for (const finding of findings.filter(isAiling)) await mend(finding, machine, terminal);
		findings = await examine(machine);
	}
	if (given.flag("json")) terminal.print([JSON.stringify(reportOf(findings, machine, settings, home), null, 2)]);
	else terminal.print(doctorLines(findings, machine, settings, terminal));
	return findings.some(isAiling) ? 1 : 0;
}

async function examine(machine: Machine): Promise<Finding[]> {
	const troubles = lastTroubles(machine.data);
	const findings: Finding[] = [];
	for (const fitting of await loadFittings()) {
		const wired = fitting.wired(machine);
		findings.push({
			fitting,
			found: await fitting.find(machine),
			wired,
			stale: wired.kind === "no" ? undefined : staleIn(fitting, machine),
			trouble: troubles.get(fitting.host),
		});
	}
	return findings;
}

function staleIn({ host }: Fitting, machine: Machine): string | undefined {
	const journal = readJournal(machine.data, host);
	if (!journal) return "nobody remembers to have installed it";
	if (!journal.isDone) return "it was not installed to the end";
	const files = [journal.launcher.program, ...journal.launcher.args].filter((word) => /[\\/]/.test(word));
	const missing = files.find((file) => !existsSync(file));
	if (missing !== undefined) return `${missing} is gone`;
	return journal.version === VERSION ? undefined : `it is of version ${journal.version}, and this is ${VERSION}`;
}

/** Whether something is wrong that installing again may mend. */
function isAiling({ wired, stale }: Finding): boolean {
	return wired.kind === "half" || stale !== undefined;
}

async function mend({ fitting, found }: Finding, machine: Machine, terminal: Terminal): Promise<void> {
	const launcher = launcherIn(machine.data, process.execPath);
	if (!found || !existsSync(programIn(machine.data))) {
		terminal.say(`${fitting.title}: ibid install ${fitting.host} is needed.`);
		return;
	}
	try {
		await putIn(fitting, machine, found, launcher, VERSION);
	} catch (error) {
		terminal.say(`${fitting.title}: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function reportOf(findings: readonly Finding[], { data }: Machine, settings: Settings, home: string): object {
	return {
		schema: 1,
		version: VERSION,
		data,
		enabled: settings.config.enabled,
		warnings: settings.warnings.map((warning) => warningWords(warning, home)),
		hosts: findings.map(({ fitting, found, wired, stale, trouble }) => {
			return { host: fitting.host, version: found?.version, wired, stale, trouble };
		}),
	};
}
