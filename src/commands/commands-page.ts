import type { Command } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { markdownTable } from "./markdown-table.ts";
import { ENVIRONMENT, type Entry, EXITS, FILES, SUMMARY } from "./reference.ts";
import { commandUsage, optionSentence, optionUsage } from "./usage.ts";

/** The page of the documents on commands, as Markdown. */
export function commandsPage(): string {
	const blocks = [
		"# Commands",
		"<!-- Made from src/commands/commands.ts by `npm run docs`; change it there. -->",
		`${SUMMARY} \`ibid\` alone does what \`ibid ${STANDARD}\` does; \`ibid help\`, \`ibid COMMAND --help\` and \`man ibid\` say what stands here.`,
		"## For people",
		...commands("porcelain"),
		"## For programs",
		...commands("plumbing"),
		"## Exit codes",
		table(
			"Code",
			EXITS.map(({ code, about }) => ({ name: String(code), about })),
		),
		"## Environment",
		table("Variable", ENVIRONMENT),
		"## Files",
		table("Path", FILES),
		"What the figures mean: see [Figures](figures.md).",
	];
	return `${blocks.join("\n\n")}\n`;
}

function commands(group: Command["group"]): string[] {
	return COMMANDS.filter((command) => command.group === group).flatMap(section);
}

function section(command: Command): string[] {
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
		table("Option", entries),
		...(lines.length > 0 ? [["```sh", ...lines, "```"].join("\n")] : []),
		...(codes.length > 0 ? [table("Exit code", codes)] : []),
		...(name === "config" ? ["What can be set: see [Settings](config.md)."] : []),
	];
}

function table(heading: string, entries: readonly Entry[]): string {
	return markdownTable(
		[heading, "Meaning"],
		entries.map(({ name, about }) => [`\`${name}\``, about]),
	);
}
