import { GROUPINGS } from "../audit/groups.ts";
import { HOSTS } from "../audit/hosts.ts";

/** An option as it is given on the command line. Parsing, help, documents and completions follow from it. */
export type Option = { readonly short?: string; readonly about: string } & (
	| { readonly kind: "flag" }
	| { readonly kind: "text" | "folder"; readonly value: string }
	| { readonly kind: "number"; readonly value: string; readonly default?: number }
	| { readonly kind: "choice"; readonly value: string; readonly choices: readonly string[]; readonly many: boolean }
);

/** Names of all options. */
export type OptionName =
	| "by"
	| "compare"
	| "diff"
	| "dry-run"
	| "exact"
	| "fix"
	| "full"
	| "help"
	| "host"
	| "jobs"
	| "json"
	| "live"
	| "no-open"
	| "offer-read"
	| "out"
	| "project"
	| "purge"
	| "raw"
	| "since"
	| "top"
	| "trust"
	| "until"
	| "version"
	| "wrap"
	| "yes";

/** Options by name; a name can mean something else to another command. */
export type Options = Readonly<Partial<Record<OptionName, Option>>>;

/** Tells figures apart. */
export const by: Option = {
	kind: "choice",
	value: "WHAT",
	choices: GROUPINGS,
	many: false,
	about: "Also tell the figures apart by day, week, month, session, project, host, kind, tool, file, form or reason.",
};

/** Tells figures of the record apart. */
export const byOfRecord: Option = {
	kind: "choice",
	value: "WHAT",
	choices: GROUPINGS.filter((grouping) => grouping !== "project"),
	many: false,
	about: "Also tell the figures apart by day, week, month, session, host, kind, tool, file, form or reason.",
};

/** Counts the rules of others. */
export const compare: Option = {
	kind: "flag",
	about: "Also count what the published rules of other tools would have saved.",
};

/** Counts with a real tokenizer. */
export const exact: Option = {
	kind: "flag",
	about: "Count tokens with the o200k tokenizer instead of estimating them; takes longer.",
};

/** Every command explains itself. */
export const help: Option = { kind: "flag", short: "h", about: "Print this help." };

/** Sessions of these hosts. */
export const host: Option = {
	kind: "choice",
	value: "HOST",
	choices: HOSTS,
	many: true,
	about: "Only sessions of this host; may be given several times.",
};

/** How many read at a time. */
export const jobs: Option = {
	kind: "number",
	value: "N",
	about: "Read with N workers; as many as there are processors, up to 4, if not given.",
};

/** Data for programs. */
export const json: Option = { kind: "flag", about: "Print JSON instead of tables." };

/** Follows along. */
export const live: Option = {
	kind: "flag",
	about: "Serve the page to this machine only, follow running sessions, and end at Ctrl-C.",
};

/** Where the page goes. */
export const out: Option = {
	kind: "text",
	value: "FILE",
	about: "Write the page to FILE; if not given, to page.html where ibid keeps its record.",
};

/** The page for programs. */
export const pageJson: Option = { kind: "flag", about: "Print what the page would show as JSON, and make none." };

/** Leaves the browser alone. */
export const noOpen: Option = { kind: "flag", about: "Open no browser; only say where the page is." };

/** Another tool for the model in Codex. */
export const offerRead: Option = {
	kind: "flag",
	about: "Codex only: also offer its model a tool that reads files, for models whose commands answer to a script.",
};

/** Sessions of one project. */
export const project: Option = {
	kind: "folder",
	value: "PATH",
	about: "Only sessions whose directory is this path or has it as a part.",
};

/** The first day that counts. */
export const since: Option = {
	kind: "text",
	value: "WHEN",
	about: "Only from this day on: 2026-01-31, 7d (days) or 4w (weeks) ago.",
};

/** How many groups are shown. */
export const top: Option = {
	kind: "number",
	value: "N",
	default: 20,
	about: "Print at most N groups; JSON has them all.",
};

/** The last day that counts. */
export const until: Option = {
	kind: "text",
	value: "WHEN",
	about: "Only up to this day, itself included: 2026-01-31, 7d or 4w ago.",
};

/** The option of the program itself. */
export const version: Option = { kind: "flag", short: "V", about: "Print the version." };

/** Shows what would be done. */
export const dryRun: Option = { kind: "flag", short: "n", about: "Only show what would be done." };

/** Asks nothing. */
export const yes: Option = { kind: "flag", short: "y", about: "Do it without being asked." };

/** Leaves nothing behind. */
export const purge: Option = { kind: "flag", about: "Also delete what ibid has recorded." };

/** Settings of a project instead of the user's. */
export const inProject: Option = { kind: "flag", about: "Only in this project, by its .ibid.jsonc." };

/** Answers a question of its own. */
export const trust: Option = {
	kind: "flag",
	about: "Also trust ibid's hooks where a host asks for that, as Codex does.",
};

/** Mends what can be mended. */
export const fix: Option = {
	kind: "flag",
	about: "Install again what is not installed to the end, or is of another version.",
};

/** A status line that somebody has already. */
export const wrap: Option = {
	kind: "text",
	value: "COMMAND",
	about: "Run this line of the shell with the same input, and print what it prints with ours behind its first row.",
};

/** Folds nothing away. */
export const full: Option = { kind: "flag", about: "Show all lines of both texts." };

/** What the model saw. */
export const raw: Option = {
	kind: "flag",
	about: "Print the text that the model saw, or would have seen, and nothing else.",
};

/** What ibid changed. */
export const diff: Option = {
	kind: "flag",
	about: "Print a unified diff, from what the host sends by itself to what --raw prints.",
};
