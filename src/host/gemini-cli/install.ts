import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { pluginFolder, pluginOf } from "../../install/launcher.ts";
import { hookTraces, keysOn, nameTraces, othersIn } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { FoundHost, HostInstaller, InstallStep, Launcher, Machine, OtherTool } from "../../install/types.ts";
import { jsonText, parseJsonc } from "../../wire/jsonc.ts";
import { removeIn, setIn } from "../../wire/jsonc-edit.ts";
import { readIf } from "../../wire/system-error.ts";
import { hostHome } from "./home.ts";
import { settingsFiles } from "./settings-files.ts";
import { aroundHost, find, tryOut } from "./try-out.ts";
import { EXTENSION, enablementIn, hookCommand, LAUNCHER, placesOf, wired } from "./wired.ts";

/** Installs ibid in Gemini CLI: an extension whose hook guards writes under `ibid run`. */
export const geminiCliInstaller: HostInstaller = {
	host: "gemini-cli",
	title: "Gemini CLI",
	program: "gemini",
	isGuard: true,
	find,
	touches: (machine) => {
		const { enablement, integrity } = placesOf(machine);
		return [enablement, integrity];
	},
	install,
	uninstall,
	keeps,
	wired,
	others,
	tryOut,
};

function install(machine: Machine, { program }: FoundHost, launcher: Launcher): readonly InstallStep[] {
	const path = pluginFolder(machine, "gemini-cli");
	const says = "Installs the extension; trusts the folder for this one run.";
	return [
		...takeOut(machine, program),
		{ kind: "folder", says: "Writes the extension.", path, files: extensionFor(machine, launcher) },
		hostRuns(machine, program, says, "install", path, "--consent"),
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

/** The extension with a hook that starts the copied program. */
function extensionFor(machine: Machine, { program, args }: Launcher): ReadonlyMap<string, string> {
	const files = pluginOf(machine, "gemini-cli");
	const command = hookCommand([program, ...args], process.platform === "win32");
	const hooks = JSON.parse(files.get(HOOKS) ?? "{}", (key, value) => (key === "command" ? command : value));
	return new Map([...files, [HOOKS, jsonText(hooks)], [LAUNCHER, jsonText({ program, args })]]);
}

const HOOKS = "hooks/hooks.json";

/** Removes the extension with the host's own command if possible, then deletes what is left. */
function takeOut(machine: Machine, program: string | undefined): readonly InstallStep[] {
	const { extension, enablement, integrity } = placesOf(machine);
	if (!existsSync(extension) && !readIf(enablement).includes(`"${EXTENSION}"`)) return [];
	const says = "Removes the extension from Gemini CLI.";
	const byHost = program === undefined ? [] : [hostRuns(machine, program, says, "uninstall", EXTENSION)];
	return [
		...byHost.map((step): InstallStep => ({ ...step, mayFail: true })),
		{ kind: "remove", says: `Removes ${extension}.`, path: extension },
		{
			kind: "edit",
			says: `Removes what ${enablement} says of the extension.`,
			path: enablement,
			edit: (text) => (text === undefined ? text : removeIn(text, [EXTENSION])),
		},
		{ kind: "edit", says: `Removes ${integrity} if it has nothing else in it.`, path: integrity, edit: unlessOurs },
	];
}

/** The host signs this file as a whole, so only the host can remove one entry. */
function unlessOurs(text: string | undefined): string | undefined {
	const isOurs = text !== undefined && v.is(StoreShape, parseJsonc(text));
	return isOurs ? undefined : text;
}

const StoreShape = v.looseObject({ store: v.strictObject({ [EXTENSION]: v.unknown() }) });

function uninstall(machine: Machine, found: FoundHost | undefined): readonly InstallStep[] {
	const path = pluginFolder(machine, "gemini-cli");
	return [...takeOut(machine, found?.program), { kind: "remove", says: `Removes ${path}.`, path }];
}

/** Where the user has disabled or enabled our extension, in some folders or in all. */
function keeps(machine: Machine): readonly InstallStep[] {
	const overrides = enablementIn(machine);
	if (!overrides) return [];
	const edit = (text = ""): string => setIn(text, [EXTENSION, "overrides"], overrides);
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
	return othersIn([
		...hooks.flatMap((path) => hookTraces(path, saidIn(path).hooks)),
		...settings.flatMap((path) => nameTraces(path, keysOn(saidIn(path).mcpServers))),
		...names.flatMap((name) => nameTraces(join(extensions, name), [name])),
	]);
}
