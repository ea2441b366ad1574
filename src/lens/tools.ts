import { editLens } from "./edit.ts";
import { readLens } from "./read.ts";
import { shellLens } from "./shell.ts";
import type { Tools } from "./types.ts";
import { writeLens } from "./write.ts";

/** Claude Code from 2.1.100 on: the host numbers whatever a Read returns. */
export const claudeCodeTools: Tools = {
	Read: readLens({
		path: "file_path",
		first: "offset",
		count: "limit",
		most: 2000,
		gutter: { kind: "number", width: 0, mark: "\t", forced: true },
	}),
	Write: writeLens({ path: "file_path", text: "content" }),
	Edit: editLens({ path: "file_path", old: "old_string", text: "new_string", all: "replace_all" }),
	Bash: shellLens({ command: "command" }),
};

/** OpenCode 1.18. */
export const openCodeTools: Tools = {
	read: readLens({
		path: "filePath",
		first: "offset",
		count: "limit",
		most: 2000,
		gutter: { kind: "number", width: 0, mark: ": ", forced: false },
		between: { open: "<content>", close: "" },
	}),
	write: writeLens({ path: "filePath", text: "content" }),
	edit: editLens({ path: "filePath", old: "oldString", text: "newString", all: "replaceAll" }),
	bash: shellLens({ command: "command" }),
};
