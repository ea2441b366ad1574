import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { FoldFinder } from "../outline/first-view.ts";
import { builtGrammars } from "./built-grammars.ts";
import { loadedFolds, newOutliner, type SourceOutliner } from "./outliner.ts";

/** The outliner of what was built: the build puts this module into a file next to the grammars. */
export function builtOutliner(dist: string = dirname(fileURLToPath(import.meta.url))): SourceOutliner {
	return newOutliner(builtGrammars(dist));
}

/** The same with all grammars loaded. */
export function builtFolds(dist: string = dirname(fileURLToPath(import.meta.url))): Promise<FoldFinder> {
	return loadedFolds(builtGrammars(dist));
}
