import { basename } from "node:path";
import { unifiedDiff } from "../core/diff.ts";
import type { Left } from "../install/apply.ts";
import { bytesOf } from "../install/files.ts";
import type { Fitting, Found, Launcher, Step } from "../install/types.ts";
import { pathWords } from "./config-words.ts";
import { wrap } from "./table.ts";

/** A host that ibid is to be put into, and what would be done to it. */
export type Plan = { readonly fitting: Fitting; readonly found: Found; readonly steps: readonly Step[] };

/** What is going to happen, for who is asked. */
export function planLines(plans: readonly Plan[], launcher: Launcher, home: string, width: number): string[] {
	const program = launcher.kind === "executable" ? "the executable for this machine" : "the program for Node";
	const place = pathWords(launcher.args[0] ?? launcher.program, home);
	return [
		...plans.flatMap(({ fitting, found, steps }) => [
			`${fitting.title} ${found.version}`,
			...steps.flatMap((step) => stepLines(step, home, width)),
		]),
		...wrap(`Hooks start ${program}, copied to ${place}.`, width),
		"Nothing else is touched. Undo: ibid uninstall",
	];
}

function stepLines(step: Step, home: string, width: number): string[] {
	const what = step.kind === "run" ? commandOf(step) : pathWords(step.path, home);
	return [...indented(shortened(step.says, home), "  ", width), ...indented(shortened(what, home), "    ", width)];
}

function indented(text: string, indent: string, width: number): string[] {
	return wrap(text, width - indent.length).map((line) => indent + line);
}

function commandOf({ program, args }: Extract<Step, { kind: "run" }>): string {
	const words = [basename(program), ...args];
	return words.map((word) => (/[\s"']/.test(word) ? JSON.stringify(word) : word)).join(" ");
}

function shortened(text: string, home: string): string {
	return text.replaceAll(`${home}/`, "~/");
}

/** How files of the user's would change by these steps, as far as that is known before hosts' own programs run. */
export function diffLines(plans: readonly Plan[], home: string): string[] {
	const edits = plans.flatMap(({ steps }) => steps).filter((step) => step.kind === "edit");
	const foreseen = edits.flatMap(({ path, edit }) => {
		const before = bytesOf(path)?.toString("utf8");
		try {
			return changeLines(path, before, edit(before), home);
		} catch {
			// It goes by what the host's own program will have written.
			return [];
		}
	});
	return foreseen.length > 0 ? foreseen : ["Only the hosts' own commands change files of yours; they are shown above."];
}

/** What became of the user's files when ibid left. */
export function leftLines(left: readonly Left[], home: string): string[] {
	return left.flatMap(({ path, state, from, to }) => {
		if (state === "as before") return [`  ${pathWords(path, home)} is as it was before ibid came`];
		if (from === to) return [`  ${pathWords(path, home)} was changed since, and has nothing of ibid's`];
		const told = `  ${pathWords(path, home)} was changed since; it has lost only what was ibid's:`;
		return [told, ...changeLines(path, from, to, home).map((line) => `    ${line}`)];
	});
}

function changeLines(path: string, before = "", after = "", home = ""): string[] {
	if (before === after) return [];
	return unifiedDiff(before, after, pathWords(path, home))?.trimEnd().split("\n") ?? [`${path} changes throughout`];
}
