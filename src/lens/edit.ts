import { fileSubject } from "./paths.ts";
import { NOTHING_SHOWN } from "./text.ts";
import type { Lens } from "./types.ts";

/** How a tool that puts new text in the place of old text is called. */
export type EditTool = { readonly path: string; readonly old: string; readonly text: string; readonly all: string };

/** A tool that replaces a text in a file. */
export function editLens(names: EditTool): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[names.path]);
		const old = input[names.old];
		const text = input[names.text];
		if (!subject || typeof old !== "string" || typeof text !== "string") return undefined;
		return {
			subjects: [subject],
			readOnly: false,
			own: [{ kind: "edit", subject, old, text, all: input[names.all] === true }],
			view: () => NOTHING_SHOWN,
		};
	};
}
