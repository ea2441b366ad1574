import type { OptionTable } from "./options.ts";

/** A command. Parsing, help, the man page, completions and a page of the documents follow from it. */
export type CommandDefinition = {
	readonly name: CommandName;
	/** Whether it is for people, or for programs. */
	readonly group: "porcelain" | "plumbing";
	readonly takes: readonly Positional[];
	/** What it does, in one sentence. */
	readonly about: string;
	readonly options: OptionTable;
	readonly examples: readonly Example[];
	/** Exit codes that mean something of their own here. */
	readonly exits: readonly Exit[];
};

/** What may stand behind a command, one after the other: how help words it, and whether more of its kind may follow. */
export type Positional = {
	readonly usage: string;
	readonly many: boolean;
	/** The word that stands before it, where it has no sense behind others. */
	readonly behind?: string;
} & ({ readonly kind: "path" | "topic" | "text" } | { readonly kind: "choice"; readonly choices: readonly string[] });

/** A line to type, and what it is good for. */
export type Example = { readonly line: string; readonly about: string };

/** What an exit code means. */
export type Exit = { readonly code: number; readonly about: string };

/** Names of all commands. */
export type CommandName =
	| "overview"
	| "report"
	| "audit"
	| "show"
	| "verify"
	| "page"
	| "install"
	| "uninstall"
	| "doctor"
	| "enable"
	| "disable"
	| "config"
	| "help"
	| "serve"
	| "hook"
	| "statusline"
	| "completions";
