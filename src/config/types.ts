import type { LeanPolicy } from "../lean/types.ts";

/** Everything that a user can set, with a value for every key. `keys.ts` says what each key means. */
export type IbidConfig = {
	readonly enabled: boolean;
	readonly hosts: Readonly<Record<string, boolean>>;
	readonly ignore: readonly string[];
	readonly gates: { readonly tokens: number; readonly share: number; readonly lines: number };
	readonly lean: Readonly<Record<LeanPolicy, boolean>>;
	readonly outline: boolean;
	readonly guard: boolean;
	readonly run: { readonly subscription: boolean };
	readonly keepDays: number;
};

/** The source that set a value. */
export type SettingOrigin =
	| { readonly kind: "user" | "project"; readonly file: string; readonly line: number | undefined }
	| { readonly kind: "environment"; readonly name: string };

/** A problem with a setting, so that it does not count as written. Its words are elsewhere. */
export type ConfigWarning = { readonly origin: SettingOrigin } & (
	| { readonly kind: "unknown"; readonly key: string; readonly known: readonly string[] }
	/**
	 * `counts` is the value used instead if ibid is off in doubt; otherwise the value that applies without the setting.
	 */
	| {
			readonly kind: "wrong";
			readonly key: string;
			readonly value: unknown;
			readonly can: string;
			readonly counts?: false;
	  }
	| { readonly kind: "wider"; readonly key: string }
	| { readonly kind: "not for projects"; readonly key: string }
	/** `isOff` if the file may have switched ibid off. */
	| { readonly kind: "broken"; readonly why: string; readonly isOff: boolean }
	| { readonly kind: "unreadable"; readonly why: string }
);

/** Everything that applies in one directory. */
export type Settings = {
	readonly config: IbidConfig;
	/** The same values by the dotted names of their keys. */
	readonly values: ReadonlyMap<string, unknown>;
	/** The value of a key that is of a host alone. */
	readonly setting: <Value extends AnyValue>(key: Pick<Key<Value>, "name" | "kind" | "default">) => Value;
	/** By the dotted name of a key; several origins if values add up, none if the default applies. */
	readonly origins: ReadonlyMap<string, readonly SettingOrigin[]>;
	readonly warnings: readonly ConfigWarning[];
	/** Where globs with a slash start: the folder of the project's file, else of the repository, else the directory. */
	readonly root: string;
	/** Whether a file is never shortened. A relative path starts at the root. */
	readonly isIgnored: (file: string) => boolean;
};

/** Variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** One thing that can be set. Checks, warnings, variables, the JSON schema and the documents are generated from it. */
export type Key<Value> = {
	/** Its path in a file, with dots between names. */
	readonly name: string;
	readonly variable: string;
	readonly about: string;
	readonly kind: ValueKind<Value>;
	readonly default: Value;
	/** How values of all sources are combined. Absent: the strongest source wins. */
	readonly add?: (lower: Value, higher: Value) => Value;
	/** Whether a project, which is not trusted, may replace one value by another. Absent: it may not. */
	readonly isNarrower?: (wanted: Value, value: Value) => boolean;
	/** The value that is used if the given one cannot be understood. */
	readonly inDoubt?: Value;
};

/** What is known of a key, independent of its value. */
export type AnyKey = Omit<Key<AnyValue>, "add" | "isNarrower">;

/** Any value of any key. */
export type AnyValue = boolean | number | string | readonly string[];

/** What a value can be. */
export type ValueKind<Value> = {
	/** The value if it is valid; otherwise undefined. */
	readonly accept: (value: unknown) => Value | undefined;
	/** What it can be, in words that follow "it can be". */
	readonly can: string;
	/** The same for programs, as JSON schema. */
	readonly schema: Readonly<Record<string, unknown>>;
	/** The value that a text in a variable or an argument means; the text itself if it means none. */
	readonly fromText: (text: string) => unknown;
};
