/** A string that occurs exactly once in a source file, and its replacement. */
export type MutantEdit = { readonly file: string; readonly find: string; readonly replace: string };

/** One rule of `src/` broken on purpose, and a sentence that says what is broken. */
export type Mutant = MutantEdit & {
	readonly name: string;
	readonly broken: string;
	readonly also?: readonly MutantEdit[];
};

/** The files of a mutant with its edits made, or one sentence why they cannot be made. */
export type Mutation =
	| { readonly kind: "made"; readonly files: ReadonlyMap<string, string> }
	| { readonly kind: "stale"; readonly why: string };

/** Makes the edits of a mutant; a missing file counts as empty. */
export function mutate(mutant: Mutant, sourceOf: (file: string) => string): Mutation {
	const files = new Map<string, string>();
	for (const edit of [mutant, ...(mutant.also ?? [])]) {
		const source = files.get(edit.file) ?? sourceOf(edit.file);
		const why = whyStale(edit, source);
		if (why !== undefined) return { kind: "stale", why };
		files.set(edit.file, source.split(edit.find).join(edit.replace));
	}
	return { kind: "made", files };
}

function whyStale({ file, find, replace }: MutantEdit, source: string): string | undefined {
	// Tests would always catch a mutant that changed a test.
	if (!/^src\/.*\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) return `${file} is not a source under src/`;
	if (find === "" || find === replace) return "it changes nothing";
	const times = source.split(find).length - 1;
	if (times === 1) return undefined;
	return `${file} has its find ${times} times and must have it exactly once: ${find}`;
}
