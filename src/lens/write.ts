import { fileSubject } from "./paths.ts";
import { NOTHING_SHOWN } from "./text.ts";
import type { Lens } from "./types.ts";

/** A tool that writes a whole file. */
export function writeLens(names: { readonly path: string; readonly text: string }): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[names.path]);
		const text = input[names.text];
		if (!subject || typeof text !== "string") return undefined;
		return {
			subjects: [subject],
			readOnly: false,
			own: [{ kind: "write", subject, text }],
			view: () => NOTHING_SHOWN,
		};
	};
}
