import { isDeepStrictEqual } from "node:util";
import { ALL_KEYS } from "../config/keys.ts";
import { loadConfig } from "../config/load.ts";
import { userFile } from "../config/places.ts";
import { configLines } from "./config-lines.ts";
import { placeWords, valueWords, warningWords } from "./config-words.ts";
import { setKey } from "./edit-settings.ts";
import { didYouMean, Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Shows the settings that hold here and who says so, or where they are, or sets one. Gives the exit code. */
export function config(given: Given, terminal: Terminal, directory: string = process.cwd()): number {
	const [what, ...rest] = given.rest;
	if (what !== undefined && given.flag("json")) throw new Mistake("--json is for ibid config alone, which shows all.");
	switch (what) {
		case undefined:
			return show(given.flag("json"), terminal, directory);
		case "path":
			return path(rest, terminal);
		case "set":
			return set(rest, terminal, directory);
		default:
			throw new Mistake(`ibid config has no ${what}.${didYouMean(what, ["path", "set"]) || " See ibid help config."}`);
	}
}

function show(isJson: boolean, terminal: Terminal, directory: string): number {
	const { home, environment, width } = terminal;
	const settings = loadConfig({ home, environment, directory });
	const warnings = settings.warnings.map((warning) => warningWords(warning, home));
	if (isJson) {
		const { config, root } = settings;
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
	if (rest.length > 0) throw new Mistake("ibid config path takes nothing more.");
	print([userFile(home, environment)]);
	return 0;
}

function set(rest: readonly string[], terminal: Terminal, directory: string): number {
	const { home, environment, width } = terminal;
	const [name, text] = rest;
	if (name === undefined || text === undefined || rest.length > 2)
		throw new Mistake("ibid config set takes a key and a value, such as keepDays 7.");
	const key = ALL_KEYS.find((each) => each.name === name);
	const names = ALL_KEYS.map((each) => each.name);
	if (!key) throw new Mistake(`There is no key ${name}.${didYouMean(name, names) || " ibid config shows them all."}`);
	const value = key.kind.accept(key.kind.fromText(text));
	if (value === undefined) throw new Mistake(`${name} cannot be ${text}; it can be ${key.kind.can}.`);
	setKey(userFile(home, environment), name, value, terminal);
	const { values, origins } = loadConfig({ home, environment, directory });
	const places = (origins.get(name) ?? []).map((origin) => placeWords(origin, home));
	const isSo = isDeepStrictEqual(values.get(name), value);
	const but = isSo ? "" : ` Here it is ${valueWords(values.get(name))}, by ${places.join(" and ")}.`;
	terminal.print(wrap(`${name} is ${valueWords(value)} now.${but}`, width));
	return 0;
}
