import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { loadConfig } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { type Journal, readJournal } from "../install/journal.ts";
import { copiedVersion, copyProgram, launcherIn, programIn } from "../install/launcher.ts";
import { thisMachine } from "../install/machine.ts";
import { whyBroken } from "../install/meaning.ts";
import { install as putIn } from "../install/put-in.ts";
import type { Fitting, Launcher, Machine, Wired } from "../install/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { lastTroubles } from "../store/troubles.ts";
import { warningWords } from "./config-words.ts";
import { doctorLines, type Finding, type Started } from "./doctor-lines.ts";
import { loadFittings } from "./fittings.ts";
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
	let findings = await examine(machine, project);
	if (given.flag("fix")) {
		await inTurn(machine.data, async () => {
			for (const finding of findings.filter(isAiling)) await mend(finding, machine, script, terminal);
		});
		findings = await examine(machine, project);
	}
	if (given.flag("json")) terminal.print([JSON.stringify(reportOf(findings, machine, settings, home), null, 2)]);
	else terminal.print(doctorLines(findings, machine, settings, terminal));
	return findings.some(isAiling) ? 1 : 0;
}

async function examine(machine: Machine, project: string): Promise<Finding[]> {
	const troubles = lastTroubles(machine.data);
	const findings: Finding[] = [];
	for (const fitting of await loadFittings()) {
		const journal = readJournal(machine.data, fitting.host);
		const wired = wiredIn(fitting, journal, machine, project);
		const started = journal && (await startedBy(journal.launcher, machine));
		const found = await fitting.find(machine);
		findings.push({
			fitting,
			found,
			stranger: found ? undefined : machine.find(fitting.program),
			wired,
			started,
			stale: wired.kind === "no" ? undefined : staleIn(wired, journal, started, machine),
			trouble: troubles.get(fitting.host),
			others: fitting.others(machine, project),
		});
	}
	return findings;
}

/** Where nobody understands its settings, what the host has of ours is not known, and it says so. */
function wiredIn(fitting: Fitting, journal: Journal | undefined, machine: Machine, project: string): Wired {
	const wired = fitting.wired(machine, project);
	if (!journal && wired.kind === "no") return wired;
	const paths = new Set([...Object.keys(journal?.before ?? {}), ...fitting.touches(machine)]);
	const broken = [...paths].flatMap((path) => whyBroken(path) ?? []).at(0);
	return broken === undefined ? wired : { kind: "half", why: broken };
}

async function startedBy(launcher: Launcher, { run, home }: Machine): Promise<Started> {
	if (launcher.kind === "executable") return { ...launcher, node: undefined };
	const { output } = await run(launcher.program, ["--version"], { folder: home });
	return { ...launcher, node: /^v(\d+\.\d+\.\d+)/.exec(output)?.[1] };
}

function staleIn(
	wired: Wired,
	journal: Journal | undefined,
	started: Started | undefined,
	{ data }: Machine,
): string | undefined {
	if (!journal) return "nobody remembers to have installed it";
	if (!journal.isDone) return "it was not installed to the end";
	// What the host was told, as far as that is known: some hosts need no Node.
	const words = wired.kind === "yes" ? wired.launcher : [journal.launcher.program, ...journal.launcher.args];
	const files = words.filter((word) => /[\\/]/.test(word));
	const missing = files.find((file) => !existsSync(file));
	if (missing !== undefined) return `${missing} is gone`;
	const place = programIn(data);
	if (!files.some((file) => realPath(file).startsWith(join(realPath(place), sep))))
		return `it starts ${files.at(-1) ?? words.join(" ")}, and not what lies in ${place}`;
	if (started && files.includes(started.program) && isOld(started.node))
		return `it runs on Node ${started.node}, and ${LEAST_NODE} is needed`;
	return journal.version === VERSION ? undefined : `it is of version ${journal.version}, and this is ${VERSION}`;
}

function isOld(node = ""): boolean {
	const [major = 0, minor = 0] = node.split(".").map(Number);
	const [leastMajor = 0, leastMinor = 0] = LEAST_NODE.split(".").map(Number);
	return node !== "" && (major < leastMajor || (major === leastMajor && minor < leastMinor));
}

/** As the package says, too. */
export const LEAST_NODE = "20.16";

function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}

/** Whether something is wrong that installing again may mend. Who stands aside for another tool is well. */
function isAiling({ wired, stale }: Finding): boolean {
	return (wired.kind === "half" && wired.isAside !== true) || stale !== undefined;
}

async function mend({ fitting, found }: Finding, machine: Machine, script: string, terminal: Terminal): Promise<void> {
	const isOurs = copiedVersion(machine.data) === VERSION;
	// A compiled program is itself the copy, and has no package to copy from.
	if (!found || (!isOurs && isCompiled(script))) {
		terminal.say(`${fitting.title}: ${terminal.program} install ${fitting.host} is needed.`);
		return;
	}
	try {
		const { data } = machine;
		const node = process.execPath;
		const launcher = isOurs ? launcherIn(data, node) : copyProgram(packageRoot(script), data, node);
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
		hosts: findings.map(({ fitting, found, wired, started, stale, trouble, others }) => {
			return { host: fitting.host, version: found?.version, wired, launcher: started, stale, trouble, others };
		}),
	};
}
