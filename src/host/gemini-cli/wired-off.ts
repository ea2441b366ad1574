import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type { Machine } from "../../install/types.ts";
import { SERVER } from "./channel.ts";

/** Why Gemini CLI would not use our hooks, our extension or our server, by any settings; undefined where it would. */
export function whyOff(machine: Machine, home: string, project: string): string | undefined {
	const said = settingsOf(machine, home, project);
	return whyNoHooks(said) ?? whyNoServer(said) ?? whyNoExtension(said, home);
}

/** A file of settings, and what it says. */
type Said = { readonly path: string; readonly settings: v.InferOutput<typeof Shape> };

/** Every file of settings, the one that counts most first. */
function settingsOf({ environment }: Machine, home: string, project: string): Said[] {
	const system =
		environment.GEMINI_CLI_SYSTEM_SETTINGS_PATH || SYSTEM[process.platform] || "/etc/gemini-cli/settings.json";
	const defaults = environment.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(system), "system-defaults.json");
	const own = [project, home].map((folder) => join(folder, ".gemini", "settings.json"));
	return [...new Set([system, ...own, defaults])].map((path) => ({ path, settings: settingsAt(path) }));
}

const SYSTEM: Readonly<Record<string, string>> = {
	darwin: "/Library/Application Support/GeminiCli/settings.json",
	win32: "C:\\ProgramData\\gemini-cli\\settings.json",
};

function settingsAt(path: string): Said["settings"] {
	const { hooksConfig, mcp, security } = saidIn(path);
	return v.parse(Shape, { hooks: entriesOf(hooksConfig), mcp: entriesOf(mcp), security: entriesOf(security) });
}

// What stands there in the wrong way does not count.
const Names = v.fallback(v.optional(v.array(v.string())), undefined);
const Shape = v.object({
	hooks: v.object({ enabled: v.fallback(v.optional(v.boolean()), undefined), disabled: Names }),
	mcp: v.object({ allowed: Names, excluded: Names }),
	security: v.object({ allowedExtensions: Names }),
});

function whyNoHooks(said: readonly Said[]): string | undefined {
	const first = said.find(({ settings }) => settings.hooks.enabled !== undefined);
	const off =
		first?.settings.hooks.enabled === false
			? first
			: said.find(({ settings }) => settings.hooks.disabled?.includes(SERVER));
	return off && `hooks are turned off in ${off.path}`;
}

function whyNoServer(said: readonly Said[]): string | undefined {
	const excluding = said.find(({ settings }) => settings.mcp.excluded?.some(isServer));
	if (excluding) return `its server is excluded in ${excluding.path}`;
	const allowing = said.find(({ settings }) => settings.mcp.allowed !== undefined);
	return allowing && !allowing.settings.mcp.allowed?.some(isServer)
		? `its server is not among those that ${allowing.path} allows`
		: undefined;
}

function isServer(name: string): boolean {
	return name.trim().toLowerCase() === SERVER;
}

function whyNoExtension(said: readonly Said[], home: string): string | undefined {
	const allowing = said.find(({ settings: { security } }) => (security.allowedExtensions?.length ?? 0) > 0);
	const allowed = allowing?.settings.security.allowedExtensions ?? [];
	return allowing && !allowed.some((pattern) => matches(pattern, sourceIn(home)))
		? `its extension is not among those that ${allowing.path} allows`
		: undefined;
}

/** The folder that our extension was installed from. */
function sourceIn(home: string): string {
	const noted = saidIn(join(home, ".gemini", "extensions", SERVER, ".gemini-extension-install.json")).source;
	if (typeof noted !== "string") return "";
	try {
		return realpathSync(noted);
	} catch {
		return noted;
	}
}

function matches(pattern: string, source: string): boolean {
	try {
		return new RegExp(pattern).test(source);
	} catch {
		return false;
	}
}
