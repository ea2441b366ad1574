import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Policy } from "../core/policy.ts";
import type { LeanPolicy } from "../lean/types.ts";
import { type ConfiguredHost, configWith, keysFor } from "./keys.ts";
import { projectAt, userFile } from "./places.ts";
import { type FileSays, newReader } from "./read-file.ts";
import type {
	AnyValue,
	ConfigWarning,
	EnvironmentVariables,
	IbidConfig,
	Key,
	SettingOrigin,
	Settings,
} from "./types.ts";
import { environmentVoice, fileVoice, type Voice, type VoicedValue } from "./voice.ts";

/** Where to look for settings, and which hosts can have some. */
export type ConfigPlaces = {
	readonly home: string;
	readonly environment: EnvironmentVariables;
	readonly hosts: readonly ConfiguredHost[];
};

/**
 * The settings that apply in a directory now: defaults, the user's file, the project's, the environment. Never throws.
 */
export function loadConfig({ directory, ...where }: ConfigPlaces & { readonly directory: string }): Settings {
	return followConfig(where).now(directory);
}

/** Settings for a long-lived process. */
export type ConfigFollower = {
	/**
	 * The settings that apply in a directory now. Files are read again only when they have changed; otherwise it is the
	 * same object as before.
	 */
	readonly now: (directory: string) => Settings;
};

/**
 * Follows settings files while they change. Once `program`, the file that the process runs from, is gone, ibid is off.
 */
export function followConfig({ home, environment, hosts }: ConfigPlaces, program?: string | URL): ConfigFollower {
	const read = newReader();
	const wasThere = program !== undefined && existsSync(program);
	const own = userFile(home, environment);
	const variables = environmentVoice(environment);
	const keys = keysFor(hosts);
	const known = new Map<string, Remembered>();
	const now = (directory: string): Settings => {
		const user = read(own);
		const { says: project, root } = projectAt(directory, home, read);
		const last = known.get(root);
		if (last && last.user === user && last.project === project) return last.settings;
		const settings = merge(
			[fileVoice("user", user, keys), fileVoice("project", project, keys), variables],
			root,
			hosts,
		);
		if (known.size >= MOST) known.clear();
		known.set(root, { user, project, settings });
		return settings;
	};
	return {
		now(directory) {
			const settings = now(directory);
			const isGone = wasThere && !existsSync(program);
			return isGone ? { ...settings, config: { ...settings.config, enabled: false } } : settings;
		},
	};
}

type Remembered = {
	readonly user: FileSays | undefined;
	readonly project: FileSays | undefined;
	readonly settings: Settings;
};

/** Whether ibid shortens anything in a host. */
export function isOn({ enabled, hosts }: IbidConfig, host: string): boolean {
	return enabled && hosts[host] !== false;
}

/** More projects than this are not worth remembering. */
const MOST = 64;

/** The policy with the user's settings applied. */
export function preferred(policy: Policy, { config, isIgnored }: Pick<Settings, "config" | "isIgnored">): Policy {
	return { ...policy, ...config.gates, isIgnored };
}

/** The policy, the policies of lean text, and what finds the lines to fold. */
type WishedTerms<FindFolds> = {
	readonly policy: Policy;
	readonly lean: readonly LeanPolicy[];
	readonly findFolds?: FindFolds | undefined;
};

/** All with the user's settings applied. */
export function preferredTerms<FindFolds>(
	{ policy, lean, findFolds }: WishedTerms<FindFolds>,
	settings: Settings,
): WishedTerms<FindFolds> {
	const terms = { policy: preferred(policy, settings), lean: lean.filter((name) => settings.config.lean[name]) };
	return isFolding(settings.config) ? { ...terms, findFolds } : terms;
}

/** Whether large files are folded: only where a write over what is folded is refused. */
export function isFolding({ outline, guard }: IbidConfig): boolean {
	return outline && guard;
}

/**
 * The settings that apply after all sources are merged, the strongest last. A project can only restrict earlier ones.
 */
function merge(voices: readonly Voice[], root: string, hosts: readonly ConfiguredHost[]): Settings {
	const values = new Map<string, unknown>();
	const origins = new Map<string, readonly SettingOrigin[]>();
	const warnings: ConfigWarning[] = voices.flatMap((voice) => voice.warnings);
	const config = configWith(hosts, (key) => {
		const settled = settle(key, voices, (warning) => warnings.push(warning));
		values.set(key.name, settled.value);
		origins.set(key.name, settled.origins);
		return settled.value;
	});
	const setting: Settings["setting"] = ({ name, kind, default: usual }) => kind.accept(values.get(name)) ?? usual;
	return { config, values, setting, origins, warnings, root, isIgnored: ignoring(config.ignore, root) };
}

type Warn = (warning: ConfigWarning) => void;
type Settled<Value> = { readonly value: Value; readonly origins: readonly SettingOrigin[] };

function settle<Value extends AnyValue>(key: Key<Value>, voices: readonly Voice[], warn: Warn): Settled<Value> {
	let settled: Settled<Value> = { value: key.default, origins: [] };
	for (const { isProject, say } of voices) {
		const said = say(key);
		if (!said) continue;
		const wanted = understand(key, said, warn);
		if (wanted === undefined || (isProject && !mayNarrow(key, wanted, settled.value, said.origin, warn))) continue;
		settled = key.add
			? { value: key.add(settled.value, wanted), origins: [...settled.origins, said.origin] }
			: { value: wanted, origins: [said.origin] };
	}
	return settled;
}

function understand<Value extends AnyValue>(
	{ name, kind, inDoubt }: Key<Value>,
	{ value, origin }: VoicedValue,
	warn: Warn,
): Value | undefined {
	const wanted = kind.accept(value);
	if (wanted !== undefined) return wanted;
	warn({ kind: "wrong", key: name, value, can: kind.can, ...(inDoubt === false && { counts: false }), origin });
	return inDoubt;
}

function mayNarrow<Value extends AnyValue>(
	key: Key<Value>,
	wanted: Value,
	value: Value,
	origin: SettingOrigin,
	warn: Warn,
): boolean {
	if (key.add) return true;
	// A value equal to the default does not count as set.
	if (wanted === value) return false;
	if (key.isNarrower?.(wanted, value)) return true;
	if (key.isNarrower) warn({ kind: "wider", key: key.name, origin });
	else warn({ kind: "not for projects", key: key.name, origin });
	return false;
}

/**
 * Whether globs match a file, by git's rules for ignored files: `*` and `?` stay within a name, `**` crosses folders, a
 * glob with a slash before its end starts at the root, one that ends with a slash matches folders, and a matched folder
 * includes everything in it. Brackets are ordinary characters. Takes time proportional to the lengths, since globs may
 * come from strangers.
 */
export function ignoring(globs: readonly string[], root: string): (file: string) => boolean {
	const patterns = globs.map(patternOf);
	return (file) => {
		const absolute = resolve(root, file);
		const inside = segmentsOf(relative(root, absolute));
		const isInside = inside[0] !== ".." && !isAbsolute(inside.join("/"));
		const names = isInside ? inside : segmentsOf(absolute);
		return patterns.some(
			({ ways, isRooted }) => (isInside || !isRooted) && ways.some((way) => fits(way, names, "**", isName)),
		);
	};
}

type Pattern = {
	/** Names and `**`, from the root on; a path matches if any of them does. */
	readonly ways: readonly (readonly string[])[];
	/** Whether it can only match paths below the root. */
	readonly isRooted: boolean;
};

function patternOf(glob: string): Pattern {
	const steps = glob.split("/").filter((step) => step !== "");
	if (steps.length === 0) return { ways: [], isRooted: false };
	const isRooted = glob.startsWith("/") || steps.length > 1;
	const begins = [...(isRooted ? [] : ["**"]), ...steps.map((step) => (/^\*{2,}$/.test(step) ? "**" : step))];
	// "a/**" matches what is in a, not a itself.
	const whole = begins.at(-1) === "**" ? [...begins, "*"] : begins;
	const inFolder = [...whole, "**", "*"];
	return { ways: glob.endsWith("/") ? [inFolder] : [whole, inFolder], isRooted };
}

function segmentsOf(path: string): string[] {
	return path.split(sep).filter((name) => name !== "");
}

function isName(step: string, name: string): boolean {
	return fits(step, name, "*", (letter, other) => letter === "?" || letter === other);
}

/** Whether a list fits a pattern in which `many` stands for any number of items. */
function fits<Item>(
	pattern: ArrayLike<Item>,
	list: ArrayLike<Item>,
	many: Item,
	isFit: (wanted: Item, item: Item) => boolean,
): boolean {
	let [wanted, at] = [0, 0];
	// Only the last `many` needs to be extended: everything before it has matched as early as possible.
	let last: { wanted: number; at: number } | undefined;
	while (at < list.length) {
		const next = pattern[wanted];
		if (next === many) last = { wanted: ++wanted, at };
		else if (next !== undefined && isFit(next, list[at]!)) [wanted, at] = [wanted + 1, at + 1];
		else if (last) [wanted, at] = [last.wanted, ++last.at];
		else return false;
	}
	while (pattern[wanted] === many) wanted++;
	return wanted === pattern.length;
}
