import { join } from "node:path";
import { loadConfig } from "../../config/load.ts";
import { PROJECT_FILE, userFile } from "../../config/places.ts";
import type { Settings } from "../../config/types.ts";
import { SWITCHED_HOSTS } from "../../hosts.ts";
import { UserError } from "../../runtime/user-error.ts";
import type { Arguments } from "../command-line/parse.ts";
import { harmless, pathWords } from "../terminal/safe-text.ts";
import { wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { originPlace } from "./config-lines.ts";
import { dropKey, setKey } from "./edit-settings.ts";

/** Switches ibid off, for the user or for a project, and says what holds now. Gives the exit code. */
export function disable(args: Arguments, terminal: Terminal, directory: string = process.cwd()): number {
	setKey(fileFor("disable", args, terminal, directory), "enabled", false, terminal);
	return tellState(offWords, args, terminal, directory);
}

/** Takes that back. */
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
	// What has no line could not be read line by line.
	if (by?.line === undefined) return `${stays}, since ${place} may say so; ibid config tells what is wrong with it.`;
	return `${stays}, since ${place} says so; ibid enable${isProject ? " --project" : ""} changes that.`;
}
