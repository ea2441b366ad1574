import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import type { Machine } from "../../install/types.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { readIf } from "../../wire/system-error.ts";
import { SERVER } from "./channel.ts";

/** Where Gemini CLI runs: its home, the project, and its environment. */
export type GeminiSurroundings = {
	readonly home: string;
	readonly project: string;
	readonly environment: Machine["environment"];
};

/** All settings files that may count, the most important first. */
export function settingsFiles({ home, project, environment }: GeminiSurroundings, machine: string = MACHINE): string[] {
	const system = environment.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(machine, "settings.json");
	const defaults = environment.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(system), "system-defaults.json");
	return [...new Set([system, settingsUnder(project), settingsUnder(home), defaults])];
}

/** The settings in a project or in a home. */
function settingsUnder(folder: string): string {
	return join(folder, ".gemini", "settings.json");
}

/** The folder of the machine's settings and policies. */
const MACHINE: string = machineFolder(process.platform);

function machineFolder(platform: string): string {
	if (platform === "darwin") return "/Library/Application Support/GeminiCli";
	return platform === "win32" ? "C:\\ProgramData\\gemini-cli" : "/etc/gemini-cli";
}

/**
 * Whether the host lets our tool be called without asking: by the user's settings and also by a policy, because
 * settings do not count while the model plans. Nothing in the user's, the project's or the administrators' files may
 * take that away again.
 */
export function isTrusted(around: GeminiSurroundings, machine: string = MACHINE): boolean {
	const own = settingsIn(settingsUnder(around.home));
	const all = settingsFiles(around, machine).map(settingsIn);
	if (!v.is(Trusting, own) || !all.every((each) => v.is(Harmless, each))) return false;
	const policies = policiesIn(join(around.home, ".gemini", "policies"));
	const ours = policies.filter((text) => RULE.test(text));
	const foreign = [...policies.filter((text) => !ours.includes(text)), ...policiesIn(join(machine, "policies"))];
	return ours.length > 0 && !foreign.some((text) => /mcp|"\*"/.test(text));
}

/** The policy of our extension, as a regular expression. */
export const OUR_RULE: string = String.raw`\[\[rule\]\]\s+mcpName = "ibid"\s+toolName = "text"\s+decision = "allow"\s+priority = 999`;

/** That policy and nothing else. */
const RULE = new RegExp(String.raw`^(?:#.*\n|\s)*${OUR_RULE}\s*$`);

const Trusting = v.looseObject({
	mcpServers: v.looseObject({
		[SERVER]: v.looseObject({
			trust: v.literal(true),
			includeTools: v.optional(v.undefined()),
			excludeTools: v.optional(v.undefined()),
		}),
	}),
});

const NotOurs = v.optional(
	v.array(
		v.pipe(
			v.string(),
			v.check((name) => !/mcp|\*|^text$/i.test(name)),
		),
	),
);
const Harmless = v.looseObject({
	excludeTools: NotOurs,
	tools: v.optional(v.looseObject({ exclude: NotOurs })),
	// With either of these, the user's own policies do not count.
	policyPaths: v.optional(v.undefined()),
	adminPolicyPaths: v.optional(v.undefined()),
});

/** Whether the host's command line may take our tool away. */
export function takesAway(words: string): boolean {
	return /--(?:policy|admin-policy|exclude-tools)\b/.test(words);
}

/** The content of settings: empty if there are none, undefined if we cannot read them. */
export function settingsIn(path: string): unknown {
	try {
		return parseJsonc(readIf(path) || "{}");
	} catch {
		return undefined;
	}
}

function policiesIn(folder: string): string[] {
	try {
		return readdirSync(folder).map((name) => readIf(join(folder, name)));
	} catch {
		return [];
	}
}
