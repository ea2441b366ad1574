import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/** The folder of the package that a script is part of. */
export function packageRoot(script: string): string {
	return dirname(dirname(realpathSync(script)));
}
