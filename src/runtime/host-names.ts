import { didYouMean, UserError } from "./user-error.ts";

/** The host that a word means: by its name, or by a beginning that no other name has. */
export function hostNamed<Host extends { readonly name: string }>(
	word: string | undefined,
	hosts: readonly Host[],
): Host {
	const meant = hosts.filter(({ name }) => name === word || (word && name.startsWith(word)));
	const [only] = meant;
	if (only && (meant.length === 1 || only.name === word)) return only;
	const names = hosts.map(({ name }) => name);
	const known = new Intl.ListFormat("en").format(names);
	if (word === undefined) throw new UserError(`Which agent? One of ${known}.`);
	throw new UserError(`ibid does not support an agent ${word}.${didYouMean(word, names) || ` Supported: ${known}.`}`);
}
