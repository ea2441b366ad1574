import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { loadConfig } from "../../config/load.ts";
import type { Settings } from "../../config/types.ts";
import { loadInstallers, SWITCHED_HOSTS } from "../../hosts.ts";
import { applyInstall as putIn } from "../../install/apply.ts";
import { bytesOf } from "../../install/files.ts";
import { type Journal, readJournal } from "../../install/journal.ts";
import { copiedVersion, copyProgram, damagedIn, launcherIn, programIn } from "../../install/launcher.ts";
import { thisMachine } from "../../install/machine.ts";
import { whyBroken } from "../../install/settings.ts";
import type { HostInstaller, InstallStatus, Launcher, Machine } from "../../install/types.ts";
import { isCompiled, packageRoot, VERSION } from "../../runtime/program.ts";
import { everyLine, lastTroubles } from "../../store/every-line.ts";
import type { AsideLine, FailureLine } from "../../store/record-lines.ts";
import { stateFolder } from "../../store/state-folder.ts";
import type { Arguments } from "../command-line/parse.ts";
import { warningWords } from "../config/config-lines.ts";
import { withLock } from "../install/install-lock.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { doctorLines, type HostFinding, type HostProgram } from "./doctor-lines.ts";

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

/** Whether something is wrong. Doing nothing because of another tool is not. */
function hasProblem({ wired, stale }: HostFinding): boolean {
	return wired.kind === "unknown" || (wired.kind === "half" && wired.isAside !== true) || stale !== undefined;
}

/** Installs ibid again, with the whole program, since more of it may be missing. */
async function mendAll(
	findings: readonly HostFinding[],
	machine: Machine,
	root: string | undefined,
	terminal: Terminal,
): Promise<void> {
	let launcher: Launcher | undefined;
	for (const { installer, found, wired } of findings) {
		if (wired.kind === "unknown") continue;
		if (!found || (root === undefined && copiedVersion(machine.data) !== VERSION)) {
			terminal.say(`${installer.title}: ${terminal.program} install ${installer.host} is needed.`);
			continue;
		}
		try {
			launcher ??= copied(root, machine);
			await putIn(installer, machine, found, launcher, VERSION);
		} catch (error) {
			terminal.say(`${installer.title}: ${error instanceof Error ? error.message : String(error)}`);
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
		hosts: findings.map(({ installer, found, wired, started, stale, trouble, others }) => {
			return { host: installer.host, version: found?.version, wired, launcher: started, stale, trouble, others };
		}),
	};
}

/** The state of ibid in every host, in a project too. `root` is the package to compare with, if there is one. */
async function examine(machine: Machine, project: string, root: string | undefined): Promise<HostFinding[]> {
	const troubles = lastTroubles(machine.data);
	const findings: HostFinding[] = [];
	for (const installer of await loadInstallers()) {
		const trouble = troubles.get(installer.host);
		try {
			findings.push({ ...(await examineHost(installer, machine, project, root)), trouble });
		} catch (error) {
			findings.push(unknownFor(installer, error, trouble));
		}
	}
	return findings;
}

async function examineHost(
	installer: HostInstaller,
	machine: Machine,
	project: string,
	root: string | undefined,
): Promise<Omit<HostFinding, "trouble">> {
	const journal = readJournal(machine.data, installer.host);
	const wired = checkedWiring(installer, journal, machine, project);
	const started = journal && (await startedBy(journal.launcher, machine));
	const found = await installer.find(machine);
	// Elsewhere an unreadable file counts as empty; here we report it.
	if (found || journal) for (const path of installer.touches(machine)) bytesOf(path);
	return {
		installer,
		found,
		stranger: found ? undefined : machine.find(installer.program),
		wired,
		started,
		stale: wired.kind === "no" ? undefined : staleIn(wired, journal, started, machine, root),
		others: installer.others(machine, project),
	};
}

/** If the files of one host cannot be read, the others must still be checked. */
function unknownFor(
	installer: HostInstaller,
	error: unknown,
	trouble: FailureLine | AsideLine | undefined,
): HostFinding {
	const why = error instanceof Error ? error.message : String(error);
	const nothing = { found: undefined, stranger: undefined, started: undefined, stale: undefined, others: [] };
	return { installer, ...nothing, wired: { kind: "unknown", why }, trouble };
}

/** The status of a host whose settings we cannot read. */
function checkedWiring(
	installer: HostInstaller,
	journal: Journal | undefined,
	machine: Machine,
	project: string,
): InstallStatus {
	const wired = installer.wired(machine, project);
	if (!journal && wired.kind === "no") return wired;
	const paths = new Set([...Object.keys(journal?.before ?? {}), ...installer.touches(machine)]);
	const broken = [...paths].flatMap((path) => whyBroken(path) ?? []).at(0);
	return broken === undefined ? wired : { kind: "half", why: broken };
}

async function startedBy(launcher: Launcher, { run, home }: Machine): Promise<HostProgram> {
	if (launcher.kind === "executable") return { ...launcher, node: undefined };
	const { output } = await run(launcher.program, ["--version"], { folder: home });
	return { ...launcher, node: /^v(\d+\.\d+\.\d+)/.exec(output)?.[1] };
}

function staleIn(
	wired: InstallStatus,
	journal: Journal | undefined,
	started: HostProgram | undefined,
	{ data }: Machine,
	root: string | undefined,
): string | undefined {
	if (!journal) return "no record of its installation";
	if (!journal.isDone) return "its installation is incomplete";
	// What we installed, as far as we know; some hosts need no Node.
	const words = wired.kind === "yes" ? wired.launcher : [journal.launcher.program, ...journal.launcher.args];
	const files = words.filter((word) => /[\\/]/.test(word));
	const missing = files.find((file) => !existsSync(file));
	if (missing !== undefined) return `${missing} is missing`;
	const place = programIn(data);
	if (!files.some((file) => realPath(file).startsWith(join(realPath(place), sep))))
		return `it starts ${files.at(-1) ?? words.join(" ")}, not the copy in ${place}`;
	if (started && files.includes(started.program) && isOld(started.node))
		return `it runs on Node ${started.node}, but needs ${LEAST_NODE}`;
	if (journal.version !== VERSION) return `it is version ${journal.version}, this is ${VERSION}`;
	return root === undefined || copiedVersion(data) !== VERSION ? undefined : damagedIn(place, root);
}

function isOld(node = ""): boolean {
	const [major = 0, minor = 0] = node.split(".").map(Number);
	const [leastMajor = 0, leastMinor = 0] = LEAST_NODE.split(".").map(Number);
	return node !== "" && (major < leastMajor || (major === leastMajor && minor < leastMinor));
}

/** The same as in package.json. */
export const LEAST_NODE = "20.16";

function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}
