import { didYouMean, UserError } from "../../runtime/user-error.ts";
import type { CommandDefinition, Exit } from "../command-line/command.ts";
import { COMMANDS, STANDARD } from "../command-line/commands.ts";
import { help as helpOption, version } from "../command-line/options.ts";
import { spaced, wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import {
	commandUsage,
	ENVIRONMENT,
	EXITS,
	FIGURES,
	FILES,
	type HelpEntry,
	KEY_ENTRIES,
	optionSentence,
	optionUsage,
	PRECEDENCE,
	SUMMARY,
	TOPICS,
	topics,
} from "./reference.ts";

/** Prints the help of a command or topic, or the list of commands. */
export function help(
	topic: string | undefined,
	{ width, bold, print }: Pick<Terminal, "width" | "bold" | "print">,
): void {
	print(spaced(blocksOn(topic, { width: Math.min(width, WIDEST), bold })));
}

/** Longer lines are hard to read. */
const WIDEST = 100;

type HelpStyle = Pick<Terminal, "width" | "bold">;

/** Lines that belong together. */
type HelpBlock = readonly string[];

function blocksOn(topic: string | undefined, looks: HelpStyle): HelpBlock[] {
	const command = COMMANDS.find(({ name }) => name === topic);
	if (topic === undefined) return helpOverview(looks);
	if (command) return onCommand(command, looks);
	if (topic === "figures") return FIGURES.map((text) => wrap(text, looks.width));
	if (topic === "environment") return onEnvironment(looks);
	const known = didYouMean(topic, topics()) || ` Topics: ${topics().join(", ")}.`;
	throw new UserError(`There is no help on ${topic}.${known}`);
}

function helpOverview(looks: HelpStyle): HelpBlock[] {
	const commands = (group: CommandDefinition["group"]): HelpEntry[] =>
		COMMANDS.filter((command) => command.group === group).map((command) => {
			return { name: commandUsage(command), about: command.about };
		});
	const more = TOPICS.map((topic) => `, ibid help ${topic}`).join("");
	return [
		wrap(SUMMARY, looks.width),
		[looks.bold("Usage: ibid [COMMAND] [OPTIONS]")],
		list(commands("porcelain"), looks),
		titled("For programs", commands("plumbing"), looks),
		titled("Options", optionEntries({ version, help: helpOption }), looks),
		wrap(`Without a command: ibid ${STANDARD}. More: ibid help COMMAND${more}.`, looks.width),
	];
}

function onCommand(command: CommandDefinition, looks: HelpStyle): HelpBlock[] {
	const { about, options, examples, exits } = command;
	return [
		wrap(`Usage: ibid ${commandUsage(command)} [OPTIONS]`, looks.width, "  ").map(looks.bold),
		wrap(about, looks.width),
		list(optionEntries(options), looks),
		titled(
			"Examples",
			examples.map(({ line, about }) => ({ name: line, about })),
			looks,
			stackedEntries,
		),
		titled("Exit codes", exits.map(exitEntry), looks, narrow),
		...(command.name === "config" ? onKeys(looks) : []),
	];
}

function onKeys(looks: HelpStyle): HelpBlock[] {
	return [titled("Keys", KEY_ENTRIES, looks), ...PRECEDENCE.map((text) => wrap(text, looks.width))];
}

function onEnvironment(looks: HelpStyle): HelpBlock[] {
	return [
		titled("Variables", ENVIRONMENT, looks),
		titled("Files", FILES, looks),
		titled("Exit codes", EXITS.map(exitEntry), looks, narrow),
		wrap("Settings are explained in ibid help config.", looks.width),
	];
}

function optionEntries(options: CommandDefinition["options"]): HelpEntry[] {
	return Object.entries(options).map(([name, option]) => {
		const space = option.short === undefined ? "    " : "";
		return { name: space + optionUsage(name, option), about: optionSentence(option) };
	});
}

function exitEntry({ code, about }: Exit): HelpEntry {
	return { name: String(code), about };
}

function titled(heading: string, entries: readonly HelpEntry[], looks: HelpStyle, as = list): HelpBlock {
	return entries.length > 0 ? [looks.bold(heading), ...as(entries, looks)] : [];
}

/** Names on the left and sentences on the right, or below each other if there is too little room. */
function list(entries: readonly HelpEntry[], looks: HelpStyle): HelpBlock {
	const indent = Math.max(LEAST_INDENT, 4 + Math.max(...entries.map(({ name }) => name.length)));
	if (looks.width - indent < LEAST_ROOM) return stackedEntries(entries, looks);
	return entries.flatMap(({ name, about }) => {
		const [first = "", ...more] = wrap(about, looks.width - indent);
		return [`  ${name}`.padEnd(indent) + first, ...more.map((line) => " ".repeat(indent) + line)];
	});
}

/** A common indent, so that consecutive lists line up. */
const LEAST_INDENT = 22;
const LEAST_ROOM = 30;

function stackedEntries(entries: readonly HelpEntry[], { width }: HelpStyle): HelpBlock {
	return entries.flatMap(({ name, about }) => {
		return [`  ${name.trim()}`, ...wrap(about, width - 6).map((line) => `      ${line}`)];
	});
}

/** For names of at most three characters. */
function narrow(entries: readonly HelpEntry[], { width }: HelpStyle): HelpBlock {
	return entries.flatMap(({ name, about }) =>
		wrap(`${name.padEnd(3)}  ${about}`, width - 2, "     ").map((line) => `  ${line}`),
	);
}
