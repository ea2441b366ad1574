import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { EnvironmentVariables } from "../../config/types.ts";
import type { Arguments } from "../command-line/parse.ts";
import { newPaint, type Terminal } from "../terminal/terminal.ts";
import { config, disable, enable } from "./config.ts";

/** A home with a repository in it, in which commands about settings are given. */
export type SettingsFixture = {
	readonly home: string;
	readonly user: string;
	readonly project: string;
	environment: EnvironmentVariables;
	width: number;
	/** The file of ibid itself. */
	program: string;
	/** What a command prints, then what it says. */
	run(command: string): { readonly printed: string; readonly said: string };
	write(file: string, text: string): void;
	/** What a file says; undefined where there is none. */
	text(file: string): string | undefined;
	tidyUp(): void;
};

/** Such a home, new and empty. */
export function newSettingsFixture(): SettingsFixture {
	const home = mkdtempSync(join(tmpdir(), "ibid-settings-"));
	const directory = join(home, "repository", "deep");
	mkdirSync(join(home, "repository", ".git"), { recursive: true });
	mkdirSync(directory);
	const fixture: SettingsFixture = {
		home,
		user: join(home, ".config/ibid/config.jsonc"),
		project: join(home, "repository/.ibid.jsonc"),
		environment: {},
		width: 80,
		program: "missing",
		run(command) {
			const [printed, said]: [string[], string[]] = [[], []];
			const [name = "", ...words] = command.split(" ");
			COMMANDS[name]?.(argumentsOf(words), terminalFor(fixture, printed, said), directory);
			return { printed: printed.join("\n"), said: said.join("\n") };
		},
		write(file, text) {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, text);
		},
		text: (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
		tidyUp: () => rmSync(home, { recursive: true }),
	};
	return fixture;
}

const COMMANDS: Readonly<Record<string, typeof config>> = { config, disable, enable };

function argumentsOf(words: readonly string[]): Arguments {
	return {
		positionals: words.filter((word) => !word.startsWith("--")),
		flag: (name) => words.includes(`--${name}`),
		text: () => undefined,
		texts: () => [],
		number: () => undefined,
	};
}

function terminalFor(
	{ home, environment, width, program }: SettingsFixture,
	printed: string[],
	said: string[],
): Terminal {
	return {
		print: (lines) => void printed.push(...lines),
		say: (line) => void said.push(line),
		progress: () => {},
		...newPaint(false),
		bold: (text) => `<${text}>`,
		width,
		home,
		environment,
		program: "ibid",
		processors: 1,
		now: new Date(0),
		worker: ["node", program, "work"],
		interrupt: new AbortController().signal,
	};
}
