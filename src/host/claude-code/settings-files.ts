import { join, resolve } from "node:path";

/** Files of settings: the user's, in the host's folder, and a project's, the one that counts most last. */
export function settingsFiles(folder: string, project: string | undefined): string[] {
	const own = join(folder, "settings.json");
	if (project === undefined) return [own];
	const inProject = ["settings.json", "settings.local.json"].map((name) => resolve(project, ".claude", name));
	// In the home the project's are the user's.
	return [...new Set([own, ...inProject])];
}
