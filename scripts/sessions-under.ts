import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The session at a path, or all in a folder; what a folder says of itself left out. */
export function sessionsUnder(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	const names = readdirSync(path).sort();
	return names.filter((name) => !/\.(md|tsv)$/.test(name)).flatMap((name) => sessionsUnder(join(path, name)));
}
