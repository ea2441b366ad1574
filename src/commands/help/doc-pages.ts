import { PROJECT_FILE, userFile } from "../../config/places.ts";
import { ALL_KEYS, SWITCHED_HOSTS } from "../../hosts.ts";
import type { CommandDefinition } from "../command-line/command.ts";
import { COMMANDS, STANDARD } from "../command-line/commands.ts";
import { SCHEMA_IN_PROJECT } from "../config/edit-settings.ts";
import {
	commandUsage,
	defaultWords,
	ENVIRONMENT,
	EXITS,
	FILES,
	type HelpEntry,
	optionSentence,
	optionUsage,
	PRECEDENCE,
	projectWords,
	SUMMARY,
} from "./reference.ts";

/** The documentation page about commands, as Markdown. */
export function commandsPage(): string {
	const blocks = [
		"# Commands",
		"<!-- Made from src/commands/command-line/commands.ts by `npm run docs`; change it there. -->",
		`${SUMMARY} \`ibid\` alone runs \`ibid ${STANDARD}\`; \`ibid help\`, \`ibid COMMAND --help\` and \`man ibid\` show the same text as this page.`,
		"## For people",
		...commandSections("porcelain"),
		"## For programs",
		...commandSections("plumbing"),
		"## Exit codes",
		entryTable(
			"Code",
			EXITS.map(({ code, about }) => ({ name: String(code), about })),
		),
		"## Environment",
		entryTable("Variable", ENVIRONMENT),
		"## Files",
		entryTable("Path", FILES),
		"What the figures mean: see [Figures](figures.md).",
	];
	return `${blocks.join("\n\n")}\n`;
}

function commandSections(group: CommandDefinition["group"]): string[] {
	return COMMANDS.filter((command) => command.group === group).flatMap(commandSection);
}

function commandSection(command: CommandDefinition): string[] {
	const { name, about, options, examples, exits } = command;
	const entries = Object.entries(options).map(([word, option]) => {
		return { name: optionUsage(word, option), about: optionSentence(option) };
	});
	const lines = examples.flatMap(({ line, about }) => [`# ${about}`, line]);
	const codes = exits.map(({ code, about }) => ({ name: String(code), about }));
	return [
		`### ibid ${name}`,
		`\`ibid ${commandUsage(command)} [OPTIONS]\``,
		about,
		entryTable("Option", entries),
		...(lines.length > 0 ? [["```sh", ...lines, "```"].join("\n")] : []),
		...(codes.length > 0 ? [entryTable("Exit code", codes)] : []),
		...(name === "config" ? ["All keys: see [Settings](config.md)."] : []),
	];
}

function entryTable(heading: string, entries: readonly HelpEntry[]): string {
	return markdownTable(
		[heading, "Meaning"],
		entries.map(({ name, about }) => [`\`${name}\``, about]),
	);
}

/** The documentation page about settings, as Markdown. */
export function configPage(): string {
	const blocks = [
		"# Settings",
		"<!-- Made from src/config/keys.ts by `npm run docs`; change it there. -->",
		"Everything has a default, so you need no settings. `ibid config` shows the settings that apply in the current directory, and where each was set; `ibid config set KEY VALUE` changes one key in your file and nothing else; `ibid config path` prints the path of that file. A change applies from the next tool result on, in running sessions too.",
		"## Keys",
		keys(),
		"In variables and in `ibid config set`, `on` and `off` mean `true` and `false`, and globs are separated by commas. A key with a dot is in a group: `gates.lines` is `lines` in `gates`.",
		"## Files",
		`Yours is \`${userFile("~", {}).replaceAll("\\", "/")}\`; \`$XDG_CONFIG_HOME\`, or \`%APPDATA%\` on Windows, takes the place of \`~/.config\`. A project's is \`${PROJECT_FILE}\`, the nearest one from the working directory up to the repository. Both are JSON that may have comments and trailing commas:`,
		["```jsonc", EXAMPLE.trimEnd(), "```"].join("\n"),
		"`$schema` lets an editor check and complete the file; `ibid config set` and `ibid disable` add it to a file that they create, if the schema can be found.",
		"## Precedence",
		...PRECEDENCE,
		"An unknown key or an invalid value is ignored, with a warning in `ibid config` and `ibid doctor`. If a file is broken or cannot be read, or `enabled` is neither true nor false, ibid is off, since that may be what was meant.",
	];
	return `${blocks.join("\n\n")}\n`;
}

/** An example of a project's file. */
export const EXAMPLE: string = `{
	"$schema": "${SCHEMA_IN_PROJECT}",
	// Always send these in full.
	"ignore": ["*.lock", "/docs/**"],
	"hosts": { "${SWITCHED_HOSTS.at(-1)?.name}": false },
	"gates": { "lines": 10 }
}
`;

function keys(): string {
	const rows = ALL_KEYS.map((key) => [
		`\`${key.name}\``,
		key.about,
		key.kind.can.replaceAll("*", "\\*"),
		`\`${defaultWords(key)}\``,
		`\`${key.variable}\``,
		projectWords(key),
	]);
	return markdownTable(["Key", "Meaning", "Can be", "Default", "Variable", "A project"], rows);
}

/** A table in Markdown, its columns as wide as their widest cell. */
function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const cells = [headings, ...rows.map((row) => row.map((text) => text.replaceAll("|", "\\|")))];
	const widths = headings.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	const line = (row: readonly string[]): string =>
		`| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`;
	return cells
		.map(line)
		.toSpliced(1, 0, line(widths.map((width) => "-".repeat(width))))
		.join("\n");
}
