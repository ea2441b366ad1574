import { VERSION } from "../../runtime/program.ts";
import type { CommandDefinition, Exit } from "../command-line/command.ts";
import { COMMANDS, STANDARD } from "../command-line/commands.ts";
import { type OptionDefinition, version } from "../command-line/options.ts";
import {
	commandUsage,
	ENVIRONMENT,
	EXITS,
	FILES,
	type HelpEntry,
	KEY_ENTRIES,
	optionSentence,
	optionUsage,
	PRECEDENCE,
	SUMMARY,
} from "./reference.ts";

/** The page that `man ibid` shows, as roff. It has no date, so the same sources give the same page. */
export function manPage(): string {
	const [, summary = ""] = /^ibid (.*)\.$/.exec(SUMMARY) ?? [];
	const sections: readonly (readonly [string, readonly string[]])[] = [
		["NAME", [`ibid \\- ${roffEscaped(summary)}`]],
		["SYNOPSIS", [".B ibid", "[COMMAND] [OPTIONS]"]],
		["COMMANDS", commandEntries()],
		["OPTIONS", options()],
		["SETTINGS", [...PRECEDENCE.map(roffEscaped).join("\n.PP\n").split("\n"), ...KEY_ENTRIES.flatMap(entry)]],
		["EXIT STATUS", [...EXITS.flatMap(exit), ...COMMANDS.flatMap(exitsOf)]],
		["ENVIRONMENT", ENVIRONMENT.flatMap(entry)],
		["FILES", FILES.flatMap(entry)],
		["EXAMPLES", COMMANDS.flatMap(examplesOf)],
	];
	const title = `.TH IBID 1 "" ${roffQuoted(`ibid ${VERSION}`)} "User Commands"`;
	const lines = sections.flatMap(([heading, body]) => [`.SH ${roffQuoted(heading)}`, ...body]);
	return `${[title, ...UNTOUCHED, ...lines].join("\n")}\n`;
}

/** No hyphenation, because a word may be one to type, and no justified lines. */
const UNTOUCHED = [".nh", ".ad l"];

function commandEntries(): string[] {
	const of = (group: CommandDefinition["group"]): string[] =>
		COMMANDS.filter((command) => command.group === group).flatMap((command) =>
			entry({ name: commandUsage(command), about: command.about }),
		);
	const bare = `Without a command, ibid runs ibid ${STANDARD}.`;
	return [roffEscaped(bare), ".SS For people", ...of("porcelain"), ".SS For programs", ...of("plumbing")];
}

/** Each option once, with the commands that have it. */
function options(): string[] {
	const users = new Map<OptionDefinition, { name: string; commands: string[] }>([
		[version, { name: "version", commands: [] }],
	]);
	for (const command of COMMANDS)
		for (const [name, option] of Object.entries(command.options)) {
			const known = users.get(option);
			if (known) known.commands.push(command.name);
			else users.set(option, { name, commands: [command.name] });
		}
	return [...users].flatMap(([option, { name, commands }]) =>
		entry({ name: optionUsage(name, option), about: `${optionSentence(option)}${whose(commands)}` }),
	);
}

function whose(commands: readonly string[]): string {
	if (commands.length === 0 || commands.length === COMMANDS.length) return "";
	return ` (${commands.join(", ")})`;
}

function exit({ code, about }: Exit): string[] {
	return entry({ name: String(code), about });
}

function exitsOf({ name, exits }: CommandDefinition): string[] {
	return exits.length > 0 ? [`.SS ${roffQuoted(`ibid ${name}`)}`, ...exits.flatMap(exit)] : [];
}

function examplesOf({ examples }: CommandDefinition): string[] {
	return examples.flatMap(({ line, about }) => entry({ name: line, about }));
}

function entry({ name, about }: HelpEntry): string[] {
	return [".TP", `.B ${roffQuoted(name)}`, roffEscaped(about)];
}

function roffQuoted(text: string): string {
	return `"${roffEscaped(text)}"`;
}

/** A text that roff prints as it is; a line that starts with a dot would be a request. */
function roffEscaped(text: string): string {
	return text.replaceAll(/[\\"'`^~-]|[^ -~]/g, (sign) => SIGNS[sign] ?? `\\[u${hex(sign)}]`).replace(/^\./, "\\&.");
}

const SIGNS: Readonly<Record<string, string>> = {
	"\\": "\\e",
	'"': "\\(dq",
	"'": "\\(aq",
	"`": "\\(ga",
	"^": "\\(ha",
	"~": "\\(ti",
	"-": "\\-",
	"…": "...",
};

function hex(sign: string): string {
	return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
