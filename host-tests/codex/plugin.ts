import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { makeFolder } from "../folders.ts";
import { type Ended, run } from "../program.ts";
import { ibid, PLUGIN, type Wiring } from "./live.ts";
import { codexEnvironment, PROGRAM } from "./run.ts";

/** The plugin, installed as a user would install it, except for the program that its server starts. */
export function byPlugin(): Wiring {
	const [market, state] = [makeFolder("plugin"), makeFolder("state")];
	const plugin = join(market, "plugins", "ibid");
	cpSync(PLUGIN, plugin, { recursive: true });
	const { mcpServers } = v.parse(ServersShape, JSON.parse(readFileSync(join(plugin, ".mcp.json"), "utf8")));
	const server = { ...mcpServers.ibid, ...ibid(), env: { IBID_STATE: state } };
	writeFileSync(join(plugin, ".mcp.json"), JSON.stringify({ mcpServers: { ibid: server } }));
	const offers = [{ name: "ibid", source: { source: "local", path: "./plugins/ibid" } }];
	mkdirSync(join(market, ".agents", "plugins"), { recursive: true });
	writeFileSync(
		join(market, ".agents", "plugins", "marketplace.json"),
		JSON.stringify({ name: "here", plugins: offers }),
	);
	const install = async (home: string): Promise<string[]> => {
		await codex(home, "plugin", "marketplace", "add", market);
		await codex(home, "plugin", "add", "ibid@here");
		return configurationIn(home).split("\n");
	};
	return { state, install };
}

const ServersShape = v.object({ mcpServers: v.object({ ibid: v.looseObject({ command: v.string() }) }) });

/** Removes the plugin from a home directory; returns the configuration after that. */
export async function removePlugin(home: string): Promise<string> {
	await codex(home, "plugin", "remove", "ibid@here");
	await codex(home, "plugin", "marketplace", "remove", "here");
	return configurationIn(home);
}

async function codex(home: string, ...args: readonly string[]): Promise<Ended> {
	const ended = await run(PROGRAM, args, { folder: home, environment: codexEnvironment(home) });
	if (ended.code !== 0) throw new Error(`codex ${args.join(" ")} ended with ${ended.code}: ${ended.errors}`);
	return ended;
}

function configurationIn(home: string): string {
	return readFileSync(join(home, "config.toml"), "utf8");
}
