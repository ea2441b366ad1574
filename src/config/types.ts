import type { Host } from "../lens/types.ts";

/** The hosts that ibid can be switched off in, one by one. */
export type SwitchedHost = Exclude<Host, "copilot-cli">;

/** What a user can set, with every value there. `keys.ts` says what each means. */
export type Config = {
	readonly enabled: boolean;
	readonly hosts: Readonly<Record<SwitchedHost, boolean>>;
	readonly ignore: readonly string[];
	readonly gates: { readonly tokens: number; readonly share: number; readonly lines: number };
	readonly guard: boolean;
	readonly keepDays: number;
	readonly notice: "off" | "session" | "turn";
	readonly geminiAsErrors: boolean;
};

/** Who has set a value. */
export type Origin =
	| { readonly kind: "user" | "project"; readonly file: string; readonly line: number | undefined }
	| { readonly kind: "environment"; readonly name: string };

/** Something set that does not count as it stands. Worded elsewhere. */
export type Warning = { readonly origin: Origin } & (
	| { readonly kind: "unknown"; readonly key: string; readonly known: readonly string[] }
	/** `counts` is what is taken in its place where in doubt ibid is off; else what would count without it. */
	| {
			readonly kind: "wrong";
			readonly key: string;
			readonly value: unknown;
			readonly can: string;
			readonly counts?: false;
	  }
	| { readonly kind: "wider"; readonly key: string }
	| { readonly kind: "not for projects"; readonly key: string }
	/** `isOff` if it may have said that ibid is off. */
	| { readonly kind: "broken"; readonly why: string; readonly isOff: boolean }
	| { readonly kind: "unreadable"; readonly why: string }
);

/** All that holds in one directory. */
export type Settings = {
	readonly config: Config;
	/** The same values by the dotted names of their keys. */
	readonly values: ReadonlyMap<string, unknown>;
	/** By dotted name of a key; several where values add up, none where the default holds. */
	readonly origins: ReadonlyMap<string, readonly Origin[]>;
	readonly warnings: readonly Warning[];
	/** Where globs with a slash begin: the folder of the project's file, else of the repository, else the directory. */
	readonly root: string;
	/** Whether a file is never shortened. A relative path begins at the root. */
	readonly isIgnored: (file: string) => boolean;
};

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
