import { join } from "node:path";
import { loadConfig } from "../config/load.ts";
import { PROJECT_FILE, userFile } from "../config/places.ts";
import type { Settings } from "../config/types.ts";
import { harmless, pathWords, placeWords } from "./config-words.ts";
import { dropKey, setKey } from "./edit-settings.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Switches ibid off, for the user or for a project, and says what holds now. Gives the exit code. */
export function disable(given: Given, terminal: Terminal, directory: string = process.cwd()): number {
	setKey(fileFor("disable", given, terminal, directory), "enabled", false, terminal);
	return tell(offWords, given, terminal, directory);
}

/** Takes that back. */
export function enable(given: Given, terminal: Terminal, directory: string = process.cwd()): number {
	dropKey(fileFor("enable", given, terminal, directory), "enabled", terminal);
	return tell(onWords, given, terminal, directory);
}

function fileFor(name: string, given: Given, { home, environment }: Terminal, directory: string): string {
	const [first] = given.rest;
	if (first !== undefined)
		throw new Mistake(`ibid ${name} takes no ${first}; hosts are switched by ibid config set hosts.codex false.`);
	if (!given.flag("project")) return userFile(home, environment);
	return join(loadConfig({ home, environment, directory }).root, PROJECT_FILE);
}

type Words = (settings: Settings, where: string, terminal: Terminal) => string;

function tell(words: Words, given: Given, terminal: Terminal, directory: string): number {
	const { home, environment, width } = terminal;
	const settings = loadConfig({ home, environment, directory });
	const where = given.flag("project") ? ` in ${pathWords(settings.root, home)}` : "";
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
	if (by?.kind === "environment") return "ibid stays off here, since the environment says so: see the variable IBID.";
	const isProject = by?.kind === "project";
	const stays = `ibid stays off${isProject ? ` in ${pathWords(root, home)}` : where}`;
	const place = by ? placeWords(by, home) : "something";
	// What has no line could not be read line by line.
	if (by?.line === undefined) return `${stays}, since ${place} may say so; ibid config tells what is wrong with it.`;
	return `${stays}, since ${place} says so; ibid enable${isProject ? " --project" : ""} changes that.`;
}
