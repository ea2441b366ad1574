import { GROUPINGS } from "../../audit/groups.ts";
import { APIS } from "../../host/any-agent.ts";
import { HOST_NAMES } from "../../hosts.ts";
import { LEAN_POLICIES } from "../../lean/types.ts";
import type { Way } from "../../store/record-lines.ts";
import { LEAST_BODY, STANDARD_BODY } from "../../symbol/outline.ts";

/** An option on the command line. Parsing, help, documents and completions are made from it. */
export type OptionDefinition = { readonly short?: string; readonly about: string } & (
	| { readonly kind: "flag" }
	| { readonly kind: "text" | "folder"; readonly value: string }
	| { readonly kind: "number"; readonly value: string; readonly default?: number }
	| { readonly kind: "choice"; readonly value: string; readonly choices: readonly string[]; readonly many: boolean }
);

/** Names of all options. */
export type OptionName =
	| "api"
	| "by"
	| "compare"
	| "depth"
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
	| "min-body"
	| "no-open"
	| "offer-read"
	| "out"
	| "policy"
	| "project"
	| "purge"
	| "raw"
	| "record"
	| "since"
	| "top"
	| "trust"
	| "unmanaged"
	| "until"
	| "version"
	| "way"
	| "wrap"
	| "yes";

/** Options by name; the same name can mean something else to another command. */
export type OptionTable = Readonly<Partial<Record<OptionName, OptionDefinition>>>;

/** Groups the figures of logs. */
export const by: OptionDefinition = {
	kind: "choice",
	value: "WHAT",
	choices: GROUPINGS,
	many: false,
	about:
		"Also group the figures by day, week, month, session, project, host (agent), kind, tool, file, form or reason.",
};

/** Groups the figures of the record. */
export const byOfRecord: OptionDefinition = {
	kind: "choice",
	value: "WHAT",
	choices: GROUPINGS.filter((grouping) => grouping !== "project"),
	many: false,
	about: "Also group the figures by day, week, month, session, host (agent), kind, tool, file, form or reason.",
};

/** Also counts the rules of other tools. */
export const compare: OptionDefinition = {
	kind: "flag",
	about: "Also count what the published rules of other tools would have saved.",
};

/** Counts with a real tokenizer. */
export const exact: OptionDefinition = {
	kind: "flag",
	about: "Count tokens with the o200k tokenizer instead of estimating them; takes longer.",
};

/** Prints the help of a command. */
export const help: OptionDefinition = { kind: "flag", short: "h", about: "Print this help." };

/** Restricts to sessions of these hosts. */
export const host: OptionDefinition = {
	kind: "choice",
	value: "HOST",
	choices: HOST_NAMES,
	many: true,
	about: "Only sessions of this agent; can be repeated.",
};

/** How many workers read at a time. */
export const jobs: OptionDefinition = {
	kind: "number",
	value: "N",
	about: "Number of worker processes. Default: one per processor, at most 4.",
};

/** Prints data for programs. */
export const json: OptionDefinition = { kind: "flag", about: "Print JSON instead of tables." };

/** Follows running sessions. */
export const live: OptionDefinition = {
	kind: "flag",
	about: "Serve the page on this machine only and follow running sessions until Ctrl-C.",
};

/** Where to write the page. */
export const out: OptionDefinition = {
	kind: "text",
	value: "FILE",
	about: "Write the page to FILE. Default: page.html in ibid's data folder.",
};

/** Prints the data of the page for programs. */
export const pageJson: OptionDefinition = {
	kind: "flag",
	about: "Print the data of the page as JSON instead.",
};

/** Does not open a browser. */
export const noOpen: OptionDefinition = { kind: "flag", about: "Do not open a browser; only print where the page is." };

/** Offers the model in Codex another tool. */
export const offerRead: OptionDefinition = {
	kind: "flag",
	about: "Codex only: also offer the model a tool that reads files, for models that call tools from a script.",
};

/** With which policies of lean text. */
export const policy: OptionDefinition = {
	kind: "choice",
	value: "NAME",
	choices: [...LEAN_POLICIES, "none", "outline"],
	many: true,
	about:
		"Of the policies of lean text only this one, or none; can be repeated. Default: all that apply in the agent. outline adds what outlines of first views would withhold and what the model would ask for again.",
};

/** How ibid comes in. */
export const way: OptionDefinition = {
	kind: "choice",
	value: "WAY",
	choices: ["hooks", "run"] satisfies readonly Way[],
	many: true,
	about:
		"What ibid would have saved with hooks, or under ibid run; given twice, both side by side. Default: run in Gemini CLI, where nothing else shortens results, and hooks in all others.",
};

/** Restricts to sessions of one project. */
export const project: OptionDefinition = {
	kind: "folder",
	value: "PATH",
	about: "Only sessions whose directory contains PATH.",
};

/** The first day that counts. */
export const since: OptionDefinition = {
	kind: "text",
	value: "WHEN",
	about: "Only from this day on: a date such as 2026-01-31, or 7d (days) or 4w (weeks) ago.",
};

/** How many groups are shown. */
export const top: OptionDefinition = {
	kind: "number",
	value: "N",
	default: 20,
	about: "Print at most N groups; --json prints all.",
};

/** The last day that counts. */
export const until: OptionDefinition = {
	kind: "text",
	value: "WHEN",
	about: "Only up to and including this day: 2026-01-31, 7d or 4w ago.",
};

/** The option of the program itself. */
export const version: OptionDefinition = { kind: "flag", short: "V", about: "Print the version." };

/** Shows the plan only. */
export const dryRun: OptionDefinition = { kind: "flag", short: "n", about: "Only show the plan; change nothing." };

/** Skips the question. */
export const yes: OptionDefinition = { kind: "flag", short: "y", about: "Do not ask for confirmation." };

/** Also deletes the record. */
export const purge: OptionDefinition = { kind: "flag", about: "Also delete ibid's record." };

/** Changes the settings of a project instead of the user's. */
export const inProject: OptionDefinition = { kind: "flag", about: "Only in this project, in its .ibid.jsonc." };

/** Trusts our hooks without asking. */
export const trust: OptionDefinition = {
	kind: "flag",
	about: "Also trust ibid's hooks in agents that ask for it, such as Codex.",
};

/** Repairs installations. */
export const fix: OptionDefinition = {
	kind: "flag",
	about: "Install again where the installation is incomplete, damaged or of another version.",
};

/** Wraps a status line that the user already has. */
export const wrap: OptionDefinition = {
	kind: "text",
	value: "COMMAND",
	about: "Run this shell command with the same input, and append ibid's status to the first line of its output.",
};

/** Shows all lines. */
export const full: OptionDefinition = { kind: "flag", about: "Show all lines before and after." };

/** Prints what the model saw. */
export const raw: OptionDefinition = {
	kind: "flag",
	about: "Print only the text that the model saw, or would have seen.",
};

/** Prints what ibid changed. */
export const diff: OptionDefinition = {
	kind: "flag",
	about: "Print a unified diff from the original to what --raw prints.",
};

/** Opens levels of function bodies. */
export const depth: OptionDefinition = {
	kind: "number",
	value: "N",
	about:
		"Keep N levels of function bodies open and fold those of the functions inside them. Classes, modules and other types are no level: they are always open. Default: 0, so that the body of every outermost function is folded.",
};

/** The shortest body that is folded. */
export const minBody: OptionDefinition = {
	kind: "number",
	value: "N",
	default: STANDARD_BODY,
	about: `Fold bodies of at least N lines; ${LEAST_BODY} is the least.`,
};

/** Prints symbols for programs. */
export const outlineJson: OptionDefinition = {
	kind: "flag",
	about: "Print the symbols of each file and the folded lines as JSON instead.",
};

/** Keeps what went through. */
export const record: OptionDefinition = {
	kind: "text",
	value: "FILE",
	about: "Write all requests and answers to FILE, without keys: they have your code and conversations in them.",
};

/** The API of a program that ibid does not know. */
export const api: OptionDefinition = {
	kind: "choice",
	value: "API",
	choices: Object.keys(APIS),
	many: false,
	about:
		"For a program that ibid does not know: the API that it uses. It must take the address from the variable that the SDKs of this API have for it, and every request of it and of what it starts is shortened.",
};

/** The user's word that no managed settings are skipped. */
export const unmanaged: OptionDefinition = {
	kind: "flag",
	about: "No organisation's managed settings or limits apply to you: do not ask.",
};
