import type { Command, Exit } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { KEY_ENTRIES, PRECEDENCE } from "./key-entries.ts";
import { didYouMean, Mistake } from "./mistake.ts";
import { help as helpOption, version } from "./options.ts";
import { ENVIRONMENT, type Entry, EXITS, FIGURES, FILES, SUMMARY, TOPICS } from "./reference.ts";
import { spaced, wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { commandUsage, optionSentence, optionUsage, topics } from "./usage.ts";

/** Prints what is to be known of a command or a topic, or what commands there are. */
export function help(
	topic: string | undefined,
	{ width, bold, print }: Pick<Terminal, "width" | "bold" | "print">,
): void {
	print(spaced(blocksOn(topic, { width: Math.min(width, WIDEST), bold })));
}

/** Lines that are longer than this are hard to read. */
const WIDEST = 100;

type Looks = Pick<Terminal, "width" | "bold">;

/** Lines that stand together. */
type Block = readonly string[];

function blocksOn(topic: string | undefined, looks: Looks): Block[] {
	const command = COMMANDS.find(({ name }) => name === topic);
	if (topic === undefined) return overview(looks);
	if (command) return onCommand(command, looks);
	if (topic === "figures") return FIGURES.map((text) => wrap(text, looks.width));
	if (topic === "environment") return onEnvironment(looks);
	const known = didYouMean(topic, topics()) || ` There is on ${topics().join(", ")}.`;
	throw new Mistake(`There is no help on ${topic}.${known}`);
}

function overview(looks: Looks): Block[] {
	const commands = (group: Command["group"]): Entry[] =>
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

function onCommand(command: Command, looks: Looks): Block[] {
	const { about, options, examples, exits } = command;
	return [
		wrap(`Usage: ibid ${commandUsage(command)} [OPTIONS]`, looks.width, "  ").map(looks.bold),
		wrap(about, looks.width),
		list(optionEntries(options), looks),
		titled(
			"Examples",
			examples.map(({ line, about }) => ({ name: line, about })),
			looks,
			stacked,
		),
		titled("Exit codes", exits.map(exitEntry), looks, narrow),
		...(command.name === "config" ? onKeys(looks) : []),
	];
}

function onKeys(looks: Looks): Block[] {
	return [titled("Keys", KEY_ENTRIES, looks), ...PRECEDENCE.map((text) => wrap(text, looks.width))];
}

function onEnvironment(looks: Looks): Block[] {
	return [
		titled("Variables", ENVIRONMENT, looks),
		titled("Files", FILES, looks),
		titled("Exit codes", EXITS.map(exitEntry), looks, narrow),
		wrap("What can be set is explained by ibid help config.", looks.width),
	];
}

function optionEntries(options: Command["options"]): Entry[] {
	return Object.entries(options).map(([name, option]) => {
		const space = option.short === undefined ? "    " : "";
		return { name: space + optionUsage(name, option), about: optionSentence(option) };
	});
}

function exitEntry({ code, about }: Exit): Entry {
	return { name: String(code), about };
}

function titled(heading: string, entries: readonly Entry[], looks: Looks, as = list): Block {
	return entries.length > 0 ? [looks.bold(heading), ...as(entries, looks)] : [];
}

/** Names on the left, sentences on the right; below each other where there is too little room for that. */
function list(entries: readonly Entry[], looks: Looks): Block {
	const indent = Math.max(LEAST_INDENT, 4 + Math.max(...entries.map(({ name }) => name.length)));
	if (looks.width - indent < LEAST_ROOM) return stacked(entries, looks);
	return entries.flatMap(({ name, about }) => {
		const [first = "", ...more] = wrap(about, looks.width - indent);
		return [`  ${name}`.padEnd(indent) + first, ...more.map((line) => " ".repeat(indent) + line)];
	});
}

/** So that lists below each other mostly have one line in common. */
const LEAST_INDENT = 22;
const LEAST_ROOM = 30;

function stacked(entries: readonly Entry[], { width }: Looks): Block {
	return entries.flatMap(({ name, about }) => {
		return [`  ${name.trim()}`, ...wrap(about, width - 6).map((line) => `      ${line}`)];
	});
}

/** For names of three signs at most. */
function narrow(entries: readonly Entry[], { width }: Looks): Block {
	return entries.flatMap(({ name, about }) =>
		wrap(`${name.padEnd(3)}  ${about}`, width - 2, "     ").map((line) => `  ${line}`),
	);
}
