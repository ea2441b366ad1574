import { readFileSync } from "node:fs";
import { join } from "node:path";

/** At what share of the window the host compresses, as far as its settings say; of several that apply the smallest. */
export function compressionShare(home: string, project: string): number | undefined {
	const shares = [home, project].flatMap((folder) => {
		const found = /"compressionThreshold"\s*:\s*([\d.]+)/.exec(readIf(join(folder, ".gemini", "settings.json")));
		return found ? [Number(found[1])] : [];
	});
	// No share at all means half.
	const set = shares.filter((share) => share > 0);
	return set.length > 0 ? Math.min(...set, DEFAULT) : undefined;
}

const DEFAULT = 0.5;

/** What a file says; nothing where there is none. */
export function readIf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
