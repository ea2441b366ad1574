import type { Command, Exit } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { KEY_ENTRIES, PRECEDENCE } from "./key-entries.ts";
import { type Option, version } from "./options.ts";
import { ENVIRONMENT, type Entry, EXITS, FILES, SUMMARY } from "./reference.ts";
import { commandUsage, optionSentence, optionUsage } from "./usage.ts";
import { VERSION } from "./version.ts";

/** The page that `man ibid` shows, as roff. It bears no date, so that the same sources give the same page. */
export function manPage(): string {
	const [, summary = ""] = /^ibid (.*)\.$/.exec(SUMMARY) ?? [];
	const sections: readonly (readonly [string, readonly string[]])[] = [
		["NAME", [`ibid \\- ${escaped(summary)}`]],
		["SYNOPSIS", [".B ibid", "[COMMAND] [OPTIONS]"]],
		["COMMANDS", commands()],
		["OPTIONS", options()],
		["SETTINGS", [...PRECEDENCE.map(escaped).join("\n.PP\n").split("\n"), ...KEY_ENTRIES.flatMap(entry)]],
		["EXIT STATUS", [...EXITS.flatMap(exit), ...COMMANDS.flatMap(exitsOf)]],
		["ENVIRONMENT", ENVIRONMENT.flatMap(entry)],
		["FILES", FILES.flatMap(entry)],
		["EXAMPLES", COMMANDS.flatMap(examplesOf)],
	];
	const title = `.TH IBID 1 "" ${quoted(`ibid ${VERSION}`)} "User Commands"`;
	const lines = sections.flatMap(([heading, body]) => [`.SH ${quoted(heading)}`, ...body]);
	return `${[title, ...UNTOUCHED, ...lines].join("\n")}\n`;
}

/** No word is broken, since it may be one to type, and no line is stretched. */
const UNTOUCHED = [".nh", ".ad l"];

function commands(): string[] {
	const of = (group: Command["group"]): string[] =>
		COMMANDS.filter((command) => command.group === group).flatMap((command) =>
			entry({ name: commandUsage(command), about: command.about }),
		);
	const bare = `Without a command, ibid does what ibid ${STANDARD} does.`;
	return [escaped(bare), ".SS For people", ...of("porcelain"), ".SS For programs", ...of("plumbing")];
}

/** Each option once, with the commands that have it. */
function options(): string[] {
	const users = new Map<Option, { name: string; commands: string[] }>([[version, { name: "version", commands: [] }]]);
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

function exitsOf({ name, exits }: Command): string[] {
	return exits.length > 0 ? [`.SS ${quoted(`ibid ${name}`)}`, ...exits.flatMap(exit)] : [];
}

function examplesOf({ examples }: Command): string[] {
	return examples.flatMap(({ line, about }) => entry({ name: line, about }));
}

function entry({ name, about }: Entry): string[] {
	return [".TP", `.B ${quoted(name)}`, escaped(about)];
}

function quoted(text: string): string {
	return `"${escaped(text)}"`;
}

/** A text that roff prints as it is: a sentence is one line, which a dot at its start would make a request. */
function escaped(text: string): string {
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
