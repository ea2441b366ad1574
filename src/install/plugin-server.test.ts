import { describe, expect, test } from "bun:test";
import { thisMachine } from "./machine.ts";
import { serverWords, withLauncher } from "./plugin-server.ts";
import type { Launcher } from "./types.ts";

const PLUGIN =
	'{ "mcpServers": { "ibid": { "command": "ibid", "args": ["serve", "codex"], "env": { "A": "b" }, "more": 1 } } }';
const LAUNCHER: Launcher = { program: "/a place/node", args: ["/a place/cli.js"], kind: "script" };

describe("the server of a plugin", () => {
	test("is started with the copied program, and keeps everything else", () => {
		const machine = thisMachine("/home/you", {}, "/home/you/.local/state/ibid");
		const text = withLauncher(PLUGIN, machine, LAUNCHER);
		const args = ["/a place/cli.js", "serve", "codex"];
		expect(JSON.parse(text)).toEqual({
			mcpServers: { ibid: { command: "/a place/node", args, env: { A: "b" }, more: 1 } },
		});
		expect(serverWords(text)).toEqual(["/a place/node", ...args]);
	});

	test("gets the path of ibid's state folder if it is unusual", () => {
		const machine = thisMachine("/home/you", {}, "/elsewhere");
		expect(JSON.parse(withLauncher(PLUGIN, machine, LAUNCHER)).mcpServers.ibid.env).toEqual({
			A: "b",
			IBID_STATE: "/elsewhere",
		});
	});

	test.each(["", "{}", '{ "mcpServers": { "other": {} } }'])("is undefined for %j", (text) => {
		expect(serverWords(text)).toBeUndefined();
	});
});
