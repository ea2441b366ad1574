import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { textAt } from "../../install/files.ts";
import { dropAdded } from "../../install/journal.ts";
import { programIn } from "../../install/launcher.ts";
import { fileTraces, keysOn, nameTraces, othersIn, type ToolTrace } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { FoundHost, HostInstaller, InstallStep, Machine, OtherTool } from "../../install/types.ts";
import { unusedWords } from "../../install/wired.ts";
import { type Json, parseJsonc } from "../../wire/jsonc.ts";
import { addTo, removeFrom } from "../../wire/jsonc-edit.ts";
import { agentFolder, isOurPackage, packagesAt, packagesIn, settingsFile, sourceOf, wired } from "./wired.ts";

/** Installs ibid in pi: as a package in the data folder. */
export const piInstaller: HostInstaller = {
	host: "pi",
	title: "pi",
	program: "pi",
	find,
	touches: (machine) => [settingsFile(machine)],
	install,
	uninstall,
	keeps,
	wired,
	others,
	tryOut,
};

async function find(machine: Machine): Promise<FoundHost | undefined> {
	const program = machine.find("pi");
	if (program === undefined) return undefined;
	const { output, errors } = await machine.run(program, ["--version"], aroundHost(machine));
	// Other programs have this name too, and some versions print it on standard error.
	const [version] = /^\d+\.\d+\.\d+\S*$/m.exec(`${output}\n${errors}`) ?? [];
	return version === undefined ? undefined : { program, version };
}

/** Run in the home directory, so no project's settings apply; and without network traffic that we did not ask for. */
function aroundHost({ home }: Machine): { folder: string; environment: Record<string, string> } {
	return { folder: home, environment: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" } };
}

function install(machine: Machine, { program }: FoundHost): readonly InstallStep[] {
	const [path, folder] = [settingsFile(machine), programIn(machine.data)];
	const own = textAt(path);
	const around = aroundHost(machine);
	return [
		...takeOut(machine, program),
		{ kind: "run", says: "Adds ibid to pi's packages.", program, args: ["install", folder], around },
		{
			kind: "edit",
			says: "Keeps the formatting of your settings; adds only that entry.",
			path,
			edit: (text) => asWritten(machine, own, text),
		},
	];
}

/** The host's change in the user's formatting, or in the host's if that is not possible. */
function asWritten(machine: Machine, own: string | undefined, text: string | undefined): string | undefined {
	const entry = sourceIn(machine);
	// The host reports success even if it has written nothing.
	if (entry === undefined) throw new Error("which pi cannot read: it needs JSON without comments and trailing commas");
	if (own === undefined) return text;
	try {
		const added = addTo(removed(machine, own), ["packages"], entry);
		return isDeepStrictEqual(parseJsonc(added), parseJsonc(text ?? "")) ? added : text;
	} catch {
		return text;
	}
}

/** The host's name for our folder among its packages. */
function sourceIn(machine: Machine): string | undefined {
	return packagesIn(machine)?.find(
		(entry): entry is string => typeof entry === "string" && isOurPackage(machine, entry),
	);
}

/** Settings without our entry. Throws if they cannot be read. */
function removed(machine: Machine, text: string): string {
	const left = removeFrom(text, ["packages"], (entry) => isOurPackage(machine, entry));
	return left === text ? left : dropAdded(left, "packages", machine, "pi", settingsFile(machine));
}

function uninstall(machine: Machine, found: FoundHost | undefined): readonly InstallStep[] {
	const path = settingsFile(machine);
	const own = textAt(path);
	const edit = (text: string | undefined): string | undefined => {
		try {
			return own === undefined ? text : removed(machine, own);
		} catch (error) {
			// Settings that do not name ibid need not be readable.
			if (own && NAMES_US.test(own)) throw error;
			return text;
		}
	};
	return [
		...takeOut(machine, found?.program),
		{ kind: "edit", says: `Leaves ${path} as you write it, without the entry of ibid.`, path, edit },
	];
}

/** The end of our package's path. */
const NAMES_US = /[\\/]program[\\/]?"/;

/** The host's own command for removal, if ibid is there. */
function takeOut(machine: Machine, program: string | undefined): readonly InstallStep[] {
	if (program === undefined || wired(machine).kind === "no") return [];
	const folder = programIn(machine.data);
	const [says, around] = [`Takes ${folder} out of pi's packages.`, aroundHost(machine)];
	return [{ kind: "run", says, program, args: ["remove", folder], around, mayFail: true }];
}

/** Which parts of the package the user wants, if that was set. */
function keeps(machine: Machine): readonly InstallStep[] {
	const entry = packagesIn(machine)?.find((each) => typeof each === "object" && isOurPackage(machine, each));
	if (entry === undefined) return [];
	const path = settingsFile(machine);
	const wanted: Record<string, Json> = JSON.parse(JSON.stringify(entry));
	const edit = (text = ""): string => {
		const source = sourceIn(machine);
		return source === undefined ? text : addTo(removed(machine, text), ["packages"], { ...wanted, source });
	};
	return [{ kind: "edit", says: "Keeps turned off what you turned off.", path, edit }];
}

/** Starts the host and lets it list its commands and their files. */
async function tryOut(machine: Machine, { program }: FoundHost): Promise<string | undefined> {
	const now = wired(machine);
	if (now.kind !== "yes") return unusedWords(now);
	const args = ["--mode", "rpc", "--no-session", "--offline"];
	const input = `${JSON.stringify({ id: "1", type: "get_commands" })}\n`;
	const { output, errors } = await machine.run(program, args, { ...aroundHost(machine), input });
	const answers = output.split("\n").flatMap((line) => (v.is(AnswerShape, line) ? v.parse(AnswerShape, line) : []));
	const files = answers.flatMap(({ data }) => data.commands.map(({ sourceInfo }) => sourceInfo?.path));
	if (files.some((file) => file !== undefined && now.launcher.includes(file))) return undefined;
	return `pi started without ibid's extension: ${(errors || output).trim().split("\n")[0] ?? ""}`;
}

const AnswerShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.looseObject({
		command: v.literal("get_commands"),
		data: v.looseObject({
			commands: v.array(v.looseObject({ sourceInfo: v.optional(v.looseObject({ path: v.string() })) })),
		}),
	}),
);

/** Other tools that pi would use in a project: packages, extensions in lists and in folders, and servers. */
function others(machine: Machine, project: string): OtherTool[] {
	const folders = [agentFolder(machine), join(project, ".pi")];
	return othersIn(
		folders.flatMap((folder) => [
			...listTraces(folder),
			...fileTraces(join(folder, "extensions")),
			...serverTraces(folder),
		]),
	);
}

function listTraces(folder: string): ToolTrace[] {
	const path = join(folder, "settings.json");
	const packages = (packagesAt(path) ?? []).filter((entry) => !isSilenced(entry)).map(sourceOf);
	const { extensions } = saidIn(path);
	return nameTraces(path, [...packages, ...(Array.isArray(extensions) ? extensions : [])]);
}

/** Whether the user wants none of a package's extensions. */
function isSilenced(entry: unknown): boolean {
	if (typeof entry !== "object" || entry === null || !("extensions" in entry)) return false;
	return Array.isArray(entry.extensions) && entry.extensions.length === 0;
}

function serverTraces(folder: string): ToolTrace[] {
	const path = join(folder, "mcp.json");
	return nameTraces(path, keysOn(saidIn(path).mcpServers));
}
