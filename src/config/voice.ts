import { type JsoncContainer, type JsoncEntry, type JsoncNode, nodeValue } from "../wire/jsonc.ts";
import type { FileSays } from "./read-file.ts";
import type { AnyKey, ConfigWarning, EnvironmentVariables, SettingOrigin } from "./types.ts";

/** A source of settings: the values it gives for keys, not yet checked, and what in it makes no sense. */
export type Voice = {
	readonly isProject: boolean;
	readonly say: (key: AnyKey) => VoicedValue | undefined;
	readonly warnings: readonly ConfigWarning[];
};

/** The value that a source gives for a key. */
export type VoicedValue = { readonly value: unknown; readonly origin: SettingOrigin };

/** Environment variables; empty ones do not count. */
export function environmentVoice(environment: EnvironmentVariables): Voice {
	return {
		isProject: false,
		warnings: [],
		say({ variable, kind }) {
			const text = environment[variable]?.trim();
			return text ? { value: kind.fromText(text), origin: { kind: "environment", name: variable } } : undefined;
		},
	};
}

/** The user's file, or the project's. */
export function fileVoice(kind: "user" | "project", says: FileSays | undefined, keys: readonly AnyKey[]): Voice {
	const isProject = kind === "project";
	if (!says) return { isProject, warnings: [], say: () => undefined };
	const { file } = says;
	const at = (line?: number): SettingOrigin => ({ kind, file, line });
	switch (says.kind) {
		case "unreadable":
			return { isProject, warnings: [{ kind: "unreadable", why: says.why, origin: at() }], say: doubted };
		case "broken": {
			const isOff = mayDeny(says.text, "enabled");
			const say = (key: AnyKey): VoicedValue | undefined =>
				mayDeny(says.text, lastName(key)) ? doubted(key) : undefined;
			return { isProject, warnings: [{ kind: "broken", why: says.why, isOff, origin: at() }], say };
		}
		case "keys": {
			const origin = (offset: number): SettingOrigin => at(says.text.slice(0, offset).split("\n").length);
			return {
				isProject,
				warnings: [...unknowns(says.root, keys, origin)],
				say: (key) => sayIn(says.root, key, origin),
			};
		}
	}

	/** If a setting cannot be understood, ibid is off. */
	function doubted({ inDoubt }: AnyKey): VoicedValue | undefined {
		return inDoubt === undefined ? undefined : { value: inDoubt, origin: at() };
	}
}

/** Whether a file that cannot be parsed mentions a key, other than to set it to true. */
function mayDeny(text: string, name: string): boolean {
	return new RegExp(`(?<![\\w-])${name}(?![\\w-]|["']?\\s*:\\s*true\\b)`, "i").test(text);
}

function lastName({ name }: AnyKey): string {
	return name.split(".").at(-1) ?? name;
}

type OriginAt = (offset: number) => SettingOrigin;

function sayIn(root: JsoncContainer, { name, inDoubt }: AnyKey, originAt: OriginAt): VoicedValue | undefined {
	let node: JsoncNode = root;
	for (const step of name.split(".")) {
		// A group that is not an object already has its warning.
		if (node.kind !== "object")
			return inDoubt === undefined ? undefined : { value: inDoubt, origin: originAt(node.start) };
		const next: JsoncEntry | undefined = node.entries.findLast(({ key }) => key === step);
		if (!next) return undefined;
		node = next.node;
	}
	return { value: nodeValue(node), origin: originAt(node.start) };
}

/** Unknown keys, and groups that are not objects. */
function* unknowns(root: JsoncContainer, keys: readonly AnyKey[], originAt: OriginAt): Generator<ConfigWarning> {
	const names = keys.map(({ name }) => name);
	for (const { key, start, node } of root.entries) {
		const inner = names.filter((name) => name.startsWith(`${key}.`));
		const isKey = names.includes(key) && !key.includes(".");
		if (key === "$schema" || isKey) continue;
		if (inner.length === 0) yield { kind: "unknown", key, known: names, origin: originAt(start) };
		else if (node.kind !== "object")
			yield { kind: "wrong", key, value: nodeValue(node), can: "an object in braces", origin: originAt(start) };
		else yield* unknownsIn(key, node, inner, originAt);
	}
}

function* unknownsIn(
	group: string,
	{ entries }: JsoncContainer,
	known: readonly string[],
	originAt: OriginAt,
): Generator<ConfigWarning> {
	for (const { key, start } of entries)
		if (!known.includes(`${group}.${key}`))
			yield { kind: "unknown", key: `${group}.${key}`, known, origin: originAt(start) };
}
