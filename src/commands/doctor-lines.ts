import { isOn } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { programIn } from "../install/launcher.ts";
import type { Fitting, Found, Launcher, Machine, Other, Wired } from "../install/types.ts";
import { failureWords } from "../store/failure-words.ts";
import type { Aside, Failure } from "../store/record.ts";
import { pathWords, warningWords, wordsWithPaths } from "./config-words.ts";
import { FITTED_HOSTS } from "./fittings.ts";
import { counted, wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** How ibid stands in a host. */
export type Finding = {
	readonly fitting: Fitting;
	readonly found: Found | undefined;
	/** A program of the host's name that does not say which version of the host it is. */
	readonly stranger: string | undefined;
	/** Also that nobody can tell, and why. */
	readonly wired: Wired | { readonly kind: "unknown"; readonly why: string };
	/** What was installed; undefined where nobody remembers. */
	readonly started: Started | undefined;
	/** What is wrong with the program that the host starts; undefined where nothing is. */
	readonly stale: string | undefined;
	readonly trouble: Failure | Aside | undefined;
	readonly others: readonly Other[];
};

/** What hosts start, and the version of the Node that it runs on, if it needs one. */
export type Started = Launcher & { readonly node: string | undefined };

/** How ibid stands, on one screen. */
export function doctorLines(
	findings: readonly Finding[],
	machine: Machine,
	settings: Settings,
	terminal: Terminal,
	refused = 0,
): string[] {
	const { home, width } = terminal;
	const names = findings.map(({ fitting, found }) => `${fitting.title}${found ? ` ${found.version}` : ""}`);
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

/** That the guard is off, or what it did; nothing where it had nothing to do. */
function guardWords(isOn: boolean, refused: number, program: string): string {
	if (!isOn)
		return `The guard is off: a model may write a note into a file. To refuse that: ${program} config set guard true`;
	if (refused === 0) return "";
	const writes = counted(refused, "write");
	return `The guard has refused ${writes} with a note. To let such writes pass: ${program} config set guard false`;
}

function headWords(findings: readonly Finding[], { data }: Machine, home: string): string {
	const started = findings.find(({ started }) => started)?.started;
	if (!started) return `ibid ${VERSION}`;
	const place = pathWords(programIn(data), home);
	if (started.kind === "executable") return `ibid ${VERSION}; hosts start the executable in ${place}`;
	return `ibid ${VERSION}; hosts start the script in ${place}${started.node ? `, on Node ${started.node}` : ""}`;
}

function hostLines(finding: Finding, name: string, room: number, settings: Settings, terminal: Terminal): string[] {
	const { home, width, now, program } = terminal;
	const states = [...stateOf(finding, settings, program), ...troubleWords(finding, now)];
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

function signOf(finding: Finding, settings: Settings, { green, red, yellow, dim }: Terminal): string {
	if (finding.wired.kind === "unknown") return red("✗");
	if (finding.wired.kind === "no") return dim("–");
	const { found, wired, stale } = finding;
	const isWell = found && wired.kind === "yes" && stale === undefined && !isSwitchedOff(finding, settings);
	return isWell ? green("✓") : yellow("•");
}

function isSwitchedOff({ fitting }: Finding, { config }: Settings): boolean {
	const host = FITTED_HOSTS.find((each) => each === fitting.host);
	return host !== undefined && !isOn(config, host);
}

function stateOf(finding: Finding, settings: Settings, program: string): string[] {
	const { fitting, found, wired, stale } = finding;
	const install = `${program} install ${fitting.host}`;
	if (wired.kind === "unknown") return [wired.why];
	if (wired.kind === "no") return [found ? `not installed: ${install}` : missingWords(finding)];
	const here = found ? [] : [`the host is ${missingWords(finding)}`];
	const half = wired.kind === "half" ? [wired.why] : [];
	const old = stale === undefined ? [] : [`${stale}: ${install}`];
	const off = isSwitchedOff(finding, settings) ? [`switched off; ${program} config says where`] : [];
	const all = [...here, ...half, ...old, ...off];
	return all.length > 0 ? all : ["works"];
}

function missingWords({ stranger }: Finding): string {
	if (stranger === undefined) return "not found on your PATH";
	return `not found: ${stranger} does not start, or is something else`;
}

function troubleWords({ trouble, wired }: Finding, now: Date): string[] {
	if (!trouble) return [];
	const days = Math.floor((now.getTime() - trouble.time) / DAY);
	const when = days < 1 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
	if (trouble.kind === "failure") return [`last failure ${when}: ${failureWords(trouble.what)}`];
	// That it stands aside is said already.
	return wired.kind === "half" && wired.isAside ? [] : [`stood aside ${when}, since ${trouble.why}`];
}

const DAY = 24 * 60 * 60 * 1000;

/** Other tools, where ibid has to do with them. */
function otherLines({ wired, others }: Finding, { home, width, dim }: Terminal): string[] {
	if (wired.kind === "no") return [];
	return others.flatMap(({ name, where, means }) => {
		const words = `with ${name} (${pathWords(where, home)}): ${means}`;
		const indent = isNarrow(width) ? "  " : "    ";
		return wrap(words, width - indent.length, "  ").map((line) => dim(`${indent}${line}`));
	});
}
