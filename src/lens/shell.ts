import type { Subject } from "../core/types.ts";
import { fileSubject } from "./paths.ts";
import { NO_GUTTER, plainView, UNLIMITED } from "./text.ts";
import type { Lens, ToolCall } from "./types.ts";

/** A tool that runs a command: `cat` and `sed -n` show a file, everything else its own output. */
export function shellLens(names: { readonly command: string }): Lens {
	return (call) => {
		const command = call.input[names.command];
		if (typeof command !== "string") return undefined;
		const shown = shownFile(call, wordsOf(command));
		if (shown) {
			const { subject, first, room } = shown;
			return {
				subjects: [subject],
				readOnly: true,
				own: [],
				view: ({ lines }) => ({
					kind: "shown",
					parts: [{ subject, from: 0, count: lines.length, first, gutter: NO_GUTTER, room }],
				}),
			};
		}
		const subject: Subject = { kind: "command", name: `${call.directory}\n${command}`, label: command };
		return {
			subjects: [subject],
			readOnly: false,
			own: [],
			view: (page) => plainView(subject, page),
			failure: (page) => plainView(subject, page),
		};
	};
}

type ShownFile = { readonly subject: Subject; readonly first: number; readonly room: number };

function shownFile(call: ToolCall, words: readonly string[]): ShownFile | undefined {
	const path = words.at(-1);
	const subject = path?.startsWith("-") ? undefined : fileSubject(call.directory, path);
	if (!subject) return undefined;
	if (words[0] === "cat" && words.length === 2) return { subject, first: 1, room: UNLIMITED };
	if (words[0] !== "sed" || words[1] !== "-n" || words.length !== 4) return undefined;
	const range = /^([1-9]\d{0,8})(?:,([1-9]\d{0,8}))?p$/.exec(words[2] ?? "");
	if (!range) return undefined;
	const first = Number(range[1]);
	const last = Number(range[2] ?? range[1]);
	return last < first ? undefined : { subject, first, room: last - first + 1 };
}

/** The words of a command that consists of nothing but plain and quoted words; else none. */
function wordsOf(command: string): string[] {
	const words = command.trim().split(/ +/);
	const plain = words.map((word) => /^([\w./@:+,=%-]+)$|^'([\w./@:+,=% -]+)'$|^"([\w./@:+,=% -]+)"$/.exec(word));
	return plain.every((found) => found !== null) ? plain.map((found) => found[1] ?? found[2] ?? found[3] ?? "") : [];
}
