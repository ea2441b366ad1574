import { basename } from "node:path";
import type { NotTakenBack } from "../../install/apply.ts";
import { bytesOf } from "../../install/files.ts";
import type { RevertOutcome } from "../../install/revert.ts";
import type { FoundHost, HostInstaller, InstallStep, Launcher } from "../../install/types.ts";
import { unifiedDiff } from "../../wire/unified-diff.ts";
import { wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords, wordsWithPaths } from "../terminal/text.ts";

/** A host to install ibid in, and the steps for that. */
export type InstallPlan = {
	readonly installer: HostInstaller;
	readonly found: FoundHost;
	readonly steps: readonly InstallStep[];
};

/** What these lines need to know about the terminal. */
type PlanStyle = Pick<Terminal, "home" | "width" | "program" | "bold" | "dim" | "green" | "red">;

/** The plan, for the user who is asked. */
export function planLines(plans: readonly InstallPlan[], launcher: Launcher, looks: PlanStyle): string[] {
	const { home, width, bold, program: typed } = looks;
	const program = launcher.kind === "executable" ? "the executable for this machine" : "the program for Node";
	const place = pathWords(launcher.args[0] ?? launcher.program, home);
	return [
		...plans.flatMap(({ installer, found, steps }) => [
			bold(`${installer.title} ${found.version}`),
			...(installer.isGuard ? indentedLines(guardWords(installer, typed), "  ", width) : []),
			...steps.flatMap((step) => stepLines(step, home, width)),
		]),
		...wrap(`Agents start ${program}, copied to ${place}.`, width),
		...wrap(
			`ibid changes nothing else; each agent is started once as a test and may write files of its own. Undo: ${typed} uninstall`,
			width,
		),
	];
}

/** What a host is told of that has only a guard. */
export function guardWords({ program }: Pick<HostInstaller, "program">, typed: string): string {
	return `Only guards your files. To shorten results, start it with: ${typed} run -- ${program}`;
}

function stepLines(step: InstallStep, home: string, width: number): string[] {
	const what = step.kind === "run" ? commandLine(step) : pathWords(step.path, home);
	return [
		...indentedLines(wordsWithPaths(step.says, home), "  ", width),
		...indentedLines(wordsWithPaths(what, home), "    ", width),
	];
}

function indentedLines(text: string, indent: string, width: number): string[] {
	return wrap(text, width - indent.length).map((line) => indent + line);
}

function commandLine({ program, args }: Extract<InstallStep, { kind: "run" }>): string {
	const words = [basename(program), ...args];
	return words.map((word) => (/[\s"']/.test(word) ? JSON.stringify(word) : word)).join(" ");
}

/** How these steps would change the user's files, as far as that is known before the hosts' own programs run. */
export function diffLines(plans: readonly InstallPlan[], looks: PlanStyle): string[] {
	const edits = plans.flatMap(({ steps }) => steps).filter((step) => step.kind === "edit");
	const foreseen = edits.flatMap(({ path, edit }) => {
		const before = bytesOf(path)?.toString("utf8");
		try {
			return changeLines(path, before, edit(before), looks);
		} catch {
			// This edit depends on what the host's own program will have written.
			return [];
		}
	});
	if (foreseen.length > 0) return foreseen;
	return wrap("Only the agents' own commands change your files; they are listed above.", looks.width);
}

/** Words after a sign, in lines that fit. */
export function signed(sign: string, words: string, width: number): string[] {
	const [first = "", ...more] = wrap(words, width - 2);
	return [`${sign} ${first}`, ...more.map((line) => `  ${line}`)];
}

/** What is left in a host if installing failed and could not be undone. */
export function stuckWords({ problem, changed }: NotTakenBack, host: string, { home, program }: PlanStyle): string {
	const paths = changed.map((path) => pathWords(path, home));
	const files = paths.length === 0 ? "" : `; changed: ${paths.join(", ")}`;
	const why = wordsWithPaths(problem.message.replace(/\.$/, ""), home);
	return `It could not be undone: ${why}${files}. ${program} uninstall ${host} tries again.`;
}

/** What happened to the user's files when ibid was removed. */
export function leftLines(left: readonly RevertOutcome[], looks: PlanStyle): string[] {
	return left.flatMap(({ path, state, from, to }) => [
		...indentedLines(`${pathWords(path, looks.home)} ${stateWords(state, from, to)}`, "  ", looks.width),
		...(state === "as before" ? [] : changeLines(path, from, to, looks).map((line) => `    ${line}`)),
	]);
}

function stateWords(state: RevertOutcome["state"], from: string | undefined, to: string | undefined): string {
	if (state === "as before") return to === undefined ? "removed (created by ibid)" : "restored as it was before ibid";
	return from === to
		? "was changed since, and contains nothing of ibid"
		: "was changed since; only ibid's part was removed:";
}

function changeLines(path: string, before: string | undefined, after: string | undefined, looks: PlanStyle): string[] {
	if (before === after) return [];
	const diff = unifiedDiff(before ?? "", after ?? "", pathWords(path, looks.home));
	return (
		diff
			?.trimEnd()
			.split("\n")
			.map((line) => painted(line, looks)) ?? [`${path} changes completely`]
	);
}

function painted(line: string, { dim, green, red }: PlanStyle): string {
	if (/^(---|\+\+\+|@@)/.test(line)) return dim(line);
	if (line.startsWith("+")) return green(line);
	return line.startsWith("-") ? red(line) : line;
}

/** Prints what went wrong with a host. */
export function sayFailed(title: string, error: unknown, terminal: Terminal): void {
	const why = error instanceof Error ? error.message : String(error);
	for (const line of signed(terminal.red("✗"), `${title}: ${why}`, terminal.width)) terminal.say(line);
}
