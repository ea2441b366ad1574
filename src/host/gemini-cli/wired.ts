import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type { InstallStatus, Launcher, Machine } from "../../install/types.ts";
import { half } from "../../install/wired.ts";
import { hostHome } from "./home.ts";
import { type GeminiSurroundings, settingsFiles, settingsIn } from "./settings-files.ts";

/** The name of our extension, and of its hook. */
export const EXTENSION = "ibid";

/** The files of the host that concern us. */
export function placesOf(machine: Machine): Places {
	const folder = join(hostHome(machine), ".gemini");
	return {
		extension: join(folder, "extensions", EXTENSION),
		enablement: join(folder, "extensions", "extension-enablement.json"),
		integrity: join(folder, "extension_integrity.json"),
	};
}

/** Where the host keeps our extension and its notes about extensions. */
export type Places = Readonly<Record<"extension" | "enablement" | "integrity", string>>;

/** The file of our extension that says what its hook starts. */
export const LAUNCHER = "launcher.json";

/** Whether the host would use the hook of our extension. */
export function wired(machine: Machine, project?: string): InstallStatus {
	const { extension } = placesOf(machine);
	if (!existsSync(extension)) return { kind: "no" };
	const started = settingsIn(join(extension, LAUNCHER));
	if (!v.is(LauncherShape, started)) return half("its extension is only partly installed");
	const launcher = [started.program, ...started.args];
	const home = hostHome(machine);
	const why = whyNot(machine, launcher, { home, project: project ?? home, environment: machine.environment });
	return why === undefined ? { kind: "yes", launcher } : half(why);
}

const LauncherShape: v.GenericSchema<Pick<Launcher, "program" | "args">> = v.looseObject({
	program: v.string(),
	args: v.array(v.string()),
});

/** The first reason why the host would not use what is installed. */
function whyNot(machine: Machine, launcher: readonly string[], around: GeminiSurroundings): string | undefined {
	const hooks = commandsIn(settingsIn(join(placesOf(machine).extension, "hooks", "hooks.json")));
	if (!isDeepStrictEqual(hooks, [hookCommand(launcher, process.platform === "win32")]))
		return "its extension is only partly installed";
	if (isDisabled(enablementIn(machine) ?? [], around.home)) return "its extension is disabled";
	return whyOff(around);
}

function commandsIn(value: unknown): string[] {
	if (!v.is(HooksShape, value)) return [];
	return Object.values(value.hooks).flatMap((groups) =>
		groups.flatMap(({ hooks }) => hooks.map(({ command }) => command)),
	);
}

/** Where the host has our extension enabled, as patterns; undefined if it has none. */
export function enablementIn(machine: Machine): string[] | undefined {
	const noted = settingsIn(placesOf(machine).enablement);
	return v.is(EnablementShape, noted) ? noted[EXTENSION].overrides : undefined;
}

/** The last pattern that matches the home directory decides for all projects in it. */
function isDisabled(words: readonly string[], home: string): boolean {
	const about = words.filter((word) => isAbout(word.replace(/^!/, ""), home));
	return about.at(-1)?.startsWith("!") === true;
}

function isAbout(pattern: string, home: string): boolean {
	return pattern.endsWith("*") && `${home}/`.startsWith(pattern.slice(0, -1));
}

const HooksShape = v.looseObject({
	hooks: v.record(v.string(), v.array(v.looseObject({ hooks: v.array(v.looseObject({ command: v.string() })) }))),
});
const EnablementShape = v.looseObject({ [EXTENSION]: v.looseObject({ overrides: v.array(v.string()) }) });

/** Why Gemini CLI would not use our hook or our extension, by any settings; undefined if it would. */
function whyOff(around: GeminiSurroundings): string | undefined {
	const said = settingsFiles(around).map((path): GeminiSetting => ({ path, settings: settingsAt(path) }));
	return whyNoHooks(said) ?? whyNoExtension(said, around.home);
}

/** A file of settings, and what it says. */
type GeminiSetting = { readonly path: string; readonly settings: v.InferOutput<typeof Shape> };

function settingsAt(path: string): GeminiSetting["settings"] {
	const { hooksConfig, security } = saidIn(path);
	return v.parse(Shape, { hooks: entriesOf(hooksConfig), security: entriesOf(security) });
}

// A value of the wrong type does not count.
const Names = v.fallback(v.optional(v.array(v.string())), undefined);
const Shape = v.object({
	hooks: v.object({ enabled: v.fallback(v.optional(v.boolean()), undefined), disabled: Names }),
	security: v.object({ allowedExtensions: Names }),
});

function whyNoHooks(said: readonly GeminiSetting[]): string | undefined {
	const first = said.find(({ settings }) => settings.hooks.enabled !== undefined);
	const off =
		first?.settings.hooks.enabled === false
			? first
			: said.find(({ settings }) => settings.hooks.disabled?.includes(EXTENSION));
	return off && `hooks are turned off in ${off.path}`;
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
	const noted = saidIn(join(home, ".gemini", "extensions", EXTENSION, ".gemini-extension-install.json")).source;
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

/**
 * A command line for the shell in which the host starts hooks. If the program is missing the line prints nothing, as
 * if there were no hook.
 */
export function hookCommand(launcher: readonly string[], isWindows: boolean): string {
	const [program = "", ...args] = launcher;
	const files = args.filter((word) => /[\\/]/.test(word));
	const words = [program, ...args, "hook", "gemini"].map(isWindows ? forPowerShell : forShell).join(" ");
	if (isWindows) {
		const isThere = [program, ...files].map((file) => `(Test-Path ${forPowerShell(file)})`);
		return `if (${isThere.join(" -and ")}) { & ${words} }`;
	}
	const isThere = files.map((file) => ` && test -f ${forShell(file)}`);
	return `test -x ${forShell(program)}${isThere.join("")} || exit 0; ${QUICK} exec ${words}`;
}

/** A process that runs for a moment only loses time to the optimising compiler. */
const QUICK = "BUN_JSC_useJIT=0";

function forShell(word: string): string {
	return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function forPowerShell(word: string): string {
	return PLAIN.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}

const PLAIN = /^[\w./-]+$/;
