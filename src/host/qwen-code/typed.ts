/** The value of an option as it was typed, the last one; undefined if it was not. */
export function typedValue(args: readonly string[], option: string): string | undefined {
	return placesOf(args, option).at(-1)?.value;
}

/** What was typed, with another value wherever the option stands. */
export function withValue(args: readonly string[], option: string, value: string): string[] {
	const places = new Map(placesOf(args, option).map(({ at, prefix }) => [at, prefix + value]));
	return args.map((word, at) => places.get(at) ?? word);
}

type TypedWord = { readonly at: number; readonly prefix: string; readonly value: string };

/** The words that hold the value: the one behind the option, or the option itself with "=". */
function placesOf(args: readonly string[], option: string): TypedWord[] {
	const end = args.indexOf("--");
	return args.slice(0, end < 0 ? args.length : end).flatMap((word, at): TypedWord[] => {
		const prefix = `${option}=`;
		if (word.startsWith(prefix)) return [{ at, prefix, value: word.slice(prefix.length) }];
		const next = args[at + 1];
		return word === option && next !== undefined ? [{ at: at + 1, prefix: "", value: next }] : [];
	});
}
