import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { UserError } from "../../runtime/user-error.ts";
import type { CommandDefinition } from "../command-line/command.ts";
import { COMMANDS } from "../command-line/commands.ts";
import { by, compare, help, since } from "../command-line/options.ts";
import { bashCompletions } from "./bash.ts";
import { completions } from "./completions.ts";
import { fishCompletions } from "./fish.ts";
import { newShellFixture, type Shell, type ShellFixture } from "./fixture.test.ts";
import { zshCompletions } from "./zsh.ts";

const SHELLS: readonly (readonly [Shell, string, typeof bashCompletions])[] = [
	["bash", "bash", bashCompletions],
	["zsh", "zsh", zshCompletions],
	["autoloading zsh", "zsh", zshCompletions],
	["fish", "fish", fishCompletions],
];

const BY = ["day", "file", "form", "host", "kind", "month", "project", "reason", "session", "tool", "week"];

const HOSTS = ["claude-code", "codex", "copilot-cli", "gemini-cli", "opencode", "pi"];

/** A line as far as it is typed, and what is offered then. */
const OFFERS: readonly (readonly [string, readonly string[]])[] = [
	["ibid ", COMMANDS.map(({ name }) => name).sort()],
	["ibid au", ["audit"]],
	["ibid --vers", ["--version"]],
	["ibid --si", ["--since"]],
	["ibid --host ", HOSTS],
	["ibid --host pi b", ["b.json"]],
	["ibid audit --b", ["--by"]],
	["ibid audit --vers", []],
	["ibid audit --by ", BY],
	["ibid audit --by=", BY],
	["ibid audit --by=mo", ["month"]],
	["ibid audit --host codex --host c", ["claude-code", "codex", "copilot-cli"]],
	["ibid audit --since ", []],
	["ibid audit --project ", ["logs"]],
	["ibid audit ", ["a log.jsonl", "b.json", "logs"]],
	["ibid audit --by day b.json --json a", ["a log.jsonl"]],
	["ibid audit -- b", ["b.json"]],
	["ibid audit -- --b", []],
	["ibid verify --", ["--help", "--host", "--jobs", "--json", "--project"]],
	["ibid config ", ["path", "set"]],
	["ibid config set k", ["keepDays"]],
	["ibid config --json set gates.", ["gates.lines", "gates.share", "gates.tokens"]],
	["ibid config path ", []],
	["ibid config set keepDays ", []],
	["ibid help fi", ["figures"]],
	["ibid help ver", ["verify"]],
	["ibid serve ", ["claude-code", "codex"]],
	["ibid serve --offer-read c", ["claude-code", "codex"]],
	["ibid serve codex c", []],
	["ibid hook --", ["--help"]],
	["ibid completions ", ["bash", "fish", "zsh"]],
	["ibid frobnicate --", []],
];

const SIGNS = 'It\'s a [test]: of $signs, `such` as "these" \\ and those.';

/** Commands as there may be: several arguments, options with a value between them, a name that means something else. */
const OTHERS: readonly CommandDefinition[] = [
	...COMMANDS.filter(({ name }) => name === "audit"),
	{
		...COMMANDS[0]!,
		name: "serve",
		takes: [
			{ usage: "WHAT", kind: "choice", choices: ["get", "set"], many: false },
			{ usage: "KEY", kind: "choice", choices: ["one", "two"], many: false },
			{ usage: "VALUE", kind: "text", many: false },
		],
		options: { since, project: compare, help },
	},
	{
		...COMMANDS[0]!,
		name: "hook",
		about: SIGNS,
		takes: [{ usage: "[HOST…]", kind: "choice", choices: ["alpha", "beta"], many: true }],
		options: { by: { ...by, about: SIGNS }, since },
	},
];

const OTHER_OFFERS: readonly (readonly [string, readonly string[]])[] = [
	["ibid serve --since ", []],
	["ibid serve --since 7d ", ["get", "set"]],
	["ibid serve --since 7d set ", ["one", "two"]],
	["ibid serve set --since=7d t", ["two"]],
	["ibid serve set one ", []],
	["ibid serve --project g", ["get"]],
	["ibid h", ["hook"]],
	["ibid hook --", ["--by", "--since"]],
	["ibid hook --by da", ["day"]],
	["ibid hook alpha beta b", ["beta"]],
];

describe.each(SHELLS)("%s", (shell, program, scriptFor) => {
	const isMissing = !Bun.which(program);
	let fixture: ShellFixture;
	beforeAll(() => {
		fixture = newShellFixture();
	});
	afterAll(() => fixture.tidyUp());

	test.skipIf(isMissing).each(OFFERS)(`offers for %p what fits there (needs ${program})`, async (line, offer) => {
		fixture.put(shell, scriptFor());
		expect(await fixture.offered(shell, line)).toEqual([...offer]);
	});

	test.skipIf(isMissing).each(OTHER_OFFERS)(`would for %p, too (needs ${program})`, async (line, offer) => {
		fixture.put(shell, scriptFor(OTHERS));
		expect(await fixture.offered(shell, line)).toEqual([...offer]);
	});
});

describe("ibid completions", () => {
	const printed = (shell: string | undefined): string[] => {
		const lines: string[] = [];
		completions(shell, { print: (more) => void lines.push(...more) });
		return lines;
	};

	test.each(SHELLS)("prints the script for %s", (_, program, scriptFor) => {
		expect(printed(program)).toEqual(scriptFor());
	});

	test.each([
		[undefined, "Which shell? One of bash, zsh, and fish."],
		["bsh", "There are no completions for bsh. Did you mean bash?"],
		["powershell", "There are no completions for powershell. Supported: bash, zsh, and fish."],
	])("has none for %p", (shell, sentence) => {
		expect(() => printed(shell)).toThrow(new UserError(sentence));
	});
});
