import type { CommandDefinition, Positional } from "../command-line/command.ts";
import { COMMANDS, STANDARD } from "../command-line/commands.ts";
import { type OptionTable, version } from "../command-line/options.ts";
import { choicesOf, withValue } from "../help/reference.ts";

/** The script for bash, in lines. It uses only what bash 3.2 knows, because macOS has that version. */
export function bashCompletions(commands: readonly CommandDefinition[] = COMMANDS): string[] {
	return [
		"# Completes ibid's commands in bash: source <(ibid completions bash)",
		"_ibid() {",
		...tabbed([...wordLoop(commands), ...offers(commands), ...REPLY]),
		"}",
		...REGISTER,
	];
}

/** From the words before the cursor: the command, the option that needs a value, and the number of arguments. */
function wordLoop(commands: readonly CommandDefinition[]): string[] {
	return [
		`local IFS=$' \\t\\n' current=\${COMP_WORDS[COMP_CWORD]} command= option= plain= count=0 before= offer= word i`,
		"for ((i = 1; i < COMP_CWORD; i++)); do",
		`	word=\${COMP_WORDS[i]}`,
		"	if [[ -n $option ]]; then",
		"		# --by=day comes as three words",
		"		[[ $word == = ]] || option=",
		"	elif [[ -z $plain && $word == -* ]]; then",
		`		command=\${command:-${STANDARD}}`,
		"		[[ $word == -- ]] && plain=yes",
		"		case $command$word in",
		`			${commands.flatMap(withValue).join(" | ")}) option=$word ;;`,
		"		esac",
		"	elif [[ -z $command ]]; then",
		"		command=$word",
		"	else",
		"		count=$((count + 1)) before=$word",
		"	fi",
		"done",
		"[[ $current == = ]] && current=",
	];
}

/** What to offer: words, or a kind of path. */
function offers(commands: readonly CommandDefinition[]): string[] {
	const standard = commands.find(({ name }) => name === STANDARD)?.options;
	return [
		"if [[ -n $option ]]; then",
		...choose("$command$option", commands.flatMap(valueOffers)),
		"elif [[ -z $plain && $current == -* ]]; then",
		...choose("$command", [
			["''", optionWords({ ...standard, version })],
			...commands.map(({ name, options }): CompletionOffer => [name, optionWords(options)]),
		]),
		"elif [[ -z $command ]]; then",
		`	offer='${commands.map(({ name }) => name).join(" ")}'`,
		"else",
		...choose("$command-$count-$before", commands.flatMap(argumentOffers)),
		"fi",
	];
}

/** A pattern, and what to offer if it matches. */
type CompletionOffer = readonly [string, string];

function choose(value: string, all: readonly CompletionOffer[]): string[] {
	return tabbed([`case ${value} in`, ...all.map(([pattern, offer]) => `	${pattern}) offer='${offer}' ;;`), "esac"]);
}

function valueOffers({ name, options }: CommandDefinition): CompletionOffer[] {
	return Object.entries(options).flatMap(([word, option]): CompletionOffer[] => {
		if (option.kind === "choice") return [[`${name}--${word}`, option.choices.join(" ")]];
		return option.kind === "folder" ? [[`${name}--${word}`, FOLDERS]] : [];
	});
}

function optionWords(options: OptionTable): string {
	const words = Object.entries(options).flatMap(([name, { short }]) => [
		...(short === undefined ? [] : [`-${short}`]),
		`--${name}`,
	]);
	return words.join(" ");
}

function argumentOffers({ name, takes }: CommandDefinition): CompletionOffer[] {
	return takes.map((argument, at) => {
		const { many, behind = "*" } = argument;
		return [`${name}-${many ? "*" : at}-${behind}`, argumentOffer(argument)];
	});
}

function argumentOffer(argument: Positional): string {
	return argument.kind === "path" ? PATHS : choicesOf(argument).join(" ");
}

const FOLDERS = "<folders>";
const PATHS = "<paths>";

/** Readline completes paths best. */
const REPLY: readonly string[] = [
	"COMPREPLY=()",
	"case $offer in",
	`	'${PATHS}') compopt -o default 2>/dev/null ;;`,
	`	'${FOLDERS}') compopt -o dirnames 2>/dev/null ;;`,
	'	*) COMPREPLY=($(compgen -W "$offer" -- "$current")) ;;',
	"esac",
];

/** bash 3 has no compopt: then paths are offered wherever nothing else is. */
const REGISTER: readonly string[] = [
	"if ((BASH_VERSINFO[0] < 4)); then",
	"	complete -o default -F _ibid ibid",
	"else",
	"	complete -F _ibid ibid",
	"fi",
];

function tabbed(lines: readonly string[]): string[] {
	return lines.map((line) => `	${line}`);
}
