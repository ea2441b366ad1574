import * as v from "valibot";
import { stateFolder } from "../store/state-folder.ts";
import { jsonText } from "../wire/jsonc.ts";
import type { Launcher, Machine } from "./types.ts";

/** What a plugin says of its server, with the program that was copied in the place of `ibid`. */
export function withLauncher(text: string, machine: Machine, { program, args }: Launcher): string {
	const { ibid } = v.parse(ServersShape, JSON.parse(text)).mcpServers;
	const isUsual = machine.data === stateFolder(machine.home, {});
	const env = { ...ibid.env, ...(isUsual ? {} : { IBID_STATE: machine.data }) };
	const server = { ...ibid, command: program, args: [...args, ...ibid.args], env };
	return jsonText({ mcpServers: { ibid: server } });
}

/** The words that start the server of a plugin; undefined if its file cannot be understood. */
export function serverWords(text: string): readonly string[] | undefined {
	try {
		const { ibid } = v.parse(ServersShape, JSON.parse(text)).mcpServers;
		return [ibid.command, ...ibid.args];
	} catch {
		return undefined;
	}
}

const ServersShape = v.object({
	mcpServers: v.object({
		ibid: v.looseObject({
			command: v.string(),
			args: v.array(v.string()),
			env: v.optional(v.record(v.string(), v.string()), {}),
		}),
	}),
});
