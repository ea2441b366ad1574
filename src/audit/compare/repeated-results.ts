import { callSubject } from "../../lens/look.ts";
import { type Rule, replacementSaving, watchResults } from "./rule.ts";

/**
 * pi-readcache, read-once: a reading of the same path and range is a short mark if the lines are the same.
 *
 * Lines are compared with those last shown of the same range, by whichever tool; a reset forgets, erasure is not seen.
 */
export const sameRange: Rule = {
	name: "same range",
	follow(host, count) {
		const see = watchResults(host);
		const shown = new Map<string, string>();
		return (entry) => {
			if (entry.kind === "reset") shown.clear();
			const seen = see(entry);
			if (!seen?.reading) return undefined;
			const { path, first, lines } = seen.reading;
			const [range, text] = [`${first} ${lines.length} ${path}`, lines.join("\n")];
			const isSame = shown.get(range) === text;
			shown.set(range, text);
			return isSame ? replacementSaving(count, seen.result.text, unchanged(lines.length)) : undefined;
		};
	},
};

/** As long as the published mark. */
export function unchanged(lines: number): string {
	return `[these ${lines} lines did not change.]`;
}

/**
 * Claude Code: a Read that repeats the latest one of its path is a sentence if nothing has changed.
 *
 * Only the latest Read of a path is remembered, until the model itself changes the file. What the host looks up in the
 * file system, whether it has changed since, is told here by the lines.
 */
export const claudeCodeStub: Rule = {
	name: "Claude Code's stub",
	follow(host, count) {
		const see = watchResults(host);
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
			return base?.asked === asked && base.text === text ? replacementSaving(count, result.text, STUB) : undefined;
		};
	},
};

/** As long as the host's own. */
const STUB =
	"This file is as it was when you last read it; look at the result of that earlier call and go on from there.";

/**
 * devboy-format-pipeline: an answer equal to one of the last five different ones is a reference to it.
 *
 * Whole texts of 200 characters or more, the five used last, whichever tool brought them; not those of failed calls. A
 * change by the model takes out what a tool had read of that file, a reset takes all; an erased text stays.
 */
export const lastAnswers: Rule = {
	name: "last 5 answers",
	follow(host, count) {
		const see = watchResults(host);
		let answers: readonly { readonly text: string; readonly path: string | undefined }[] = [];
		return (entry) => {
			if (entry.kind === "reset") answers = [];
			const seen = see(entry);
			if (!seen) return undefined;
			const { reading, isCommand, changed } = seen;
			answers = answers.filter(({ path }) => path === undefined || !changed.includes(path));
			const { text, plain } = seen.result;
			if (seen.hasFailed || !plain || text.length < SHORTEST_REMEMBERED) return undefined;
			const known = answers.find((answer) => answer.text === text);
			const others = answers.filter((answer) => answer !== known);
			answers = [...others, known ?? { text, path: isCommand ? undefined : reading?.path }].slice(-MOST_REMEMBERED);
			return known ? replacementSaving(count, text, REFERENCE) : undefined;
		};
	},
};

const SHORTEST_REMEMBERED = 200;
const MOST_REMEMBERED = 5;

/** As long as the published one, which ends in eight digits of a hash. */
const REFERENCE = "[what call 4f0c8a2e has answered]";
