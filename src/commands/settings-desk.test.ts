import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "../config/types.ts";
import { config } from "./config.ts";
import { newPaint } from "./paint.ts";
import type { Given } from "./parse.ts";
import { disable, enable } from "./switch.ts";
import type { Terminal } from "./terminal.ts";

/** A home with a repository in it, in which commands about settings are given. */
export type Desk = {
	readonly home: string;
	readonly user: string;
	readonly project: string;
	environment: Environment;
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
export function newDesk(): Desk {
	const home = mkdtempSync(join(tmpdir(), "ibid-settings-"));
	const directory = join(home, "repository", "deep");
	mkdirSync(join(home, "repository", ".git"), { recursive: true });
	mkdirSync(directory);
	const desk: Desk = {
		home,
		user: join(home, ".config/ibid/config.jsonc"),
		project: join(home, "repository/.ibid.jsonc"),
		environment: {},
		width: 80,
		program: "missing",
		run(command) {
			const [printed, said]: [string[], string[]] = [[], []];
			const [name = "", ...words] = command.split(" ");
			COMMANDS[name]?.(givenBy(words), terminalFor(desk, printed, said), directory);
			return { printed: printed.join("\n"), said: said.join("\n") };
		},
		write(file, text) {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, text);
		},
		text: (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
		tidyUp: () => rmSync(home, { recursive: true }),
	};
	return desk;
}

const COMMANDS: Readonly<Record<string, typeof config>> = { config, disable, enable };

function givenBy(words: readonly string[]): Given {
	return {
		rest: words.filter((word) => !word.startsWith("--")),
		flag: (name) => words.includes(`--${name}`),
		text: () => undefined,
		texts: () => [],
		number: () => undefined,
	};
}

function terminalFor({ home, environment, width, program }: Desk, printed: string[], said: string[]): Terminal {
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
