import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { dropAdded } from "../../install/journal.ts";
import { pluginFolder, pluginOf } from "../../install/launcher.ts";
import { hookTraces, keysOn, nameTraces, othersIn } from "../../install/others.ts";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type { FoundHost, HostInstaller, InstallStep, Launcher, Machine, OtherTool } from "../../install/types.ts";
import { jsonText, parseJsonc } from "../../wire/jsonc.ts";
import { removeIn, setIn } from "../../wire/jsonc-edit.ts";
import { SERVER } from "./channel.ts";
import { hostHome } from "./home.ts";
import { settingsFiles } from "./settings-files.ts";
import { aroundHost, find, tryOut } from "./try-out.ts";
import { enablementIn, hookCommand, placesOf, SERVING, wired, withoutRule } from "./wired.ts";

/**
 * Installs ibid in Gemini CLI: an extension for its hooks, a trusted server, and a policy for the server's only tool.
 */
export const geminiCliInstaller: HostInstaller = {
	host: "gemini-cli",
	title: "Gemini CLI",
	program: "gemini",
	find,
	touches: (machine) => {
		const { settings, policy, enablement, integrity } = placesOf(machine);
		return [settings, policy, enablement, integrity];
	},
	install,
	uninstall,
	keeps,
	wired,
	others,
	tryOut,
};

function install(machine: Machine, { program }: FoundHost, launcher: Launcher): readonly InstallStep[] {
	const { settings, policy } = placesOf(machine);
	const path = pluginFolder(machine, "gemini-cli");
	const server = { command: launcher.program, args: [...launcher.args, ...SERVING], trust: true };
	const { rule, extension } = filesFor(machine, launcher);
	return [
		...takeOut(machine, program),
		{
			kind: "edit",
			says: "Adds ibid's server to your settings, as a trusted one.",
			path: settings,
			edit: (text = "") => setIn(text, ["mcpServers", SERVER], server),
		},
		{ kind: "edit", says: "Adds a policy that allows the server's only tool.", path: policy, edit: () => rule },
		{ kind: "folder", says: "Writes the extension.", path, files: extension },
		hostRuns(
			machine,
			program,
			"Installs the extension; trusts the folder for this one run.",
			"install",
			path,
			"--consent",
		),
	];
}

function hostRuns(
	machine: Machine,
	program: string,
	says: string,
	...args: readonly string[]
): InstallStep & { kind: "run" } {
	return { kind: "run", says, program, args: ["extensions", ...args], around: aroundHost(machine), noise: NOISE };
}

/** What it prints before the user consents. */
const NOISE = /^(You have consented|The extension you are about to install)/;

/** The extension with hooks that start the copied program, and the policy. */
function filesFor(machine: Machine, { program, args }: Launcher): GeminiFiles {
	const files = pluginOf(machine, "gemini-cli");
	const command = hookCommand([program, ...args], process.platform === "win32");
	const put = (key: string, value: unknown): unknown => (key === "command" ? command : value);
	const [rule = "", hooks = "{}"] = [files.get(POLICY), files.get(HOOKS)];
	const extension = new Map([...files, [HOOKS, jsonText(JSON.parse(hooks, put))]]);
	extension.delete(POLICY);
	return { rule, extension };
}

type GeminiFiles = { readonly rule: string; readonly extension: ReadonlyMap<string, string> };

const POLICY = "policy.toml";
const HOOKS = "hooks/hooks.json";

/** Removes the extension with the host's own command if possible, then deletes what is left. */
function takeOut(machine: Machine, program: string | undefined): readonly InstallStep[] {
	const { extension, enablement, integrity } = placesOf(machine);
	if (!existsSync(extension) && enablementIn(machine) === undefined) return [];
	const says = "Removes the extension from Gemini CLI.";
	const byHost = program === undefined ? [] : [hostRuns(machine, program, says, "uninstall", SERVER)];
	return [
		...byHost.map((step): InstallStep => ({ ...step, mayFail: true })),
		{ kind: "remove", says: `Removes ${extension}.`, path: extension },
		{
			kind: "edit",
			says: `Removes what ${enablement} says of the extension.`,
			path: enablement,
			edit: (text) => (text === undefined ? text : removeIn(text, [SERVER])),
		},
		{ kind: "edit", says: `Removes ${integrity} if it has nothing else in it.`, path: integrity, edit: unlessOurs },
	];
}

/** The host signs this file as a whole, so only the host can remove one entry. */
function unlessOurs(text: string | undefined): string | undefined {
	const isOurs = text !== undefined && v.is(StoreShape, parseJsonc(text));
	return isOurs ? undefined : text;
}

const StoreShape = v.looseObject({ store: v.strictObject({ [SERVER]: v.unknown() }) });

function uninstall(machine: Machine, found: FoundHost | undefined): readonly InstallStep[] {
	const { settings, policy } = placesOf(machine);
	const path = pluginFolder(machine, "gemini-cli");
	return [
		{
			kind: "edit",
			says: `Removes ibid's server from ${settings}.`,
			path: settings,
			edit: (text) => withoutServer(machine, text),
		},
		{ kind: "edit", says: `Removes what ${policy} says of its tool.`, path: policy, edit: withoutRule },
		...takeOut(machine, found?.program),
		{ kind: "remove", says: `Removes ${path}.`, path },
	];
}

function withoutServer(machine: Machine, text: string | undefined): string | undefined {
	// Settings that do not name ibid need not be readable.
	if (!text?.includes(`"${SERVER}"`)) return text;
	const left = removeIn(text, ["mcpServers", SERVER]);
	return left === text ? left : dropAdded(left, "mcpServers", machine, "gemini-cli", placesOf(machine).settings);
}

/** Where the user has disabled or enabled our extension, in some folders or in all. */
function keeps(machine: Machine): readonly InstallStep[] {
	const overrides = enablementIn(machine);
	if (!overrides) return [];
	const edit = (text = ""): string => setIn(text, [SERVER, "overrides"], overrides);
	const says = "Keeps the extension enabled or disabled, as it was.";
	return [{ kind: "edit", says, path: placesOf(machine).enablement, edit }];
}

/** Other tools that Gemini CLI would use in a project: their hooks, extensions and servers. */
function others(machine: Machine, project: string): OtherTool[] {
	const home = hostHome(machine);
	const extensions = join(home, ".gemini", "extensions");
	const names = existsSync(extensions) ? readdirSync(extensions) : [];
	const settings = settingsFiles({ home, project, environment: machine.environment });
	const hooks = [...settings, ...names.map((name) => join(extensions, name, "hooks", "hooks.json"))];
	const late = hooks.flatMap((path) => hookTraces(path, entriesOf(saidIn(path).hooks).AfterTool));
	const seen = [
		...hooks.flatMap((path) => hookTraces(path, saidIn(path).hooks)),
		...settings.flatMap((path) => nameTraces(path, keysOn(saidIn(path).mcpServers))),
		...names.flatMap((name) => nameTraces(join(extensions, name), [name])),
	];
	const hasSay = Object.fromEntries(othersIn(late).map(({ name }) => [name, HAS_SAY]));
	return othersIn(seen, hasSay);
}

/** The host appends what such a hook adds to the original, so it would be lost with the original. */
const HAS_SAY = "it changes the same tool results, so ibid does nothing with them";
