import { type Container, type Entry, type Node, nodeValue } from "../wire/jsonc.ts";
import { ALL_KEYS, type AnyKey } from "./keys.ts";
import type { FileSays } from "./read-file.ts";
import type { Environment, Origin, Warning } from "./types.ts";

/** One who may set values: what is said of a key, not yet checked, and what cannot be said at all. */
export type Voice = {
	readonly isProject: boolean;
	readonly say: (key: AnyKey) => Said | undefined;
	readonly warnings: readonly Warning[];
};

/** What somebody has said of a key. */
export type Said = { readonly value: unknown; readonly origin: Origin };

/** Variables of the environment; empty ones say nothing. */
export function environmentVoice(environment: Environment): Voice {
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
export function fileVoice(kind: "user" | "project", says: FileSays | undefined): Voice {
	const isProject = kind === "project";
	if (!says) return { isProject, warnings: [], say: () => undefined };
	const { file } = says;
	const at = (line?: number): Origin => ({ kind, file, line });
	switch (says.kind) {
		case "unreadable":
			return { isProject, warnings: [{ kind: "unreadable", why: says.why, origin: at() }], say: doubted };
		case "broken": {
			const isOff = mayDeny(says.text, "enabled");
			const say = (key: AnyKey): Said | undefined => (mayDeny(says.text, lastName(key)) ? doubted(key) : undefined);
			return { isProject, warnings: [{ kind: "broken", why: says.why, isOff, origin: at() }], say };
		}
		case "keys": {
			const origin = (offset: number): Origin => at(says.text.slice(0, offset).split("\n").length);
			return { isProject, warnings: [...unknowns(says.root, origin)], say: (key) => sayIn(says.root, key, origin) };
		}
	}

	/** Where nobody knows what was said, ibid is off rather than on. */
	function doubted({ inDoubt }: AnyKey): Said | undefined {
		return inDoubt === undefined ? undefined : { value: inDoubt, origin: at() };
	}
}

/** Whether a text that nobody understands speaks of a key, and not just to say that it is true. */
function mayDeny(text: string, name: string): boolean {
	return new RegExp(`(?<![\\w-])${name}(?![\\w-]|["']?\\s*:\\s*true\\b)`, "i").test(text);
}

function lastName({ name }: AnyKey): string {
	return name.split(".").at(-1) ?? name;
}

type OriginAt = (offset: number) => Origin;

function sayIn(root: Container, { name, inDoubt }: AnyKey, originAt: OriginAt): Said | undefined {
	let node: Node = root;
	for (const step of name.split(".")) {
		// A group that is none has its warning already.
		if (node.kind !== "object")
			return inDoubt === undefined ? undefined : { value: inDoubt, origin: originAt(node.start) };
		const next: Entry | undefined = node.entries.findLast(({ key }) => key === step);
		if (!next) return undefined;
		node = next.node;
	}
	return { value: nodeValue(node), origin: originAt(node.start) };
}

/** Keys that nobody knows, and groups that are none. */
function* unknowns(root: Container, originAt: OriginAt): Generator<Warning> {
	const names = ALL_KEYS.map(({ name }) => name);
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
	{ entries }: Container,
	known: readonly string[],
	originAt: OriginAt,
): Generator<Warning> {
	for (const { key, start } of entries)
		if (!known.includes(`${group}.${key}`))
			yield { kind: "unknown", key: `${group}.${key}`, known, origin: originAt(start) };
}
