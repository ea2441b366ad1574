import { defaultPolicy } from "../core/policy.ts";
import { choice, globs, type Kind, number, toggle, whole } from "./kinds.ts";
import type { Config } from "./types.ts";

/** One thing that can be set. Checks, warnings, variables, the JSON schema and the documents follow from it. */
export type Key<Value> = {
	/** Where it stands in a file, with dots between names. */
	readonly name: string;
	readonly variable: string;
	readonly about: string;
	readonly kind: Kind<Value>;
	readonly default: Value;
	/** Where all that is said counts together: how. Else the highest origin has its way. */
	readonly add?: (lower: Value, higher: Value) => Value;
	/** Whether a project, which is not trusted, may set this in place of that. Absent: it has no say. */
	readonly isNarrower?: (wanted: Value, value: Value) => boolean;
	/** What counts where something is said that nobody understands. */
	readonly inDoubt?: Value;
};

/** What is known of a key, whatever its value is. */
export type AnyKey = Omit<Key<AnyValue>, "add" | "isNarrower">;

/** Whatever a key can be set to. */
export type AnyValue = boolean | number | string | readonly string[];

type Keys<Group> = {
	readonly [Name in keyof Group]: Group[Name] extends AnyValue ? Key<Group[Name]> : Keys<Group[Name]>;
};

/** Every key there is, nested as in a file. */
const KEYS: Keys<Config> = {
	enabled: { ...offKey("enabled", "Whether ibid shortens anything at all."), variable: "IBID" },
	hosts: {
		"claude-code": offKey("hosts.claude-code", "Whether ibid shortens anything in Claude Code."),
		codex: offKey("hosts.codex", "Whether ibid shortens anything in Codex."),
		opencode: offKey("hosts.opencode", "Whether ibid shortens anything in OpenCode."),
		pi: offKey("hosts.pi", "Whether ibid shortens anything in pi."),
		"gemini-cli": offKey("hosts.gemini-cli", "Whether ibid shortens anything in Gemini CLI."),
	},
	ignore: {
		...key("ignore", "Files that are never shortened: globs as in .gitignore.", globs(), []),
		add: (lower, higher) => [...new Set([...lower, ...higher])],
	},
	gates: {
		tokens: gateKey("gates.tokens", "A note must save at least this many tokens.", whole(1, 1_000_000), "tokens"),
		share: gateKey("gates.share", "A text must get smaller by at least this share.", number(0, 1), "share"),
		lines: gateKey("gates.lines", "A note must stand for at least this many lines.", whole(1, 1_000_000), "lines"),
	},
	guard: key(
		"guard",
		"Whether to refuse a write that would put a note of ibid into a file. The model then reads the lines again.",
		toggle(),
		true,
	),
	keepDays: key("keepDays", "For how many days the record of answers is kept.", whole(1, 3650), 30),
	notice: key(
		"notice",
		"Claude Code only: whether to tell you what was saved: never, of the last session once the next one works, or turn by turn.",
		choice(["off", "session", "turn"]),
		"off",
	),
	geminiAsErrors: key(
		"geminiAsErrors",
		"Whether to send notes in Gemini CLI where the server of ibid is missing, though its model sees them as errors there.",
		toggle(),
		false,
	),
};

/** All of them, in that order. */
export const ALL_KEYS: readonly AnyKey[] = Object.values(KEYS).flatMap((entry): readonly AnyKey[] =>
	"kind" in entry ? [entry] : Object.values(entry),
);

/** The config in which each key has the value that it is given. */
export function configWith(of: <Value extends AnyValue>(key: Key<Value>) => Value): Config {
	const { hosts, gates } = KEYS;
	return {
		enabled: of(KEYS.enabled),
		hosts: {
			"claude-code": of(hosts["claude-code"]),
			codex: of(hosts.codex),
			opencode: of(hosts.opencode),
			pi: of(hosts.pi),
			"gemini-cli": of(hosts["gemini-cli"]),
		},
		ignore: of(KEYS.ignore),
		gates: { tokens: of(gates.tokens), share: of(gates.share), lines: of(gates.lines) },
		guard: of(KEYS.guard),
		keepDays: of(KEYS.keepDays),
		notice: of(KEYS.notice),
		geminiAsErrors: of(KEYS.geminiAsErrors),
	};
}

function key<Value>(name: string, about: string, kind: Kind<Value>, standard: Value): Key<Value> {
	return { name, variable: variableOf(name), about, kind, default: standard };
}

/** A key that switches ibid off: whoever may have said so has. */
function offKey(name: string, about: string): Key<boolean> {
	const isNarrower = (wanted: boolean, value: boolean): boolean => value || !wanted;
	return { ...key(name, about, toggle(), true), isNarrower, inDoubt: false };
}

function gateKey(name: string, about: string, kind: Kind<number>, gate: "tokens" | "share" | "lines"): Key<number> {
	return { ...key(name, about, kind, defaultPolicy[gate]), isNarrower: (wanted, value) => wanted >= value };
}

/** "gates.tokens" is set by IBID_GATES_TOKENS, "keepDays" by IBID_KEEP_DAYS. */
function variableOf(name: string): string {
	return `IBID_${name
		.replaceAll(/[.-]/g, "_")
		.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
		.toUpperCase()}`;
}
