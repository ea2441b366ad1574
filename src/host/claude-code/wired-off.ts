import { readdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import * as v from "valibot";
import { saidIn } from "../../install/settings.ts";
import type { Machine } from "../../install/types.ts";
import { settingsFiles } from "./settings-files.ts";

/** Where settings are looked for: the host's folder, a project if one is given, and the folders of a whole machine. */
export type Where = {
	readonly environment: Machine["environment"];
	readonly folder: string;
	readonly project: string | undefined;
	readonly managed?: readonly string[] | undefined;
};

/** Our plugin, and the folder that it comes from. */
export type Ours = { readonly plugin: string; readonly market: string };

/** Why Claude Code would not run the hooks of our plugin, though it is installed; undefined where it would. */
export function whyOff({ environment, folder, project, managed }: Where, ours: Ours): string | undefined {
	return (
		whyForbidden(managedSettings(folder, managed), ours) ??
		whySwitchedOff(settingsFiles(folder, project).map(read), ours) ??
		whyBare(environment)
	);
}

/** A file of settings, and what it says of hooks and plugins. */
type ClaudeCodeSetting = { readonly path: string; readonly settings: v.InferOutput<typeof Shape> };

/** Settings of those who look after the machine: in its folders, and sent to the user's. */
function managedSettings(folder: string, machine: readonly string[] = MACHINE): ClaudeCodeSetting[] {
	const files = machine.flatMap((place) => {
		const more = join(place, "managed-settings.d");
		return [join(place, "managed-settings.json"), ...namesIn(more).map((name) => join(more, name))];
	});
	return [join(folder, "remote-settings.json"), ...files].map(read);
}

const MACHINE: readonly string[] = [
	"/etc/claude-code",
	"/Library/Application Support/ClaudeCode",
	"C:\\Program Files\\ClaudeCode",
];

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name));
	} catch {
		return [];
	}
}

function read(path: string): ClaudeCodeSetting {
	const parsed = v.safeParse(Shape, saidIn(path));
	return { path, settings: parsed.success ? parsed.output : {} };
}

/** What stands in settings in the wrong way does not count, and hides nothing else. */
function loose<Schema extends v.GenericSchema>(
	schema: Schema,
): v.SchemaWithFallback<v.OptionalSchema<Schema, undefined>, undefined> {
	return v.fallback(v.optional(schema), undefined);
}

const Sources = v.array(
	v.looseObject({ source: loose(v.string()), path: loose(v.string()), pathPattern: loose(v.string()) }),
);
const Shape = v.object({
	disableAllHooks: loose(v.boolean()),
	allowManagedHooksOnly: loose(v.boolean()),
	enabledPlugins: loose(v.record(v.string(), v.unknown())),
	strictKnownMarketplaces: loose(Sources),
	blockedMarketplaces: loose(Sources),
});

function whyForbidden(managed: readonly ClaudeCodeSetting[], { plugin, market }: Ours): string | undefined {
	const ruling = (forbids: (settings: ClaudeCodeSetting["settings"]) => boolean): string | undefined =>
		managed.find(({ settings }) => forbids(settings))?.path;
	const isTheirs = managed.some(({ settings }) => settings.enabledPlugins?.[plugin] === true);
	const noHooks =
		ruling(({ disableAllHooks }) => disableAllHooks === true) ??
		(isTheirs ? undefined : ruling(({ allowManagedHooksOnly }) => allowManagedHooksOnly === true));
	if (noHooks !== undefined) return `its hooks are forbidden by ${noHooks}`;
	const noPlugin = ruling(({ enabledPlugins }) => enabledPlugins?.[plugin] === false);
	if (noPlugin !== undefined) return `its plugin is forbidden by ${noPlugin}`;
	const noMarket = ruling(({ strictKnownMarketplaces: known, blockedMarketplaces: blocked = [] }) => {
		return blocked.some((each) => isAbout(each, market)) || known?.some((each) => isAbout(each, market)) === false;
	});
	return noMarket === undefined ? undefined : `the folder that its plugin comes from is forbidden by ${noMarket}`;
}

/** Whether a rule on where plugins may come from is about a folder. */
function isAbout({ source, path, pathPattern }: v.InferOutput<typeof Sources>[number], folder: string): boolean {
	if (source === "directory" || source === "file")
		return path !== undefined && isAbsolute(path) && resolve(path) === folder;
	try {
		return source === "pathPattern" && pathPattern !== undefined && new RegExp(pathPattern).test(folder);
	} catch {
		return false;
	}
}

/** Of several files that say something the last counts. */
function whySwitchedOff(own: readonly ClaudeCodeSetting[], { plugin }: Ours): string | undefined {
	const enabled = own.findLast(({ settings }) => settings.enabledPlugins?.[plugin] !== undefined);
	if (enabled && enabled.settings.enabledPlugins?.[plugin] !== true)
		return `its plugin is switched off in ${enabled.path}`;
	const hooks = own.findLast(({ settings }) => settings.disableAllHooks !== undefined);
	return hooks?.settings.disableAllHooks === true ? `all hooks are switched off in ${hooks.path}` : undefined;
}

function whyBare(environment: Machine["environment"]): string | undefined {
	const name = ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"].find((each) => ON.test(environment[each] ?? ""));
	return name === undefined ? undefined : `${name} is set, which switches plugins off`;
}

const ON = /^(?:1|true|yes|on)$/i;
