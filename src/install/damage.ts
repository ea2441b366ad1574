import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What is wrong with a copy of a package of the same version, in words; undefined if nothing is. It compares only names
 * and sizes.
 */
export function damagedIn(copy: string, root: string): string | undefined {
	for (const [name, size] of sizesIn(root)) {
		const path = join(copy, name);
		const stats = statSync(path, { throwIfNoEntry: false });
		if (!stats) return `${path} is gone`;
		if (stats.size !== size) return `${path} is not what it was`;
	}
	return undefined;
}

function sizesIn(root: string): Array<readonly [string, number]> {
	const folders = ["dist", "plugins"].filter((folder) => existsSync(join(root, folder)));
	const names = folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
	);
	return names.flatMap((name) => {
		const stats = statSync(join(root, name));
		return stats.isFile() ? [[name, stats.size] as const] : [];
	});
}
