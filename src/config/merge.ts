import { isAbsolute, relative, resolve, sep } from "node:path";
import { type ConfiguredHost, configWith } from "./keys.ts";
import type { AnyValue, ConfigWarning, Key, SettingOrigin, Settings } from "./types.ts";
import type { Voice, VoicedValue } from "./voice.ts";

/**
 * The settings that apply after all sources are merged, the strongest last. A project can only restrict earlier ones.
 */
export function merge(voices: readonly Voice[], root: string, hosts: readonly ConfiguredHost[]): Settings {
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
	// A value equal to the one that applies anyway does not count as set.
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
