import type { Argument, Command } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { type Option, type Options, version } from "./options.ts";
import { choicesOf } from "./usage.ts";

/** The script for zsh, in lines: to be sourced, or to be put as _ibid into a folder of $fpath. */
export function zshCompletions(commands: readonly Command[] = COMMANDS): string[] {
	return [
		"#compdef ibid",
		"# Lets zsh complete what is typed behind ibid: source <(ibid completions zsh)",
		"_ibid() {",
		"	local command=",
		"	local -a names",
		`	names=(${commands.map(({ name, about }) => quoted(`${name}:${about}`)).join(" ")})`,
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

function bareBranch(commands: readonly Command[]): string[] {
	const standard = commands.find(({ name }) => name === STANDARD);
	return branch("''", { ...standard?.options, version }, standard?.takes ?? []);
}

function branch(pattern: string, options: Options, takes: Command["takes"]): string[] {
	const specs = [
		...Object.entries(options).map(([name, option]) => optionSpec(name, option)),
		...takes.map(argumentSpec),
	];
	return [`	${pattern})`, `		_arguments -S : \\`, `			${specs.join(" \\\n			")}`, "		;;"];
}

function optionSpec(name: string, option: Option): string {
	const about = `[${option.about.replaceAll(/[[\]:\\]/g, "\\$&")}]`;
	if (option.kind !== "flag") {
		const many = option.kind === "choice" && option.many ? "*" : "";
		return quoted(`${many}--${name}=${about}:${option.value}:${valueAction(option)}`);
	}
	if (option.short === undefined) return quoted(`--${name}${about}`);
	return `'(-${option.short} --${name})'{-${option.short},--${name}}${quoted(about)}`;
}

function valueAction(option: Option): string {
	if (option.kind === "choice") return `(${option.choices.join(" ")})`;
	// A blank says that nothing can be offered.
	return option.kind === "folder" ? "_files -/" : " ";
}

function argumentSpec(argument: Argument, at: number): string {
	const place = argument.many ? "*" : String(at + 1);
	return quoted(`${place}:${argument.usage.replaceAll(/[[\]…:]/g, "")}:${argumentAction(argument)}`);
}

function argumentAction(argument: Argument): string {
	if (argument.kind === "path") return "_files";
	if (argument.kind === "text") return " ";
	const words = choicesOf(argument).join(" ");
	return argument.behind === undefined ? `(${words})` : `{(($words[(I)${argument.behind}])) && compadd -- ${words}}`;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In a folder of $fpath the file is the function; a shell that never ran compinit has no compdef. */
const REGISTER: readonly string[] = [
	"if [[ $funcstack[1] == _ibid ]]; then",
	'	_ibid "$@"',
	"else",
	"	(($+functions[compdef])) || { autoload -Uz compinit && compinit }",
	"	compdef _ibid ibid",
	"fi",
];
