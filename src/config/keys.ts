import * as v from "valibot";
import { defaultPolicy } from "../core/policy.ts";
import { DEFAULT_LEAN, type LeanPolicy } from "../lean/types.ts";
import type { AnyKey, AnyValue, IbidConfig, Key, ValueKind } from "./types.ts";

/** Not empty, and no exception to other globs: a project's exception could undo the user's globs. */
const GLOB = /^(?!!).*[^/]/;

/** A host as settings know it: it can be switched off, and may have settings of its own. */
export type ConfiguredHost = { readonly name: string; readonly title: string; readonly keys?: readonly AnyKey[] };

/** Every key, in the order of the documents. */
export function keysFor(hosts: readonly ConfiguredHost[]): readonly AnyKey[] {
	const keys: AnyKey[] = [];
	configWith(hosts, (key) => {
		keys.push(key);
		return key.default;
	});
	return keys;
}

/** The config in which each key has its given value. Keys are requested in the order of the documents. */
export function configWith(
	hosts: readonly ConfiguredHost[],
	of: <Value extends AnyValue>(key: Key<Value>) => Value,
): IbidConfig {
	const config = {
		enabled: of(enabled),
		hosts: Object.fromEntries(hosts.map((host) => [host.name, of(hostKey(host))])),
		ignore: of(ignore),
		gates: { tokens: of(gates.tokens), share: of(gates.share), lines: of(gates.lines) },
		lean: {
			"terminal-text": of(leanKey("terminal-text")),
			"working-directory": of(leanKey("working-directory")),
			"search-groups": of(leanKey("search-groups")),
			"path-folders": of(leanKey("path-folders")),
			"repeated-lines": of(leanKey("repeated-lines")),
			"sparse-numbers": of(leanKey("sparse-numbers")),
			"short-gutters": of(leanKey("short-gutters")),
		},
		outline: of(outline),
		guard: of(guard),
		run: { subscription: of(runSubscription) },
		keepDays: of(keepDays),
	};
	for (const each of hosts.flatMap(({ keys = [] }) => keys)) of(each);
	return config;
}

const enabled: Key<boolean> = { ...offKey("enabled", "Whether ibid shortens anything at all."), variable: "IBID" };

function hostKey({ name, title }: ConfiguredHost): Key<boolean> {
	return offKey(`hosts.${name}`, `Whether ibid shortens anything in ${title}.`);
}

const ignore: Key<readonly string[]> = {
	...key("ignore", "Files that are never shortened: globs as in .gitignore.", globs(), []),
	add: (lower, higher) => [...new Set([...lower, ...higher])],
};

const gates = {
	tokens: gateKey("gates.tokens", "A note must save at least this many tokens.", whole(1, 1_000_000), "tokens"),
	share: gateKey("gates.share", "A tool result must get shorter by at least this share.", number(0, 1), "share"),
	lines: gateKey("gates.lines", "A note must replace at least this many lines.", whole(1, 1_000_000), "lines"),
};

const LEAN_WORDS: Readonly<Record<LeanPolicy, string>> = {
	"terminal-text": "Whether output is sent as a terminal shows it: without colours, and without what was written over.",
	"working-directory": "Whether lists and searches name the working directory once.",
	"search-groups": "Whether hits of a search stand below their path.",
	"path-folders": "Whether paths of a list stand below their folder.",
	"repeated-lines": "Whether lines that repeat earlier lines of a result are left out.",
	"sparse-numbers": "Whether only every tenth line of a file has its number.",
	"short-gutters": "Whether numbers before lines of a file are followed by a tab only.",
};

function leanKey(name: LeanPolicy): Key<boolean> {
	return offKey(`lean.${name}`, LEAN_WORDS[name], DEFAULT_LEAN.includes(name));
}

const outline: Key<boolean> = offKey(
	"outline",
	"Whether a large file of code is first shown with the bodies of its functions folded. The model can read each of them.",
	false,
);

const guard: Key<boolean> = key(
	"guard",
	"Whether to refuse a write that would put a note of ibid into a file. The model then reads the lines again.",
	toggle(),
	true,
);

/** The name of the key that says the user has agreed. */
export const RUN_SUBSCRIPTION = "run.subscription";

const runSubscription: Key<boolean> = key(
	RUN_SUBSCRIPTION,
	"Whether ibid run may shorten requests that go with a subscription login; vendors may have rules about it.",
	toggle(),
	false,
);

const keepDays: Key<number> = key(
	"keepDays",
	"For how many days the record of tool results is kept.",
	whole(1, 3650),
	30,
);

/** A key without a special rule. */
export function key<Value>(name: string, about: string, kind: ValueKind<Value>, standard: Value): Key<Value> {
	return { name, variable: variableOf(name), about, kind, default: standard };
}

/** A key that switches ibid off: an unclear value counts as off. */
function offKey(name: string, about: string, byDefault = true): Key<boolean> {
	const isNarrower = (wanted: boolean, value: boolean): boolean => value || !wanted;
	return { ...key(name, about, toggle(), byDefault), isNarrower, inDoubt: false };
}

function gateKey(
	name: string,
	about: string,
	kind: ValueKind<number>,
	gate: "tokens" | "share" | "lines",
): Key<number> {
	return { ...key(name, about, kind, defaultPolicy[gate]), isNarrower: (wanted, value) => wanted >= value };
}

/** "gates.tokens" is set by IBID_GATES_TOKENS, "keepDays" by IBID_KEEP_DAYS. */
function variableOf(name: string): string {
	return `IBID_${name
		.replaceAll(/[.-]/g, "_")
		.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
		.toUpperCase()}`;
}

/** On or off. */
export function toggle(): ValueKind<boolean> {
	return {
		accept: accepting(v.boolean()),
		can: "true or false",
		schema: { type: "boolean" },
		fromText(text) {
			if (/^(on|1|true|yes)$/i.test(text)) return true;
			return /^(off|0|false|no)$/i.test(text) ? false : text;
		},
	};
}

/** One of some words. */
export function choice<Word extends string>(words: readonly Word[]): ValueKind<Word> {
	return {
		accept: accepting(v.picklist(words)),
		// Loading what words lists takes longer than everything else, and hooks do not need it.
		get can() {
			return new Intl.ListFormat("en", { type: "disjunction" }).format(words);
		},
		schema: { type: "string", enum: words },
		fromText: (text) => text,
	};
}

/** A number in a range. */
function number(from: number, to: number): ValueKind<number> {
	return {
		accept: accepting(v.pipe(v.number(), v.minValue(from), v.maxValue(to))),
		can: `a number from ${from} to ${to}`,
		schema: { type: "number", minimum: from, maximum: to },
		fromText: numberIn,
	};
}

/** A whole number in a range. */
function whole(from: number, to: number): ValueKind<number> {
	return {
		accept: accepting(v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to))),
		can: `a whole number from ${from} to ${to}`,
		schema: { type: "integer", minimum: from, maximum: to },
		fromText: numberIn,
	};
}

/** A list of globs. */
function globs(): ValueKind<readonly string[]> {
	return {
		accept: accepting(v.array(v.pipe(v.string(), v.regex(GLOB)))),
		can: 'a list of globs such as "*.lock" or "/docs/**", none of which begins with "!"',
		schema: { type: "array", items: { type: "string", pattern: GLOB.source } },
		fromText: (text) =>
			text
				.split(",")
				.map((glob) => glob.trim())
				.filter((glob) => glob !== ""),
	};
}

function accepting<Value>(schema: v.GenericSchema<unknown, Value>): (value: unknown) => Value | undefined {
	return (value) => {
		const result = v.safeParse(schema, value);
		return result.success ? result.output : undefined;
	};
}

function numberIn(text: string): unknown {
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The part of JSON schema that we need. */
type Schema = { readonly [word: string]: unknown };

/** The JSON schema of a settings file, for editors; made from the table of keys. */
export function configSchema(keys: readonly AnyKey[]): Schema {
	return {
		$schema: "http://json-schema.org/draft-07/schema#",
		title: "Settings of ibid",
		description: "A project's .ibid.jsonc can only restrict these: enabled, hosts, ignore, gates, lean.",
		...objectOf(keys, "", { $schema: { type: "string" } }),
	};
}

/** An object with all the keys whose names begin like this, including groups. */
function objectOf(keys: readonly AnyKey[], prefix: string, first: Schema): Schema {
	const names = keys.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length));
	const properties = [...new Set(names.map((name) => name.split(".", 1)[0] ?? name))].map((name) => {
		const key = keys.find((each) => each.name === prefix + name);
		const schema = key
			? { description: key.about, ...key.kind.schema, default: key.default }
			: objectOf(keys, `${prefix}${name}.`, {});
		return [name, schema] as const;
	});
	return { type: "object", properties: { ...first, ...Object.fromEntries(properties) }, additionalProperties: false };
}
