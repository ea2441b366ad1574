import { describe } from "bun:test";
import { testGuard } from "../../../contracts/guard.ts";
import { UNSET } from "../../../contracts/settings.ts";
import { extend, guardOnly, type Pi, type PiHandlers, type PiSurroundings } from "./extension.ts";

describe.each([
	["pi", extend],
	["pi under ibid run", guardOnly],
])("%s", (name, extendWith) => {
	testGuard(name, {
		write: (path, content) => ({ tool: "write", input: { path, content } }),
		run: (command) => ({ tool: "bash", input: { command } }),
		async ask({ id: toolCallId, tool: toolName, input, directory }, record, isGuarded) {
			const handlers: Partial<PiHandlers> = {};
			const pi: Pi = { on: (event, handler) => (handlers[event] = handler), registerCommand() {}, appendEntry() {} };
			const settings = { ...UNSET, config: { ...UNSET.config, guard: isGuarded } };
			extendWith(pi, record, { now: () => 7, settings: () => settings });
			const sessionManager = { getSessionId: () => "s1", getBranch: () => [] };
			const ui = { setStatus() {}, notify() {} };
			const context: PiSurroundings = { cwd: directory, hasUI: false, ui, sessionManager };
			return handlers.tool_call?.({ toolName, toolCallId, input }, context)?.reason;
		},
	});
});
