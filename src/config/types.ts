/** What a user can set, with every value there. `keys.ts` says what each means. */
export type IbidConfig = {
	readonly enabled: boolean;
	readonly hosts: Readonly<Record<string, boolean>>;
	readonly ignore: readonly string[];
	readonly gates: { readonly tokens: number; readonly share: number; readonly lines: number };
	readonly guard: boolean;
	readonly keepDays: number;
};

/** Who has set a value. */
export type SettingOrigin =
	| { readonly kind: "user" | "project"; readonly file: string; readonly line: number | undefined }
	| { readonly kind: "environment"; readonly name: string };

/** Something set that does not count as it stands. Worded elsewhere. */
export type ConfigWarning = { readonly origin: SettingOrigin } & (
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
	readonly config: IbidConfig;
	/** The same values by the dotted names of their keys. */
	readonly values: ReadonlyMap<string, unknown>;
	/** The value of a key that is of a host alone. */
	readonly setting: <Value extends AnyValue>(key: Pick<Key<Value>, "name" | "kind" | "default">) => Value;
	/** By dotted name of a key; several where values add up, none where the default holds. */
	readonly origins: ReadonlyMap<string, readonly SettingOrigin[]>;
	readonly warnings: readonly ConfigWarning[];
	/** Where globs with a slash begin: the folder of the project's file, else of the repository, else the directory. */
	readonly root: string;
	/** Whether a file is never shortened. A relative path begins at the root. */
	readonly isIgnored: (file: string) => boolean;
};

/** Variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** One thing that can be set. Checks, warnings, variables, the JSON schema and the documents follow from it. */
export type Key<Value> = {
	/** Where it stands in a file, with dots between names. */
	readonly name: string;
	readonly variable: string;
	readonly about: string;
	readonly kind: ValueKind<Value>;
	readonly default: Value;
	/** Where all that is said counts together: how. Else the highest origin has its way. */
	readonly add?: (lower: Value, higher: Value) => Value;
	/** Whether a project, which is not trusted, may set this in place of that. Absent: it has no say. */
	readonly isNarrower?: (wanted: Value, value: Value) => boolean;
	/** What counts if the value cannot be understood. */
	readonly inDoubt?: Value;
};

/** What is known of a key, whatever its value is. */
export type AnyKey = Omit<Key<AnyValue>, "add" | "isNarrower">;

/** Whatever a key can be set to. */
export type AnyValue = boolean | number | string | readonly string[];

/** What a value can be. */
export type ValueKind<Value> = {
	/** The value, if it can be that; else undefined. */
	readonly accept: (value: unknown) => Value | undefined;
	/** What it can be, in words that follow "it can be". */
	readonly can: string;
	/** The same for programs, as JSON schema. */
	readonly schema: Readonly<Record<string, unknown>>;
	/** What a variable or an argument means by a text; the text itself where it means nothing. */
	readonly fromText: (text: string) => unknown;
};
