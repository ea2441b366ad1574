import type { Gutter, Part, Subject } from "../src/core/types.ts";
import type { Lens, ResultText } from "../src/lens/types.ts";

/**
 * Our own tools that show several ranges in one text, because no lens does so yet: each range has a header, and its
 * lines have a sign or a padded number, so that no line of a file can look like a header.
 */
export const manyLenses: Readonly<Record<string, Lens>> = {
	signed: manyLens({ kind: "sign", sign: "| " }),
	numbered: manyLens({ kind: "number", width: 6, mark: "\t", forced: false }),
};

/** The header of one range. */
export const HEAD = "== ";

/** What is printed before a line. */
export function signOf(tool: "signed" | "numbered", number: number): string {
	return tool === "signed" ? "| " : `${String(number).padStart(6)}\t`;
}

function manyLens(gutter: Gutter): Lens {
	return ({ input, directory }) => {
		const views = (Array.isArray(input.views) ? input.views : []).map((view) => viewOf(directory, String(view)));
		const view = ({ lines }: ResultText) => {
			const heads = lines.flatMap((line, index) => (line.startsWith(HEAD) ? [index] : []));
			const parts = views.map(({ subject, first, room }, index): Part => {
				const from = heads[index]! + 1;
				return { subject, from, count: (heads[index + 1] ?? lines.length) - from, first, gutter, room };
			});
			return { kind: "shown", parts } as const;
		};
		return { subjects: views.map(({ subject }) => subject), readOnly: true, own: [], view };
	};
}

function viewOf(directory: string, view: string): { subject: Subject; first: number; room: number } {
	const [, label = "", first, count] = /^(.*):(\d+)\+(\d*)$/.exec(view) ?? [];
	const path = new URL(label, `file://${directory}/`).pathname;
	const subject: Subject = { kind: "file", name: decodeURIComponent(path), label };
	const room = count ? Number(count) : Number.MAX_SAFE_INTEGER;
	return { subject, first: Number(first), room };
}
