import { basename } from "node:path";
import { bytesOf } from "../install/files.ts";
import type { NotTakenBack } from "../install/put-in.ts";
import type { Left } from "../install/take-out.ts";
import type { Fitting, Found, Launcher, Step } from "../install/types.ts";
import { unifiedDiff } from "../wire/unified-diff.ts";
import { pathWords, wordsWithPaths } from "./config-words.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** A host that ibid is to be put into, and what would be done to it. */
export type Plan = { readonly fitting: Fitting; readonly found: Found; readonly steps: readonly Step[] };

/** What lines need to know of the terminal. */
type Looks = Pick<Terminal, "home" | "width" | "program" | "bold" | "dim" | "green" | "red">;

/** What is going to happen, for who is asked. */
export function planLines(plans: readonly Plan[], launcher: Launcher, looks: Looks): string[] {
	const { home, width, bold, program: typed } = looks;
	const program = launcher.kind === "executable" ? "the executable for this machine" : "the program for Node";
	const place = pathWords(launcher.args[0] ?? launcher.program, home);
	return [
		...plans.flatMap(({ fitting, found, steps }) => [
			bold(`${fitting.title} ${found.version}`),
			...steps.flatMap((step) => stepLines(step, home, width)),
		]),
		...wrap(`Hosts start ${program}, copied to ${place}.`, width),
		...wrap(`Nothing else is touched. Undo: ${typed} uninstall`, width),
	];
}

function stepLines(step: Step, home: string, width: number): string[] {
	const what = step.kind === "run" ? commandOf(step) : pathWords(step.path, home);
	return [
		...indented(wordsWithPaths(step.says, home), "  ", width),
		...indented(wordsWithPaths(what, home), "    ", width),
	];
}

function indented(text: string, indent: string, width: number): string[] {
	return wrap(text, width - indent.length).map((line) => indent + line);
}

function commandOf({ program, args }: Extract<Step, { kind: "run" }>): string {
	const words = [basename(program), ...args];
	return words.map((word) => (/[\s"']/.test(word) ? JSON.stringify(word) : word)).join(" ");
}

/** How files of the user's would change by these steps, as far as that is known before hosts' own programs run. */
export function diffLines(plans: readonly Plan[], looks: Looks): string[] {
	const edits = plans.flatMap(({ steps }) => steps).filter((step) => step.kind === "edit");
	const foreseen = edits.flatMap(({ path, edit }) => {
		const before = bytesOf(path)?.toString("utf8");
		try {
			return changeLines(path, before, edit(before), looks);
		} catch {
			// It goes by what the host's own program will have written.
			return [];
		}
	});
	if (foreseen.length > 0) return foreseen;
	return wrap("Only the hosts' own commands change files of yours; they are shown above.", looks.width);
}

/** Words behind a sign, in lines that fit. */
export function signed(sign: string, words: string, width: number): string[] {
	const [first = "", ...more] = wrap(words, width - 2);
	return [`${sign} ${first}`, ...more.map((line) => `  ${line}`)];
}

/** What is left in a host that ibid could neither be put into nor be taken out of again. */
export function stuckWords({ problem, changed }: NotTakenBack, host: string, { home, program }: Looks): string {
	const paths = changed.map((path) => pathWords(path, home));
	const files = paths.length === 0 ? "" : `; not as before: ${paths.join(", ")}`;
	const why = wordsWithPaths(problem.message.replace(/\.$/, ""), home);
	return `It could not be taken back: ${why}${files}. ${program} uninstall ${host} tries again.`;
}

/** What became of the user's files when ibid left. */
export function leftLines(left: readonly Left[], looks: Looks): string[] {
	return left.flatMap(({ path, state, from, to }) => [
		...indented(`${pathWords(path, looks.home)} ${stateWords(state, from, to)}`, "  ", looks.width),
		...(state === "as before" ? [] : changeLines(path, from, to, looks).map((line) => `    ${line}`)),
	]);
}

function stateWords(state: Left["state"], from: string | undefined, to: string | undefined): string {
	if (state === "as before")
		return to === undefined ? "is gone again: it was not there before ibid came" : "is as it was before ibid came";
	return from === to
		? "was changed since, and has nothing of ibid's"
		: "was changed since; it has lost only what was ibid's:";
}

function changeLines(path: string, before: string | undefined, after: string | undefined, looks: Looks): string[] {
	if (before === after) return [];
	const diff = unifiedDiff(before ?? "", after ?? "", pathWords(path, looks.home));
	return (
		diff
			?.trimEnd()
			.split("\n")
			.map((line) => painted(line, looks)) ?? [`${path} changes throughout`]
	);
}

function painted(line: string, { dim, green, red }: Looks): string {
	if (/^(---|\+\+\+|@@)/.test(line)) return dim(line);
	if (line.startsWith("+")) return green(line);
	return line.startsWith("-") ? red(line) : line;
}
