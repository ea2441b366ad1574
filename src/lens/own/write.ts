import type { Subject } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import { opaqueView } from "../text.ts";
import type { Lens, Sight } from "../types.ts";
import { type Look, quietLook } from "./echo.ts";

/** A tool that writes a whole file. */
export function writeLens(names: { readonly path: string; readonly text: string }, look: Look = quietLook): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[names.path]);
		if (!subject) return undefined;
		const text = input[names.text];
		if (typeof text !== "string") return hidingSight([subject]);
		return { subjects: [subject], readOnly: false, own: [{ kind: "write", subject, text }], view: look(subject) };
	};
}

/** A tool that changes a file in a way that its arguments do not tell line by line. */
export function changeLens(names: { readonly path: string }): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[names.path]);
		return subject && hidingSight([subject]);
	};
}

/** A call that changes files, nobody knows how: what was shown of them is hidden, unless it fails. */
export function hidingSight(subjects: readonly Subject[]): Sight {
	return { subjects, readOnly: false, own: [], view: () => opaqueView(subjects) };
}
