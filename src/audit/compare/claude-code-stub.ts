import { callSubject } from "../../lens/other.ts";
import { watch } from "./seen.ts";
import { replaced } from "./spared.ts";
import type { Rule } from "./types.ts";

/**
 * Claude Code: a Read that repeats the latest one of its path is a sentence if nothing has changed.
 *
 * Only the latest Read of a path is remembered, until the model itself changes the file. What the host looks up in the
 * file system, whether it has changed since, is told here by the lines.
 */
export const claudeCodeStub: Rule = {
	name: "Claude Code's stub",
	follow(host, count) {
		const see = watch(host);
		const latest = new Map<string, { readonly id: string; readonly asked: string; readonly text: string }>();
		return (entry) => {
			if (entry.kind === "reset") latest.clear();
			if (entry.kind === "erase") for (const [path, { id }] of latest) if (entry.ids.includes(id)) latest.delete(path);
			const seen = see(entry);
			if (!seen) return undefined;
			for (const path of seen.changed) latest.delete(path);
			const { reading, result, call } = seen;
			if (!reading || seen.isCommand) return undefined;
			const [asked, text] = [callSubject(call).name, reading.lines.join("\n")];
			const base = latest.get(reading.path);
			latest.set(reading.path, { id: result.id, asked, text });
			return base?.asked === asked && base.text === text ? replaced(count, result.text, STUB) : undefined;
		};
	},
};

/** As long as the host's own. */
const STUB =
	"This file is as it was when you last read it; look at the result of that earlier call and go on from there.";
