import { TOPICS } from "../help/reference.ts";
import type { CommandDefinition, Positional } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { OptionDefinition } from "./options.ts";

/** What to type for a command, its options left out. */
export function commandUsage({ name, takes }: CommandDefinition): string {
	return [name, ...takes.map(({ usage }) => usage)].join(" ");
}

/** What to type for an option. */
export function optionUsage(name: string, option: OptionDefinition): string {
	const short = option.short === undefined ? "" : `-${option.short}, `;
	return `${short}--${name}${option.kind === "flag" ? "" : ` ${option.value}`}`;
}

/** What an option does, what it can be and what it is if not given. */
export function optionSentence(option: OptionDefinition): string {
	const standard = "default" in option ? ` Default: ${option.default}.` : "";
	const choices = option.kind === "choice" && !option.choices.every((each) => option.about.includes(each));
	return `${option.about}${choices ? ` One of ${option.choices.join(", ")}.` : ""}${standard}`;
}

/** The words that can stand for an argument; none where it is a path or anything else. */
export function choicesOf(argument: Positional): readonly string[] {
	if (argument.kind === "topic") return topics();
	return argument.kind === "choice" ? argument.choices : [];
}

/** All that can be explained: commands, and what is to be known besides. */
export function topics(): string[] {
	return [...COMMANDS.map(({ name }) => name), ...TOPICS];
}

/** The options of a command that take a value, as shells have them: behind its name. */
export function withValue({ name, options }: CommandDefinition): string[] {
	return Object.entries(options).flatMap(([option, { kind }]) => (kind === "flag" ? [] : [`${name}--${option}`]));
}
