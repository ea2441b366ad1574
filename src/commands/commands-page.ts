import { COMMANDS, type Command, STANDARD } from "./commands.ts";
import { ENVIRONMENT, type Entry, EXITS, FIGURES, FILES, SUMMARY } from "./reference.ts";
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
		"## Figures",
		...FIGURES,
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
	];
}

function table(heading: string, entries: readonly Entry[]): string {
	const rows = [[heading, "Meaning"], ...entries.map(({ name, about }) => [`\`${cell(name)}\``, cell(about)])];
	const [left, right] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	const lines = rows.map(([name = "", about = ""]) => `| ${name.padEnd(left ?? 0)} | ${about.padEnd(right ?? 0)} |`);
	return lines.toSpliced(1, 0, `| ${"-".repeat(left ?? 0)} | ${"-".repeat(right ?? 0)} |`).join("\n");
}

function cell(text: string): string {
	return text.replaceAll("|", "\\|");
}
