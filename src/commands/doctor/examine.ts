import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { loadInstallers } from "../../hosts.ts";
import { bytesOf } from "../../install/files.ts";
import { type Journal, readJournal } from "../../install/journal.ts";
import { copiedVersion, damagedIn, programIn } from "../../install/launcher.ts";
import { whyBroken } from "../../install/settings.ts";
import type { HostInstaller, InstallStatus, Launcher, Machine } from "../../install/types.ts";
import { settleHooks } from "../../runtime/hooks.ts";
import { VERSION } from "../../runtime/program.ts";
import { lastTroubles } from "../../store/every-line.ts";
import type { AsideLine, FailureLine } from "../../store/record.ts";
import type { HostFinding, HostProgram } from "./doctor-lines.ts";

/** How ibid stands in every host, in a project too. The root is that of the package to compare with, if there is one. */
export async function examine(machine: Machine, project: string, root: string | undefined): Promise<HostFinding[]> {
	await settleHooks(machine.data);
	const troubles = lastTroubles(machine.data);
	const findings: HostFinding[] = [];
	for (const fitting of await loadInstallers()) {
		const trouble = troubles.get(fitting.host);
		try {
			findings.push({ ...(await examineHost(fitting, machine, project, root)), trouble });
		} catch (error) {
			findings.push(unknownFor(fitting, error, trouble));
		}
	}
	return findings;
}

async function examineHost(
	fitting: HostInstaller,
	machine: Machine,
	project: string,
	root: string | undefined,
): Promise<Omit<HostFinding, "trouble">> {
	const journal = readJournal(machine.data, fitting.host);
	const wired = checkedWiring(fitting, journal, machine, project);
	const started = journal && (await startedBy(journal.launcher, machine));
	const found = await fitting.find(machine);
	// What cannot be read counts as nothing elsewhere, and nobody can tell then whether it is.
	if (found || journal) for (const path of fitting.touches(machine)) bytesOf(path);
	return {
		fitting,
		found,
		stranger: found ? undefined : machine.find(fitting.program),
		wired,
		started,
		stale: wired.kind === "no" ? undefined : staleIn(wired, journal, started, machine, root),
		others: fitting.others(machine, project),
	};
}

/** One host that nobody can read must not keep the doctor from the others. */
function unknownFor(fitting: HostInstaller, error: unknown, trouble: FailureLine | AsideLine | undefined): HostFinding {
	const why = error instanceof Error ? error.message : String(error);
	const nothing = { found: undefined, stranger: undefined, started: undefined, stale: undefined, others: [] };
	return { fitting, ...nothing, wired: { kind: "unknown", why }, trouble };
}

/** Where nobody understands its settings, what the host has of ours is not known, and it says so. */
function checkedWiring(
	fitting: HostInstaller,
	journal: Journal | undefined,
	machine: Machine,
	project: string,
): InstallStatus {
	const wired = fitting.wired(machine, project);
	if (!journal && wired.kind === "no") return wired;
	const paths = new Set([...Object.keys(journal?.before ?? {}), ...fitting.touches(machine)]);
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
	// What the host was told, as far as that is known: some hosts need no Node.
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

/** As the package says, too. */
export const LEAST_NODE = "20.16";

function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}
