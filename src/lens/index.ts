/** The entry point `ibid/lens`: tools of known agents, and functions that describe other tools. */
export type { Call, Gutter, Part, Subject, View } from "../core/types.ts";
export {
	changeTool,
	describeTools,
	editTool,
	type ReadToolDescription,
	readOnlyTool,
	readTool,
	searchTool,
	shellTool,
	writeTool,
} from "./builders.ts";
export { lookAtCall, lookAtText } from "./look.ts";
export type { EditTool } from "./own/edit.ts";
export type { ShellTool } from "./shell/shell.ts";
export { claudeCodeTools } from "./tools/claude-code.ts";
export { codexTools } from "./tools/codex.ts";
export { copilotCliTools } from "./tools/copilot-cli.ts";
export { geminiCliTools } from "./tools/gemini-cli.ts";
export { openCodeTools } from "./tools/opencode.ts";
export { piTools } from "./tools/pi.ts";
export type { CallMeaning, Lens, Outcome, ResultBody, ResultText, ToolCall, Tools } from "./types.ts";
