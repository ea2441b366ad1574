/**
 * A line for the shell that the host starts hooks with. The program takes the shell's place, since it has to know which
 * host has started it. Where it is gone nothing is said, as if there were no hook.
 */
export function hookCommand(launcher: readonly string[], isWindows: boolean): string {
	const [program = "", ...args] = launcher;
	const files = args.filter((word) => /[\\/]/.test(word));
	const words = [program, ...args, "hook", "gemini"].map(isWindows ? forPowerShell : forShell).join(" ");
	if (isWindows) {
		const isThere = [program, ...files].map((file) => `(Test-Path ${forPowerShell(file)})`);
		return `if (${isThere.join(" -and ")}) { & ${words} }`;
	}
	const isThere = files.map((file) => ` && test -f ${forShell(file)}`);
	return `test -x ${forShell(program)}${isThere.join("")} || exit 0; ${QUICK} exec ${words}`;
}

/** A process that lives for a moment only loses time to an engine that would like to make it faster. */
const QUICK = "BUN_JSC_useJIT=0";

function forShell(word: string): string {
	return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function forPowerShell(word: string): string {
	return PLAIN.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}

const PLAIN = /^[\w./-]+$/;
