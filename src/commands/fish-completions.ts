import type { Argument, Command } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { type Option, version } from "./options.ts";
import { choicesOf, withValue } from "./usage.ts";

/** The script for fish, in lines: to be sourced, or to be put as ibid.fish into a folder of completions. */
export function fishCompletions(commands: readonly Command[] = COMMANDS): string[] {
	return [
		"# Lets fish complete what is typed behind ibid: ibid completions fish | source",
		...place(commands),
		"complete -c ibid -e",
		"complete -c ibid -f",
		...commands.map(({ name, about }) => `complete -c ibid -n '__ibid_at "^:"' -a ${name} -d ${quoted(about)}`),
		optionLine("", "version", version),
		...commands.flatMap((command) => [...optionLines(command), ...argumentLines(command)]),
	];
}

/** Says "command:count:word:": the command, or nothing where none is typed yet, how many arguments stand behind it, the last. */
function place(commands: readonly Command[]): string[] {
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

function optionLines({ name, options }: Command): string[] {
	return Object.entries(options).map(([word, option]) =>
		optionLine(name === STANDARD ? `(${name})?` : name, word, option),
	);
}

function optionLine(command: string, name: string, option: Option): string {
	const short = option.short === undefined ? "" : ` -s ${option.short}`;
	const value = option.kind === "flag" ? "" : ` -x${valueWords(option)}`;
	return `complete -c ibid -n '__ibid_at "^${command}:"'${short} -l ${name}${value} -d ${quoted(option.about)}`;
}

function valueWords(option: Option): string {
	if (option.kind === "choice") return ` -a ${quoted(option.choices.join(" "))}`;
	return option.kind === "folder" ? " -a '(__fish_complete_directories)'" : "";
}

function argumentLines({ name, takes }: Command): string[] {
	return takes.flatMap((argument, at) => {
		const { many, behind } = argument;
		const place = `${name}:${many ? "" : `${at}:`}${behind === undefined ? "" : `${behind}:`}`;
		const words = argumentWords(argument);
		return words === "" ? [] : [`complete -c ibid -n '__ibid_at "^${place}"' ${words}`];
	});
}

function argumentWords(argument: Argument): string {
	if (argument.kind === "path") return "-F";
	return argument.kind === "text" ? "" : `-a ${quoted(choicesOf(argument).join(" "))}`;
}

function quoted(text: string): string {
	return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
