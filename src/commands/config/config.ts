import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { loadConfig } from "../../config/load.ts";
import { PROJECT_FILE, userFile } from "../../config/places.ts";
import type { Settings } from "../../config/types.ts";
import { ALL_KEYS, SWITCHED_HOSTS } from "../../hosts.ts";
import { didYouMean, UserError } from "../../runtime/user-error.ts";
import type { Arguments } from "../command-line/parse.ts";
import { wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { harmless, pathWords, valueWords } from "../terminal/text.ts";
import { configLines, originPlace, warningWords } from "./config-lines.ts";
import { dropKey, setKey } from "./edit-settings.ts";

/** Shows the current settings and their origin, or their path, or changes one. Returns the exit code. */
export function config(args: Arguments, terminal: Terminal, directory: string = process.cwd()): number {
	const [what, ...rest] = args.positionals;
	if (what !== undefined && args.flag("json")) throw new UserError("--json only works with ibid config alone.");
	switch (what) {
		case undefined:
			return showSettings(args.flag("json"), terminal, directory);
		case "path":
			return path(rest, terminal);
		case "set":
			return set(rest, terminal, directory);
		default:
			throw new UserError(
				`ibid config has no ${what}.${didYouMean(what, ["path", "set"]) || " See ibid help config."}`,
			);
	}
}

function showSettings(isJson: boolean, terminal: Terminal, directory: string): number {
	const { home, environment, width } = terminal;
	const settings = loadConfig({ home, environment, directory, hosts: SWITCHED_HOSTS });
	const warnings = settings.warnings.map((warning) => warningWords(warning, home));
	if (isJson) {
		const { root, values } = settings;
		const own = SWITCHED_HOSTS.flatMap(({ keys = [] }) => keys.map(({ name }) => [name, values.get(name)]));
		const config = { ...settings.config, ...Object.fromEntries(own) };
		const origins = Object.fromEntries(settings.origins);
		const user = userFile(home, environment);
		terminal.print([JSON.stringify({ schema: 1, config, origins, user, root, warnings }, null, 2)]);
		return 0;
	}
	terminal.print(configLines(settings, userFile(home, environment), terminal));
	for (const line of warnings.flatMap((words) => wrap(`ibid: ${words}`, width, "  "))) terminal.say(line);
	return 0;
}

function path(rest: readonly string[], { print, home, environment }: Terminal): number {
	if (rest.length > 0) throw new UserError("ibid config path takes no arguments.");
	print([userFile(home, environment)]);
	return 0;
}

function set(rest: readonly string[], terminal: Terminal, directory: string): number {
	const { home, environment, width } = terminal;
	const [name, text] = rest;
	if (name === undefined || text === undefined || rest.length > 2)
		throw new UserError("ibid config set takes a key and a value, such as keepDays 7.");
	const key = ALL_KEYS.find((each) => each.name === name);
	const names = ALL_KEYS.map((each) => each.name);
	if (!key) throw new UserError(`There is no key ${name}.${didYouMean(name, names) || " ibid config shows them all."}`);
	const value = key.kind.accept(key.kind.fromText(text));
	if (value === undefined) throw new UserError(`${name} cannot be ${text}; it can be ${key.kind.can}.`);
	setKey(userFile(home, environment), name, value, terminal);
	const { values, origins } = loadConfig({ home, environment, directory, hosts: SWITCHED_HOSTS });
	const places = (origins.get(name) ?? []).map((origin) => originPlace(origin, home));
	const isSo = isDeepStrictEqual(values.get(name), value);
	const but = isSo ? "" : ` Here it is ${valueWords(values.get(name))}, by ${places.join(" and ")}.`;
	terminal.print(wrap(`${name} is ${valueWords(value)} now.${but}`, width));
	return 0;
}

/** Switches ibid off, for the user or for a project, and prints the new state. Returns the exit code. */
export function disable(args: Arguments, terminal: Terminal, directory: string = process.cwd()): number {
	setKey(fileFor("disable", args, terminal, directory), "enabled", false, terminal);
	return tellState(offWords, args, terminal, directory);
}

/** Switches ibid on again. */
export function enable(args: Arguments, terminal: Terminal, directory: string = process.cwd()): number {
	dropKey(fileFor("enable", args, terminal, directory), "enabled", terminal);
	return tellState(onWords, args, terminal, directory);
}

function fileFor(name: string, args: Arguments, { home, environment }: Terminal, directory: string): string {
	const [first] = args.positionals;
	if (first !== undefined)
		throw new UserError(`ibid ${name} takes no ${first}; to switch one agent: ibid config set hosts.codex false.`);
	if (!args.flag("project")) return userFile(home, environment);
	return join(loadConfig({ home, environment, hosts: SWITCHED_HOSTS, directory }).root, PROJECT_FILE);
}

type SwitchWords = (settings: Settings, where: string, terminal: Terminal) => string;

function tellState(words: SwitchWords, args: Arguments, terminal: Terminal, directory: string): number {
	const { home, environment, width } = terminal;
	const settings = loadConfig({ home, environment, hosts: SWITCHED_HOSTS, directory });
	const where = args.flag("project") ? ` in ${pathWords(settings.root, home)}` : "";
	terminal.print(wrap(words(settings, where, terminal), width));
	return 0;
}

function offWords({ config }: Settings, where: string, { environment }: Terminal): string {
	if (!config.enabled) return `ibid is off${where}, in running sessions too.`;
	return `ibid is off${where}, but not where the environment has IBID=${harmless(environment.IBID ?? "")}, as it has here.`;
}

function onWords({ config, origins, root }: Settings, where: string, { home }: Terminal): string {
	const off = Object.entries(config.hosts).flatMap(([host, isOn]) => (isOn ? [] : [host]));
	const except = off.length > 0 ? `, except in ${new Intl.ListFormat("en").format(off)}` : "";
	if (config.enabled) return `ibid is on${where}${except}, in running sessions too.`;
	const by = origins.get("enabled")?.at(-1);
	if (by?.kind === "environment") return "ibid is still off here, because of the environment variable IBID.";
	const isProject = by?.kind === "project";
	const stays = `ibid stays off${isProject ? ` in ${pathWords(root, home)}` : where}`;
	const place = by ? originPlace(by, home) : "something";
	// An origin without a line is a file that could not be parsed.
	if (by?.line === undefined) return `${stays}, since ${place} may say so; ibid config shows what is wrong with it.`;
	return `${stays}, since ${place} says so; ibid enable${isProject ? " --project" : ""} changes that.`;
}
