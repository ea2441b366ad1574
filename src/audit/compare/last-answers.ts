import { watch } from "./seen.ts";
import { replaced } from "./spared.ts";
import type { Rule } from "./types.ts";

/**
 * devboy-format-pipeline: an answer equal to one of the last five different ones is a reference to it.
 *
 * Whole texts of 200 characters or more, the five used last, whichever tool brought them; not those of failed calls. A
 * change by the model takes out what a tool had read of that file, a reset takes all; an erased text stays.
 */
export const lastAnswers: Rule = {
	name: "last 5 answers",
	follow(host, count) {
		const see = watch(host);
		let answers: readonly { readonly text: string; readonly path: string | undefined }[] = [];
		return (entry) => {
			if (entry.kind === "reset") answers = [];
			const seen = see(entry);
			if (!seen) return undefined;
			const { reading, isCommand, changed } = seen;
			answers = answers.filter(({ path }) => path === undefined || !changed.includes(path));
			const { text, plain } = seen.result;
			if (seen.hasFailed || !plain || text.length < SHORTEST) return undefined;
			const known = answers.find((answer) => answer.text === text);
			const others = answers.filter((answer) => answer !== known);
			answers = [...others, known ?? { text, path: isCommand ? undefined : reading?.path }].slice(-MOST);
			return known ? replaced(count, text, REFERENCE) : undefined;
		};
	},
};

const SHORTEST = 200;
const MOST = 5;

/** As long as the published one, which ends in eight digits of a hash. */
const REFERENCE = "[what call 4f0c8a2e has answered]";
