import { didYouMean, Mistake } from "./mistake.ts";

/** The host that a word means: by its name, or by a beginning that no other name has. */
export function hostNamed<Name extends string>(word: string | undefined, names: readonly Name[]): Name {
	const meant = names.filter((name) => name === word || (word && name.startsWith(word)));
	const [only] = meant;
	if (only && (meant.length === 1 || only === word)) return only;
	const known = new Intl.ListFormat("en").format(names);
	if (word === undefined) throw new Mistake(`Which host? There are ${known}.`);
	throw new Mistake(`There is nothing for the host ${word}.${didYouMean(word, names) || ` There are ${known}.`}`);
}
