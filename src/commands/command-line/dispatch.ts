import { existsSync } from "node:fs";
import { VERSION } from "../../runtime/program.ts";
import { didYouMean, UserError } from "../../runtime/user-error.ts";
import { completions } from "../completions/completions.ts";
import { config, disable, enable } from "../config/config.ts";
import { help } from "../help/help.ts";
import { statusline } from "../statusline/statusline.ts";
import { newTerminal, type Terminal } from "../terminal/terminal.ts";
import type { CommandDefinition, CommandName } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { version } from "./options.ts";
import { type Arguments, parse } from "./parse.ts";

/** Runs the command that a person typed, in their terminal. Returns the exit code. `work` is the command of a worker. */
export function run(words: readonly string[], script: string, work: string): Promise<number> {
	return dispatch(words, newTerminal(script, work));
}

/** Finds the command among the arguments and runs it. Returns the exit code. */
export async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
	const [first = ""] = words;
	const isNamed = first !== "" && !first.startsWith("-") && !isPath(first);
	if (first === "--help" || first === "-h") return explain(undefined, terminal);
	const command = commandNamed(isNamed ? first : STANDARD);
	const args = isNamed ? parse(command, words.slice(1)) : parse(bare(command), words);
	if (args.flag("help")) return explain(command.name, terminal);
	if (args.flag("version")) {
		terminal.print([VERSION]);
		return 0;
	}
	refuseMore(command, args.positionals);
	return await runCommand(command.name, args, terminal);
}

/** Whether a word is something to read and not a command. */
function isPath(word: string): boolean {
	return !COMMANDS.some(({ name }) => name === word) && (/[\\/]/.test(word) || existsSync(word));
}

function commandNamed(word: string): CommandDefinition {
	const command = COMMANDS.find(({ name }) => name === word);
	if (command) return command;
	const names = COMMANDS.map(({ name }) => name);
	throw new UserError(`There is no command ${word}.${didYouMean(word, names) || " See ibid help."}`);
}

/** Without a command, the options of the program itself are accepted too. */
function bare(command: CommandDefinition): CommandDefinition {
	return { ...command, options: { ...command.options, version } };
}

function refuseMore({ name, takes }: CommandDefinition, rest: readonly string[]): void {
	const more = rest[takes.length];
	if (more === undefined || takes.at(-1)?.many || ANSWERS_ITSELF.includes(name)) return;
	throw new UserError(`ibid ${name} takes no ${more}. See ibid help ${name}.`);
}

/** These commands check their arguments themselves. */
const ANSWERS_ITSELF: readonly CommandName[] = ["enable", "disable", "config"];

async function runCommand(name: CommandName, args: Arguments, terminal: Terminal): Promise<number> {
	switch (name) {
		case "enable":
			return enable(args, terminal);
		case "disable":
			return disable(args, terminal);
		case "config":
			return config(args, terminal);
		case "help":
			return explain(args.positionals[0], terminal);
		case "completions":
			return completions(args.positionals[0], terminal);
		case "outline":
			return await (await import("../outline/outline.ts")).outline(args, terminal);
		case "run":
			return await (await import("../run/run.ts")).run(args, terminal);
		case "statusline":
			return await statusline(args, terminal);
		case "serve":
			return await (await import("../../runtime/hooks.ts")).serve(args.positionals[0], args.flag("offer-read"));
		case "hook":
			return await (await import("../../runtime/hooks.ts")).hook(args.positionals[0]);
		default:
			return await (await import("../long.ts")).LONG[name](args, terminal);
	}
}

function explain(topic: string | undefined, terminal: Terminal): number {
	help(topic, terminal);
	return 0;
}
