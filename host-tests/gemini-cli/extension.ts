import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../folders.ts";
import { type Ended, run } from "../program.ts";
import { allowTool, byTailCall, EXTENSION, serving, type Wiring, withoutServer } from "./live.ts";
import { environmentFor, PROGRAM } from "./run.ts";

/** The extension, installed as a user would install it, and its server in the settings. */
export function byExtension(): Wiring {
	return { ...byTailCall(), hooks: {}, install: (home) => install(home, EXTENSION) };
}

/** The same with a server of the extension itself, which the user has not configured. */
export function byServerOfExtension(): Wiring {
	const folder = makeFolder("plugin");
	const [wiring, file] = [byTailCall(), join(folder, "gemini-extension.json")];
	cpSync(EXTENSION, folder, { recursive: true });
	const mcpServers = { ibid: { ...serving(), env: { IBID_STATE: wiring.state } } };
	writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), mcpServers }));
	return { ...withoutServer(wiring), hooks: {}, install: (home) => install(home, folder) };
}

async function install(home: string, folder: string): Promise<void> {
	await gemini(home, "extensions", "install", folder, "--consent");
	await allowTool(home);
}

/** Removes the extension from a home directory. */
export async function removeExtension(home: string): Promise<void> {
	await gemini(home, "extensions", "uninstall", "ibid");
}

/** The names of the extensions in a home. */
export async function extensionsIn(home: string): Promise<string> {
	const { output, errors } = await gemini(home, "extensions", "list");
	return output + errors;
}

async function gemini(home: string, ...args: readonly string[]): Promise<Ended> {
	const environment = environmentFor(home, "http://127.0.0.1:9");
	const ended = await run("node", [PROGRAM, ...args], { folder: home, environment });
	if (ended.code !== 0) throw new Error(`gemini ${args.join(" ")} ended with ${ended.code}: ${ended.errors}`);
	return ended;
}
