import type { OptionTable } from "./options.ts";

/** A command. Parsing, help, the man page, completions and a page of the documents are made from it. */
export type CommandDefinition = {
	readonly name: CommandName;
	/** Whether it is for people, or for programs. */
	readonly group: "porcelain" | "plumbing";
	readonly takes: readonly Positional[];
	/** What it does, in one sentence. */
	readonly about: string;
	readonly options: OptionTable;
	readonly examples: readonly Example[];
	/** Exit codes with a special meaning for this command. */
	readonly exits: readonly Exit[];
};

/** An argument after a command: how help names it, and whether it can be repeated. */
export type Positional = {
	readonly usage: string;
	readonly many: boolean;
	/** The word that must precede it, if it makes sense only after that word. */
	readonly behind?: string;
} & ({ readonly kind: "path" | "topic" | "text" } | { readonly kind: "choice"; readonly choices: readonly string[] });

/** A line to type, and what it does. */
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
	| "outline"
	| "run"
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
