import type { CommandDefinition, Positional } from "../command-line/command.ts";
import { COMMANDS, STANDARD } from "../command-line/commands.ts";
import { type OptionDefinition, type OptionTable, version } from "../command-line/options.ts";
import { choicesOf } from "../help/reference.ts";

/** The script for zsh, in lines: to be sourced, or saved as _ibid in a folder of $fpath. */
export function zshCompletions(commands: readonly CommandDefinition[] = COMMANDS): string[] {
	return [
		"#compdef ibid",
		"# Completes ibid's commands in zsh: source <(ibid completions zsh)",
		"_ibid() {",
		"	local command=",
		"	local -a names",
		`	names=(${commands.map(({ name, about }) => zshQuoted(`${name}:${about}`)).join(" ")})`,
		"	if [[ $words[2] != -* ]]; then",
		"		if ((CURRENT == 2)); then",
		"			_describe -t commands 'command of ibid' names",
		"			return",
		"		fi",
		"		command=$words[2]",
		"		shift words",
		"		((CURRENT--))",
		"	fi",
		"	case $command in",
		...commands.flatMap((command) => branch(command.name, command.options, command.takes)),
		...bareBranch(commands),
		"	esac",
		"}",
		...REGISTER,
	];
}

function bareBranch(commands: readonly CommandDefinition[]): string[] {
	const standard = commands.find(({ name }) => name === STANDARD);
	return branch("''", { ...standard?.options, version }, standard?.takes ?? []);
}

function branch(pattern: string, options: OptionTable, takes: CommandDefinition["takes"]): string[] {
	const specs = [
		...Object.entries(options).map(([name, option]) => optionSpec(name, option)),
		...takes.map(argumentSpec),
	];
	return [`	${pattern})`, `		_arguments -S : \\`, `			${specs.join(" \\\n			")}`, "		;;"];
}

function optionSpec(name: string, option: OptionDefinition): string {
	const about = `[${option.about.replaceAll(/[[\]:\\]/g, "\\$&")}]`;
	if (option.kind !== "flag") {
		const many = option.kind === "choice" && option.many ? "*" : "";
		return zshQuoted(`${many}--${name}=${about}:${option.value}:${valueAction(option)}`);
	}
	if (option.short === undefined) return zshQuoted(`--${name}${about}`);
	return `'(-${option.short} --${name})'{-${option.short},--${name}}${zshQuoted(about)}`;
}

function valueAction(option: OptionDefinition): string {
	if (option.kind === "choice") return `(${option.choices.join(" ")})`;
	// A blank means that there is nothing to offer.
	return option.kind === "folder" ? "_files -/" : " ";
}

function argumentSpec(argument: Positional, at: number): string {
	const place = argument.many ? "*" : String(at + 1);
	return zshQuoted(`${place}:${argument.usage.replaceAll(/[[\]…:]/g, "")}:${argumentAction(argument)}`);
}

function argumentAction(argument: Positional): string {
	if (argument.kind === "path") return "_files";
	if (argument.kind === "text") return " ";
	const words = choicesOf(argument).join(" ");
	return argument.behind === undefined ? `(${words})` : `{(($words[(I)${argument.behind}])) && compadd -- ${words}}`;
}

function zshQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In a folder of $fpath the file is the function; without compinit there is no compdef. */
const REGISTER: readonly string[] = [
	"if [[ $funcstack[1] == _ibid ]]; then",
	'	_ibid "$@"',
	"else",
	"	(($+functions[compdef])) || { autoload -Uz compinit && compinit }",
	"	compdef _ibid ibid",
	"fi",
];
