import { bashCompletions } from "./bash-completions.ts";
import { SHELLS } from "./commands.ts";
import { fishCompletions } from "./fish-completions.ts";
import { didYouMean, Mistake } from "./mistake.ts";
import type { Terminal } from "./terminal.ts";
import { zshCompletions } from "./zsh-completions.ts";

/** Prints the script that lets a shell complete what is typed behind ibid. Gives the exit code. */
export function completions(shell: string | undefined, { print }: Pick<Terminal, "print">): number {
	const known = new Intl.ListFormat("en").format(SHELLS);
	if (shell === undefined) throw new Mistake(`Which shell? There are ${known}.`);
	const name = SHELLS.find((each) => each === shell);
	if (!name)
		throw new Mistake(`There is nothing for the shell ${shell}.${didYouMean(shell, SHELLS) || ` There are ${known}.`}`);
	print(SCRIPTS[name]());
	return 0;
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], () => string[]>> = {
	bash: bashCompletions,
	zsh: zshCompletions,
	fish: fishCompletions,
};
