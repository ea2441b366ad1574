/** The tools by which models read files, one lens for each host; where versions differ, for a version. */
export { claudeCodeRead } from "./read-claude-code.ts";
export { copilotView } from "./read-copilot.ts";
export { geminiRead } from "./read-gemini.ts";
export { openCodeRead } from "./read-opencode.ts";
export { piRead } from "./read-pi.ts";
