import { didYouMean, UserError } from "../../runtime/user-error.ts";
import { SHELLS } from "../command-line/commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { bashCompletions } from "./bash.ts";
import { fishCompletions } from "./fish.ts";
import { zshCompletions } from "./zsh.ts";

/** Prints a completion script for a shell. Returns the exit code. */
export function completions(shell: string | undefined, { print }: Pick<Terminal, "print">): number {
	const known = new Intl.ListFormat("en").format(SHELLS);
	if (shell === undefined) throw new UserError(`Which shell? One of ${known}.`);
	const name = SHELLS.find((each) => each === shell);
	if (!name)
		throw new UserError(
			`There are no completions for ${shell}.${didYouMean(shell, SHELLS) || ` Supported: ${known}.`}`,
		);
	print(SCRIPTS[name]());
	return 0;
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], () => string[]>> = {
	bash: bashCompletions,
	zsh: zshCompletions,
	fish: fishCompletions,
};
