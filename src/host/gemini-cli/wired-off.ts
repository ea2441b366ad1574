import { realpathSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { entriesOf, saidIn } from "../../install/settings.ts";
import { SERVER } from "./channel.ts";
import { type GeminiSurroundings, settingsFiles } from "./settings-files.ts";

/** Why Gemini CLI would not use our hooks, our extension or our server, by any settings; undefined where it would. */
export function whyOff(around: GeminiSurroundings): string | undefined {
	const said = settingsFiles(around).map((path): GeminiSetting => ({ path, settings: settingsAt(path) }));
	return whyNoHooks(said) ?? whyNoServer(said) ?? whyNoExtension(said, around.home);
}

/** A file of settings, and what it says. */
type GeminiSetting = { readonly path: string; readonly settings: v.InferOutput<typeof Shape> };

function settingsAt(path: string): GeminiSetting["settings"] {
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

function whyNoHooks(said: readonly GeminiSetting[]): string | undefined {
	const first = said.find(({ settings }) => settings.hooks.enabled !== undefined);
	const off =
		first?.settings.hooks.enabled === false
			? first
			: said.find(({ settings }) => settings.hooks.disabled?.includes(SERVER));
	return off && `hooks are turned off in ${off.path}`;
}

function whyNoServer(said: readonly GeminiSetting[]): string | undefined {
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

function whyNoExtension(said: readonly GeminiSetting[], home: string): string | undefined {
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
