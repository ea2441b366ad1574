import { editLens } from "../edit.ts";
import { unwrapNothing } from "../page.ts";
import { readLens } from "../read.ts";
import { shellLens } from "../shell.ts";
import type { Tools } from "../types.ts";
import { writeLens } from "../write.ts";

/** OpenCode 1.18. */
export function openCodeTools(): Tools {
	return {
		lenses: {
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
			bash: shellLens({ command: "command", directory: "workdir", trims: false }),
		},
		unwrap: unwrapNothing,
	};
}
