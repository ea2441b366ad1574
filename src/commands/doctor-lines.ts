import { isOn } from "../config/load.ts";
import type { Settings } from "../config/types.ts";
import { programIn } from "../install/launcher.ts";
import type { Fitting, Found, Machine, Wired } from "../install/types.ts";
import type { Aside, Failure } from "../store/record.ts";
import { pathWords, warningWords } from "./config-words.ts";
import { FITTED_HOSTS } from "./fittings.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** How ibid stands in a host. */
export type Finding = {
	readonly fitting: Fitting;
	readonly found: Found | undefined;
	readonly wired: Wired;
	/** What is wrong with the program that the host starts; undefined where nothing is. */
	readonly stale: string | undefined;
	readonly trouble: Failure | Aside | undefined;
};

/** How ibid stands, on one screen. */
export function doctorLines(
	findings: readonly Finding[],
	machine: Machine,
	settings: Settings,
	{ home, width, now }: Terminal,
): string[] {
	const names = findings.map(({ fitting, found }) => `${fitting.title}${found ? ` ${found.version}` : ""}`);
	const room = Math.max(...names.map((name) => name.length)) + 4;
	const hosts = findings.flatMap((finding, index) => {
		const name = `${signOf(finding)} ${names[index]}`;
		const words = [...stateOf(finding, settings), ...troubleWords(finding.trouble, now)].join("; ");
		// On a narrow screen what is to be said stands below the name.
		if (width < 60) return [name, ...wrap(words, width - 4).map((line) => `    ${line}`)];
		const [first = "", ...rest] = wrap(words, width - room);
		return [`${name.padEnd(room)}${first}`, ...rest.map((line) => `${"".padEnd(room)}${line}`)];
	});
	const warnings = settings.warnings.flatMap((warning) => wrap(warningWords(warning, home), width, "  "));
	const place = pathWords(programIn(machine.data), home);
	return [...wrap(`ibid ${VERSION}; hosts start what lies in ${place}`, width, "  "), ...hosts, ...warnings];
}

function signOf({ wired, stale }: Finding): string {
	if (wired.kind === "no") return "–";
	return wired.kind === "yes" && stale === undefined ? "✓" : "•";
}

function stateOf({ fitting, found, wired, stale }: Finding, { config }: Settings): string[] {
	const host = FITTED_HOSTS.find((each) => each === fitting.host);
	const off = host && !isOn(config, host) ? ["switched off by what is set"] : [];
	if (wired.kind === "no") return [found ? `not installed: ibid install ${fitting.host}` : "not found on your PATH"];
	const here = found ? [] : ["the host is not found on your PATH"];
	const half = wired.kind === "half" ? [wired.why] : [];
	const old = stale === undefined ? [] : [`${stale}: ibid install ${fitting.host}`];
	const all = [...here, ...half, ...old, ...off];
	return all.length > 0 ? all : ["works"];
}

function troubleWords(trouble: Failure | Aside | undefined, now: Date): string[] {
	if (!trouble) return [];
	const days = Math.floor((now.getTime() - trouble.time) / DAY);
	const when = days < 1 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
	if (trouble.kind === "aside") return [`stood aside ${when}, since ${trouble.why}`];
	return [`last failure ${when}: ${trouble.what.slice(0, MOST_WORDS)}`];
}

const DAY = 24 * 60 * 60 * 1000;
const MOST_WORDS = 160;
