import { isOn } from "../../config/load.ts";
import type { Settings } from "../../config/types.ts";
import { programIn } from "../../install/launcher.ts";
import type { FoundHost, HostInstaller, InstallStatus, Launcher, Machine, OtherTool } from "../../install/types.ts";
import { VERSION } from "../../runtime/program.ts";
import { failureWords } from "../../store/failure-words.ts";
import type { AsideLine, FailureLine } from "../../store/record-lines.ts";
import { warningWords } from "../config/config-lines.ts";
import { counted, wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords, wordsWithPaths } from "../terminal/text.ts";

/** The state of ibid in a host. */
export type HostFinding = {
	readonly installer: HostInstaller;
	readonly found: FoundHost | undefined;
	/** A program of the host's name that does not print a version of the host. */
	readonly stranger: string | undefined;
	/** Includes the case that the settings cannot be read, and why. */
	readonly wired: InstallStatus | { readonly kind: "unknown"; readonly why: string };
	/** What was installed; undefined if there is no record of it. */
	readonly started: HostProgram | undefined;
	/** What is wrong with the program that the host starts; undefined if nothing is. */
	readonly stale: string | undefined;
	readonly trouble: FailureLine | AsideLine | undefined;
	readonly others: readonly OtherTool[];
};

/** The program that hosts start, and the version of Node it runs on, if it needs Node. */
export type HostProgram = Launcher & { readonly node: string | undefined };

/** The state of ibid on one screen. */
export function doctorLines(
	findings: readonly HostFinding[],
	machine: Machine,
	settings: Settings,
	terminal: Terminal,
	refused = 0,
): string[] {
	const { home, width } = terminal;
	const names = findings.map(({ installer, found }) => `${installer.title}${found ? ` ${found.version}` : ""}`);
	const room = Math.max(...names.map((name) => name.length)) + 4;
	const hosts = findings.flatMap((finding, index) => [
		...hostLines(finding, names[index] ?? "", room, settings, terminal),
		...otherLines(finding, terminal),
	]);
	const warnings = settings.warnings.flatMap((warning) => wrap(warningWords(warning, home), width, "  "));
	const isNew = findings.every(({ wired }) => wired.kind === "no") && findings.some(({ found }) => found);
	const guard = guardWords(settings.config.guard, refused, terminal.program);
	const next = isNew ? [`Next: ${terminal.program} install`] : [];
	return [
		...wrap(headWords(findings, machine, home), width, "  "),
		...hosts,
		...warnings,
		...wrap(guard, width, "  ").filter(Boolean),
		...next,
	];
}

/** Whether the guard is off, or what it refused; nothing if it refused nothing. */
function guardWords(isOn: boolean, refused: number, program: string): string {
	if (!isOn)
		return `The guard is off: a model may write a note into a file. To prevent that: ${program} config set guard true`;
	if (refused === 0) return "";
	const writes = counted(refused, "write");
	return `The guard has refused ${writes} with a note. To allow such writes: ${program} config set guard false`;
}

function headWords(findings: readonly HostFinding[], { data }: Machine, home: string): string {
	const started = findings.find(({ started }) => started)?.started;
	if (!started) return `ibid ${VERSION}`;
	const place = pathWords(programIn(data), home);
	if (started.kind === "executable") return `ibid ${VERSION}; agents start the executable in ${place}`;
	return `ibid ${VERSION}; agents start the script in ${place}${started.node ? `, on Node ${started.node}` : ""}`;
}

function hostLines(finding: HostFinding, name: string, room: number, settings: Settings, terminal: Terminal): string[] {
	const { home, width, now, program } = terminal;
	const states = [...stateWords(finding, settings, program), ...troubleWords(finding, now)];
	const words = wordsWithPaths(states.join("; "), home);
	const sign = signOf(finding, settings, terminal);
	// On a narrow screen what is to be said stands below the name.
	if (isNarrow(width)) return [`${sign} ${name}`, ...wrap(words, width - 4).map((line) => `    ${line}`)];
	const [first = "", ...rest] = wrap(words, width - room);
	return [`${sign} ${name.padEnd(room - 2)}${first}`, ...rest.map((line) => `${"".padEnd(room)}${line}`)];
}

function isNarrow(width: number): boolean {
	return width < 60;
}

function signOf(finding: HostFinding, settings: Settings, { green, red, yellow, dim }: Terminal): string {
	if (finding.wired.kind === "unknown") return red("✗");
	if (finding.wired.kind === "no") return dim("–");
	const { found, wired, stale } = finding;
	const isWell = found && wired.kind === "yes" && stale === undefined && !isSwitchedOff(finding, settings);
	return isWell ? green("✓") : yellow("•");
}

function isSwitchedOff({ installer }: HostFinding, { config }: Settings): boolean {
	return !isOn(config, installer.host);
}

function stateWords(finding: HostFinding, settings: Settings, program: string): string[] {
	const { installer, found, wired, stale } = finding;
	const install = `${program} install ${installer.host}`;
	if (wired.kind === "unknown") return [wired.why];
	if (wired.kind === "no") return [found ? `not installed: ${install}` : missingWords(finding)];
	const here = found ? [] : [`the agent is ${missingWords(finding)}`];
	const half = wired.kind === "half" ? [wired.why] : [];
	const old = stale === undefined ? [] : [`${stale}: ${install}`];
	const off = isSwitchedOff(finding, settings) ? [`switched off; see ${program} config`] : [];
	const all = [...here, ...half, ...old, ...off];
	return all.length > 0 ? all : ["works"];
}

function missingWords({ stranger }: HostFinding): string {
	if (stranger === undefined) return "not found on your PATH";
	return `not found: ${stranger} does not start, or is another program`;
}

function troubleWords({ trouble, wired }: HostFinding, now: Date): string[] {
	if (!trouble) return [];
	const days = Math.floor((now.getTime() - trouble.time) / DAY);
	const when = days < 1 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
	if (trouble.kind === "failure") return [`last failure ${when}: ${failureWords(trouble.what)}`];
	// The status already says that ibid does nothing here.
	return wired.kind === "half" && wired.isAside ? [] : [`did nothing ${when}, because ${trouble.why}`];
}

const DAY = 24 * 60 * 60 * 1000;

/** OtherTool tools, where ibid has to do with them. */
function otherLines({ wired, others }: HostFinding, { home, width, dim }: Terminal): string[] {
	if (wired.kind === "no") return [];
	return others.flatMap(({ name, where, means }) => {
		const words = `with ${name} (${pathWords(where, home)}): ${means}`;
		const indent = isNarrow(width) ? "  " : "    ";
		return wrap(words, width - indent.length, "  ").map((line) => dim(`${indent}${line}`));
	});
}
