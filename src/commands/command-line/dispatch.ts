import { existsSync } from "node:fs";
import { VERSION } from "../../runtime/program.ts";
import { didYouMean, UserError } from "../../runtime/user-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandDefinition, CommandName } from "./command.ts";
import { COMMANDS, STANDARD } from "./commands.ts";
import { version } from "./options.ts";
import { type Arguments, parse } from "./parse.ts";

/** Finds the command among the arguments and runs it. Returns the exit code. */
export async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
	const [first = ""] = words;
	const isNamed = first !== "" && !first.startsWith("-") && !isPath(first);
	if (first === "--help" || first === "-h") return await explain(undefined, terminal);
	const command = commandNamed(isNamed ? first : STANDARD);
	const args = isNamed ? parse(command, words.slice(1)) : parse(bare(command), words);
	if (args.flag("help")) return await explain(command.name, terminal);
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
		case "overview":
			return await (await import("../overview/overview.ts")).overview(args, terminal);
		case "report":
			return await (await import("../report/report.ts")).report(args, terminal);
		case "audit":
			return await (await import("../audit/audit.ts")).audit(args, terminal);
		case "show":
			return await (await import("../show/show.ts")).show(args, terminal);
		case "verify":
			return await (await import("../verify/verify.ts")).verify(args, terminal);
		case "page":
			return await (await import("../page/page.ts")).page(args, terminal);
		case "install":
			return await (await import("../install/install.ts")).install(args, terminal);
		case "uninstall":
			return await (await import("../install/uninstall.ts")).uninstall(args, terminal);
		case "doctor":
			return await (await import("../doctor/doctor.ts")).doctor(args, terminal);
		case "enable":
			return (await import("../config/config.ts")).enable(args, terminal);
		case "disable":
			return (await import("../config/config.ts")).disable(args, terminal);
		case "config":
			return (await import("../config/config.ts")).config(args, terminal);
		case "help":
			return await explain(args.positionals[0], terminal);
		case "serve":
			return await (await import("../../runtime/hooks.ts")).serve(args.positionals[0], args.flag("offer-read"));
		case "hook":
			return await (await import("../../runtime/hooks.ts")).hook(args.positionals[0]);
		case "statusline":
			return await (await import("../statusline/statusline.ts")).statusline(args, terminal);
		case "completions":
			return (await import("../completions/completions.ts")).completions(args.positionals[0], terminal);
	}
}

async function explain(topic: string | undefined, terminal: Terminal): Promise<number> {
	(await import("../help/help.ts")).help(topic, terminal);
	return 0;
}
