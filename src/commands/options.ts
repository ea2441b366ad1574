import { GROUPINGS } from "../audit/groups.ts";
import { HOSTS } from "../audit/hosts.ts";

/** An option as it is given on the command line. Parsing, help and errors follow from it. */
export type Option = { readonly short?: string; readonly about: string } & (
	| { readonly kind: "flag" }
	| { readonly kind: "text"; readonly value: string; readonly default?: string }
	| { readonly kind: "number"; readonly value: string; readonly default?: number }
	| { readonly kind: "choice"; readonly value: string; readonly choices: readonly string[]; readonly many: boolean }
);

/** Names of all options. */
export type OptionName =
	| "by"
	| "compare"
	| "exact"
	| "help"
	| "host"
	| "jobs"
	| "json"
	| "as-errors"
	| "offer-read"
	| "project"
	| "since"
	| "top"
	| "until"
	| "version";

/** Every option there is, each with one sentence. */
export const OPTIONS: Readonly<Record<OptionName, Option>> = {
	by: {
		kind: "choice",
		value: "WHAT",
		choices: GROUPINGS,
		many: false,
		about: "Also tell the figures apart by day, week, month, session, project, host, tool, file, form or reason.",
	},
	compare: { kind: "flag", about: "Also count what the published rules of other tools would have saved." },
	exact: { kind: "flag", about: "Count tokens with the o200k tokenizer instead of estimating them; takes longer." },
	help: { kind: "flag", short: "h", about: "Print this help." },
	host: {
		kind: "choice",
		value: "HOST",
		choices: HOSTS,
		many: true,
		about: "Only sessions of this host; may be given several times.",
	},
	jobs: {
		kind: "number",
		value: "N",
		about: "Read with N workers; as many as there are processors, up to 4, if not given.",
	},
	json: { kind: "flag", about: "Print JSON instead of tables." },
	"as-errors": {
		kind: "flag",
		about:
			"Gemini CLI only: where the server of ibid is not there, send notes all the same; the model sees them as errors.",
	},
	"offer-read": {
		kind: "flag",
		about: "Codex only: also offer its model a tool that reads files, for models whose commands answer to a script.",
	},
	project: { kind: "text", value: "PATH", about: "Only sessions whose directory is this path or has it as a part." },
	since: { kind: "text", value: "WHEN", about: "Only from this day on: 2026-01-31, 7d (days) or 4w (weeks) ago." },
	top: { kind: "number", value: "N", default: 20, about: "Print at most N groups; JSON has them all." },
	until: { kind: "text", value: "WHEN", about: "Only up to this day, itself included: 2026-01-31, 7d or 4w ago." },
	version: { kind: "flag", short: "V", about: "Print the version." },
};

/** A command: its name, what may stand behind it, one sentence, and its options. */
export type Command = {
	readonly name: CommandName;
	readonly takes: string;
	readonly about: string;
	readonly options: readonly OptionName[];
};

/** Names of all commands. */
export type CommandName = "audit" | "verify" | "serve" | "hook" | "help";

/** Every command there is. */
export const COMMANDS: readonly Command[] = [
	{
		name: "audit",
		takes: "[PATH…]",
		about: "Say what ibid would have saved in recorded sessions: those in PATH, or all that your hosts have kept.",
		options: ["by", "top", "since", "until", "host", "project", "compare", "exact", "json", "jobs", "help"],
	},
	{
		name: "verify",
		takes: "[PATH…]",
		about: "Rebuild and prove every text that ibid would have shortened there; exit with 1 if one fails.",
		options: ["host", "project", "json", "jobs", "help"],
	},
	{
		name: "serve",
		takes: "HOST",
		about: "Answer the hooks of a host for as long as it runs; the host starts this by itself.",
		options: ["offer-read", "help"],
	},
	{
		name: "hook",
		takes: "HOST",
		about: "Answer one hook of a host, whose JSON comes on standard input.",
		options: ["as-errors", "help"],
	},
	{ name: "help", takes: "[TOPIC]", about: "Explain a command, or how to read the figures.", options: ["help"] },
];
