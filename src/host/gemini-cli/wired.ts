import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half } from "../../install/wired.ts";
import { readIf } from "../../wire/system-error.ts";
import { SERVER } from "./channel.ts";
import { hostHome } from "./home.ts";
import { hasRivals } from "./rivals.ts";
import { type GeminiSurroundings, isTrusted, OUR_RULE, settingsFiles, settingsIn } from "./settings-files.ts";

/** The files of the host that concern us. */
export function placesOf(machine: Machine): Places {
	const folder = join(hostHome(machine), ".gemini");
	return {
		settings: join(folder, "settings.json"),
		policy: join(folder, "policies", "ibid.toml"),
		extension: join(folder, "extensions", SERVER),
		enablement: join(folder, "extensions", "extension-enablement.json"),
		integrity: join(folder, "extension_integrity.json"),
		servers: join(folder, "mcp-server-enablement.json"),
	};
}

/** Where the host keeps its settings, our policy, our extension, and its notes about extensions and servers. */
export type Places = Readonly<
	Record<"settings" | "policy" | "extension" | "enablement" | "integrity" | "servers", string>
>;

/** The command line of our server. */
export const SERVING: readonly string[] = ["serve", "gemini"];

/**
 * Whether the host would use ibid: the extension with its hooks, the server, and a policy that allows the server's
 * tool.
 */
export function wired(machine: Machine, project?: string): InstallStatus {
	const { settings, policy, extension } = placesOf(machine);
	const server = serverIn(settingsIn(settings));
	const rules = readIf(policy);
	if (!server && !existsSync(extension) && withoutRule(rules) === rules) return { kind: "no" };
	if (!server) return half(`${settings} has no server "${SERVER}"`);
	const home = hostHome(machine);
	const around = { home, project: project ?? home, environment: machine.environment };
	const why = whyNot(machine, server, around);
	if (why !== undefined) return half(why);
	const isAside = hasRivals(around);
	return isAside ? { kind: "half", why: RIVALS, isAside } : { kind: "yes", launcher: launcherOf(server) };
}

const RIVALS = "another hook changes the same tool results, so ibid does nothing with them";

/** A policy without our rule; undefined if nothing is left of it. */
export function withoutRule(text: string | undefined): string | undefined {
	const left = text?.replace(RULE, "");
	return left !== text && left?.trim() === "" ? undefined : left;
}

const RULE = new RegExp(String.raw`(?:^#.*\bibid\b.*\n)?^${OUR_RULE}[ \t]*\r?\n?`, "m");

type Server = { readonly command: string; readonly args: readonly string[] };

function serverIn(settings: unknown): Server | undefined {
	return v.is(ServerShape, settings) ? settings.mcpServers[SERVER] : undefined;
}

function launcherOf({ command, args }: Server): string[] {
	return [command, ...args.slice(0, -SERVING.length)];
}

/** The first reason why the host would not use what is installed. */
function whyNot(machine: Machine, server: Server, around: GeminiSurroundings): string | undefined {
	const { policy, extension, servers } = placesOf(machine);
	const hooks = commandsIn(settingsIn(join(extension, "hooks", "hooks.json")));
	const wanted = hookCommand(launcherOf(server), process.platform === "win32");
	if (hooks.length === 0) return "its extension is not installed";
	if (!isDeepStrictEqual(new Set(hooks), new Set([wanted]))) return "its hooks do not start what its server starts";
	if (isDisabled(enablementIn(machine) ?? [], around.home)) return "its extension is disabled";
	const ruling = whyOff(around);
	if (ruling !== undefined) return ruling;
	if (v.is(NoServer, settingsIn(servers))) return "its server is disabled";
	if (!existsSync(policy)) return `${policy} is not there`;
	return isTrusted(around) ? undefined : "settings or policies of Gemini CLI may not allow its tool";
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
	return v.is(EnablementShape, noted) ? noted[SERVER].overrides : undefined;
}

/** The last pattern that matches the home directory decides for all projects in it. */
function isDisabled(words: readonly string[], home: string): boolean {
	const about = words.filter((word) => isAbout(word.replace(/^!/, ""), home));
	return about.at(-1)?.startsWith("!") === true;
}

function isAbout(pattern: string, home: string): boolean {
	return pattern.endsWith("*") && `${home}/`.startsWith(pattern.slice(0, -1));
}

const ServerShape = v.looseObject({
	mcpServers: v.looseObject({ [SERVER]: v.looseObject({ command: v.string(), args: v.array(v.string()) }) }),
});
const HooksShape = v.looseObject({
	hooks: v.record(v.string(), v.array(v.looseObject({ hooks: v.array(v.looseObject({ command: v.string() })) }))),
});
const EnablementShape = v.looseObject({ [SERVER]: v.looseObject({ overrides: v.array(v.string()) }) });
const NoServer = v.looseObject({ [SERVER]: v.looseObject({ enabled: v.literal(false) }) });

/** Why Gemini CLI would not use our hooks, our extension or our server, by any settings; undefined if it would. */
function whyOff(around: GeminiSurroundings): string | undefined {
	const said = settingsFiles(around).map((path): GeminiSetting => ({ path, settings: settingsAt(path) }));
	return whyNoHooks(said) ?? whyNoServer(said) ?? whyNoExtension(said, around.home);
}

/** A file of settings, and what it says. */
type GeminiSetting = { readonly path: string; readonly settings: v.InferOutput<typeof Shape> };

function settingsAt(path: string): GeminiSetting["settings"] {
	const { hooksConfig, mcp, security } = saidIn(path);
	return v.parse(Shape, { hooks: entriesOf(hooksConfig), mcp: entriesOf(mcp), security: entriesOf(security) });
}

// A value of the wrong type does not count.
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

/**
 * A command line for the shell in which the host starts hooks. The program replaces the shell, because it must know
 * which process of the host started it. If the program is missing the line prints nothing, as if there were no hook.
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
