import type { CommandDefinition, Positional } from "../command-line/command.ts";
import { COMMANDS, STANDARD } from "../command-line/commands.ts";
import { type OptionDefinition, version } from "../command-line/options.ts";
import { choicesOf, withValue } from "../help/reference.ts";

/** The script for fish, in lines: to be sourced, or saved as ibid.fish in a completions folder. */
export function fishCompletions(commands: readonly CommandDefinition[] = COMMANDS): string[] {
	return [
		"# Completes ibid's commands in fish: ibid completions fish | source",
		...placeFunction(commands),
		"complete -c ibid -e",
		"complete -c ibid -f",
		...commands.map(({ name, about }) => `complete -c ibid -n '__ibid_at "^:"' -a ${name} -d ${fishQuoted(about)}`),
		optionLine("", "version", version),
		...commands.flatMap((command) => [...optionLines(command), ...argumentLines(command)]),
	];
}

/** Prints "command:count:word:": the command or nothing, the number of arguments after it, and the last word. */
function placeFunction(commands: readonly CommandDefinition[]): string[] {
	return [
		"function __ibid_place",
		"	set -l command ''",
		"	set -l count 0",
		"	set -l before ''",
		"	set -l option ''",
		"	set -l plain ''",
		"	set -l words (commandline -opc)",
		"	set -e words[1]",
		"	for word in $words",
		'		if test -n "$option"',
		"			set option ''",
		`		else if test -z "$plain"; and string match -q -- '-*' $word`,
		`			test -n "$command"; or set command ${STANDARD}`,
		'			test "$word" = --; and set plain yes',
		"			switch $command$word",
		`				case ${commands.flatMap(withValue).join(" ")}`,
		"					set option $word",
		"			end",
		'		else if test -z "$command"',
		"			set command $word",
		"		else",
		"			set count (math $count + 1)",
		"			set before $word",
		"		end",
		"	end",
		"	echo $command:$count:$before:",
		"end",
		"function __ibid_at",
		"	string match -qr -- $argv[1] (__ibid_place)",
		"end",
	];
}

function optionLines({ name, options }: CommandDefinition): string[] {
	return Object.entries(options).map(([word, option]) =>
		optionLine(name === STANDARD ? `(${name})?` : name, word, option),
	);
}

function optionLine(command: string, name: string, option: OptionDefinition): string {
	const short = option.short === undefined ? "" : ` -s ${option.short}`;
	const value = option.kind === "flag" ? "" : ` -x${valueFlags(option)}`;
	return `complete -c ibid -n '__ibid_at "^${command}:"'${short} -l ${name}${value} -d ${fishQuoted(option.about)}`;
}

function valueFlags(option: OptionDefinition): string {
	if (option.kind === "choice") return ` -a ${fishQuoted(option.choices.join(" "))}`;
	return option.kind === "folder" ? " -a '(__fish_complete_directories)'" : "";
}

function argumentLines({ name, takes }: CommandDefinition): string[] {
	return takes.flatMap((argument, at) => {
		const { many, behind } = argument;
		const place = `${name}:${many ? "" : `${at}:`}${behind === undefined ? "" : `${behind}:`}`;
		const words = argumentWords(argument);
		return words === "" ? [] : [`complete -c ibid -n '__ibid_at "^${place}"' ${words}`];
	});
}

function argumentWords(argument: Positional): string {
	if (argument.kind === "path") return "-F";
	return argument.kind === "text" ? "" : `-a ${fishQuoted(choicesOf(argument).join(" "))}`;
}

function fishQuoted(text: string): string {
	return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
