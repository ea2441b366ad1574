import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dropAdded } from "../../install/drop-added.ts";
import { findHost } from "../../install/find-host.ts";
import { readJournal } from "../../install/journal.ts";
import { programIn } from "../../install/launcher.ts";
import type { FoundHost, HostInstaller, InstallStep, Machine } from "../../install/types.ts";
import { addTo, removeFrom } from "../../wire/jsonc-edit.ts";
import { others } from "./others.ts";
import { isOurs, PLUGIN, pluginsIn, SETTINGS, settingsFile, wired } from "./wired.ts";

/** How ibid gets into OpenCode and out of it: one element of a list in the user's settings. */
export const opencodeFitting: HostInstaller = {
	host: "opencode",
	title: "OpenCode",
	program: "opencode",
	find: (machine) => findHost(machine, "opencode", /\d+\.\d+\.\d+\S*/, { folder: machine.home }),
	touches: (machine) => [listing(machine)],
	install: (machine) => [addition(machine)],
	uninstall: (machine) => SETTINGS.map((name) => removal(machine, name)),
	wired,
	others,
	tryOut,
};

/** The file that our plugin belongs in: whose list counts; a new list in a later file would hide one of the user's. */
function listing(machine: Machine): string {
	const there = SETTINGS.filter((name) => existsSync(settingsFile(machine, name)));
	const name = there.findLast((each) => pluginsIn(settingsFile(machine, each)) !== undefined);
	return settingsFile(machine, name ?? there.findLast((each) => each !== "config.json") ?? "opencode.json");
}

function addition(machine: Machine): InstallStep {
	const path = listing(machine);
	const edit = (text = ""): string => addTo(text.trim() === "" ? NEW : text, ["plugin"], address(machine));
	return { kind: "edit", says: "Adds ibid's plugin to the list of plugins.", path, edit };
}

/** The host puts the schema into settings that have none, which would then be no longer as we made them. */
const NEW = `{\n  "$schema": "https://opencode.ai/config.json"\n}\n`;

function address({ data }: Machine): string {
	return pathToFileURL(join(programIn(data), ...PLUGIN)).href;
}

function removal(machine: Machine, name: string): InstallStep {
	const path = settingsFile(machine, name);
	const edit = (text?: string): string | undefined => {
		// Settings that do not name us need not even be readable.
		if (text === undefined || !text.includes(PLUGIN.join("/"))) return text;
		const left = dropAdded(removeFrom(text, ["plugin"], isOurs), "plugin", machine, "opencode", path);
		const wasMissing = readJournal(machine.data, "opencode")?.before[path] === null;
		return wasMissing && left.trim() === NEW.trim() ? undefined : left;
	};
	return { kind: "edit", says: "Takes ibid's plugin out of the list of plugins.", path, edit };
}

/** The host starts its plugins to show its settings, and they show what ours adds to them. */
async function tryOut(machine: Machine, { program }: FoundHost): Promise<string | undefined> {
	const { code, output, errors } = await machine.run(program, ["debug", "config"], { folder: machine.home });
	if (code !== 0) return `OpenCode could not show its settings: ${firstLine(errors || output)}`;
	return output.includes(`"${COMMAND}"`) ? undefined : "OpenCode has started without ibid's plugin.";
}

const COMMAND = "ibid-refresh";

function firstLine(text: string): string {
	return text.trim().split("\n")[0] ?? "";
}
