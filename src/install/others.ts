import { readdirSync } from "node:fs";
import { join } from "node:path";
import { entriesOf } from "./settings.ts";
import type { OtherTool } from "./types.ts";

/** A trace in a host's file: a command that hooks run, or the name of a plugin, a package, a code file or a server. */
export type ToolTrace = { readonly kind: "hook" | "name"; readonly words: string; readonly where: string };

/** The tools that left traces, each once. */
export function othersIn(traces: readonly ToolTrace[]): OtherTool[] {
	return TOOLS.flatMap(({ name, called, hook, means }) => {
		const trace = traces.find(({ kind, words }) => (kind === "hook" ? hook?.test(words) : isCalled(words, called)));
		return trace ? [{ name, where: trace.where, means: means[trace.kind] }] : [];
	});
}

/** Plugins of OpenCode that remove texts from requests after ibid, so that a note might lead nowhere. */
export const PRUNERS: readonly string[] = [
	"@tarquinen/opencode-dcp",
	"opencode-dcp",
	"opencode-acp",
	"opencode-dynamic-context-pruning",
];

type Tool = {
	readonly name: string;
	/** Its plugins, packages and servers. */
	readonly called: readonly string[];
	readonly hook?: RegExp;
	/** What it means for ibid, by how it was installed in the host. */
	readonly means: Readonly<Record<ToolTrace["kind"], string>>;
};

function always(means: string): Tool["means"] {
	return { hook: means, name: means };
}

const TOOLS: readonly Tool[] = [
	{
		name: "DCP",
		called: PRUNERS,
		means: always("it removes text from requests after ibid, so ibid does nothing while it is installed"),
	},
	{
		name: "pi-readcache",
		called: ["pi-readcache"],
		means: always("it answers repeated reads itself, before ibid sees them, so ibid saves less"),
	},
	{
		name: "rtk",
		called: ["rtk", "rtk-codex"],
		hook: /(?:^|[\s'"\\/])rtk(?:\.exe)?['"]?\s+hook\s|\brtk-(?:rewrite|hook)[\w-]*\.(?:sh|ps1|py|cjs)\b/,
		means: always("it condenses the output of commands; ibid works on what is left"),
	},
	{
		name: "context-mode",
		called: ["context-mode"],
		hook: /(?:^|[\s'"\\/])context-mode(?:@[\w.-]+)?['"]?\s+hook\s|[\\/]context-mode[\\/].*\.mjs\b/,
		means: always("it keeps output out of the context; ibid works on what comes in"),
	},
	{
		name: "DRIP",
		called: ["drip"],
		hook: /(?:^|[\s'"\\/])drip(?:\.exe)?['"]?\s+hook\s/,
		means: {
			hook: "it answers repeated reads before ibid can, so one of the two is enough",
			name: "its own reading tool sends only changes; ibid works on these",
		},
	},
];

/**
 * Whether words name one of these packages, perhaps with its version, its marketplace, a file extension, or its source.
 */
export function isCalled(words: string, names: readonly string[]): boolean {
	return names.some((name) => new RegExp(`(?:^|[\\\\/:])${name}(?:\\.git|\\.[cm]?[jt]s)?(?:$|[@#\\\\/])`).test(words));
}

/** Every command in the hooks of some settings, whatever their shape. */
export function hookTraces(where: string, hooks: unknown): ToolTrace[] {
	const { command, args } = entriesOf(hooks);
	const words = [command, ...(Array.isArray(args) ? args : [])].join(" ");
	return [
		...(typeof command === "string" ? [{ kind: "hook", words, where } as const] : []),
		...Object.values(entriesOf(hooks)).flatMap((each) => hookTraces(where, each)),
	];
}

/** Names in a file. */
export function nameTraces(where: string, names: readonly unknown[]): ToolTrace[] {
	const words = names.filter((name) => typeof name === "string");
	return words.map((each) => ({ kind: "name", words: each, where }));
}

/** Code files in a folder where the host takes each for a plugin. */
export function fileTraces(folder: string): ToolTrace[] {
	try {
		return readdirSync(folder).flatMap((name) => nameTraces(join(folder, name), [name]));
	} catch {
		return [];
	}
}

/** The names in an object of settings whose values do not switch them off. */
export function keysOn(value: unknown): string[] {
	return Object.entries(Array.isArray(value) ? {} : entriesOf(value)).flatMap(([key, each]) =>
		isOff(each) ? [] : [key],
	);
}

function isOff(value: unknown): boolean {
	const { enabled, disabled } = entriesOf(value);
	return value === false || enabled === false || disabled === true;
}
