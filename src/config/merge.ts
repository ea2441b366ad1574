import { ignoring } from "./ignore.ts";
import { type AnyValue, configWith, type Key } from "./keys.ts";
import type { Origin, Settings, Warning } from "./types.ts";
import type { Said, Voice } from "./voice.ts";

/** What holds after all have spoken, the weightiest last. A project may only narrow what was said before it. */
export function merge(voices: readonly Voice[], root: string): Settings {
	const values = new Map<string, unknown>();
	const origins = new Map<string, readonly Origin[]>();
	const warnings: Warning[] = voices.flatMap((voice) => voice.warnings);
	const config = configWith((key) => {
		const settled = settle(key, voices, (warning) => warnings.push(warning));
		values.set(key.name, settled.value);
		origins.set(key.name, settled.origins);
		return settled.value;
	});
	return { config, values, origins, warnings, root, isIgnored: ignoring(config.ignore, root) };
}

type Warn = (warning: Warning) => void;
type Settled<Value> = { readonly value: Value; readonly origins: readonly Origin[] };

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
	{ value, origin }: Said,
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
	origin: Origin,
	warn: Warn,
): boolean {
	if (key.add) return true;
	// Who says what holds anyway has not set it.
	if (wanted === value) return false;
	if (key.isNarrower?.(wanted, value)) return true;
	if (key.isNarrower) warn({ kind: "wider", key: key.name, origin });
	else warn({ kind: "not for projects", key: key.name, origin });
	return false;
}
