import { editLens } from "../edit.ts";
import { unwrapNothing } from "../page.ts";
import { readLens } from "../read.ts";
import { shellLens } from "../shell.ts";
import type { Tools } from "../types.ts";
import { writeLens } from "../write.ts";

/** Claude Code from 2.1.100 on: the host numbers whatever a Read returns. */
export function claudeCodeTools(_version: string): Tools {
	return {
		lenses: {
			Read: readLens({
				path: "file_path",
				first: "offset",
				count: "limit",
				most: 2000,
				gutter: { kind: "number", width: 0, mark: "\t", forced: true },
			}),
			Write: writeLens({ path: "file_path", text: "content" }),
			Edit: editLens({ path: "file_path", old: "old_string", text: "new_string", all: "replace_all" }),
			Bash: shellLens({ command: "command", background: "run_in_background", trims: true }),
		},
		unwrap: unwrapNothing,
	};
}
