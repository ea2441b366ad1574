import { copilotOwn, editorLens } from "../own/tools.ts";
import { copilotView } from "../read/copilot-cli.ts";
import { copilotSearches } from "../search/tools.ts";
import { shellLens } from "../shell/shell.ts";
import type { Tools } from "../types.ts";
import { unwrapCopilotCli } from "../unwrap/copilot-cli.ts";

/** Copilot CLI's tools. */
export const copilotCliTools: Tools = {
	lenses: {
		view: copilotView,
		...copilotOwn,
		...copilotSearches,
		str_replace_editor: editorLens(copilotView),
		bash: shellLens({ command: "command", trims: true }),
	},
	unwrap: unwrapCopilotCli,
};
