/** What the user wrote, the last one first. */
export type Prompts = { readonly text: string; readonly before: Prompts } | undefined;

/** Whether the user wrote the name of a file, in whatever folder. */
export function isNamedIn(prompts: Prompts, path: string): boolean {
	const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
	for (let at = prompts; at; at = at.before) if (at.text.includes(name)) return true;
	return false;
}
