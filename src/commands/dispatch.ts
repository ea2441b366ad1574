import { existsSync } from "node:fs";
import type { Command, CommandName } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { didYouMean, Mistake } from "./mistake.ts";
import { version } from "./options.ts";
import { type Given, parse } from "./parse.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Finds the command among the arguments and runs it. Gives the exit code. */
export async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
	const [first = ""] = args;
	const isNamed = first !== "" && !first.startsWith("-") && !isPath(first);
	if (first === "--help" || first === "-h") return await explain(undefined, terminal);
	const command = commandNamed(isNamed ? first : STANDARD);
	const given = isNamed ? parse(command, args.slice(1)) : parse(bare(command), args);
	if (given.flag("help")) return await explain(command.name, terminal);
	if (given.flag("version")) {
		terminal.print([VERSION]);
		return 0;
	}
	refuseMore(command, given.rest);
	return await run(command.name, given, terminal);
}

/** Whether a word names something to read, and no command. */
function isPath(word: string): boolean {
	return !COMMANDS.some(({ name }) => name === word) && (/[\\/]/.test(word) || existsSync(word));
}

function commandNamed(word: string): Command {
	const command = COMMANDS.find(({ name }) => name === word);
	if (command) return command;
	const names = COMMANDS.map(({ name }) => name);
	throw new Mistake(`There is no command ${word}.${didYouMean(word, names) || " See ibid help."}`);
}

/** Where no command is named, the options of the program itself count as well. */
function bare(command: Command): Command {
	return { ...command, options: { ...command.options, version } };
}

function refuseMore({ name, takes }: Command, rest: readonly string[]): void {
	const more = rest[takes.length];
	if (more === undefined || takes.at(-1)?.many || ANSWERS_ITSELF.includes(name)) return;
	throw new Mistake(`ibid ${name} takes no ${more}. See ibid help ${name}.`);
}

/** These know better what was meant. */
const ANSWERS_ITSELF: readonly CommandName[] = ["enable", "disable", "config"];

async function run(name: CommandName, given: Given, terminal: Terminal): Promise<number> {
	switch (name) {
		case "overview":
			return await (await import("./overview.ts")).overview(given, terminal);
		case "report":
			return await (await import("./report.ts")).report(given, terminal);
		case "audit":
			return await (await import("./audit.ts")).audit(given, terminal);
		case "show":
			return await (await import("./show.ts")).show(given, terminal);
		case "verify":
			return await (await import("./verify.ts")).verify(given, terminal);
		case "page":
			return await (await import("./page.ts")).page(given, terminal);
		case "install":
			return await (await import("./install.ts")).install(given, terminal);
		case "uninstall":
			return await (await import("./uninstall.ts")).uninstall(given, terminal);
		case "doctor":
			return await (await import("./doctor.ts")).doctor(given, terminal);
		case "enable":
			return (await import("./switch.ts")).enable(given, terminal);
		case "disable":
			return (await import("./switch.ts")).disable(given, terminal);
		case "config":
			return (await import("./config.ts")).config(given, terminal);
		case "help":
			return await explain(given.rest[0], terminal);
		case "serve":
			return await (await import("./serve.ts")).serve(given);
		case "hook":
			return await (await import("./hooks.ts")).hook(given.rest[0]);
		case "statusline":
			return await (await import("./statusline.ts")).statusline(given, terminal);
		case "completions":
			return (await import("./completions.ts")).completions(given.rest[0], terminal);
	}
}

async function explain(topic: string | undefined, terminal: Terminal): Promise<number> {
	(await import("./help.ts")).help(topic, terminal);
	return 0;
}
