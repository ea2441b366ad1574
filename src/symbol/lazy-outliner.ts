import { languageOfLarge } from "./large-source.ts";
import type { SourceOutliner } from "./outliner.ts";

/** An outliner that is loaded when there is a file for it: most sessions of a host do not need it. */
export function lazyOutliner(make: () => Promise<SourceOutliner>): SourceOutliner {
	let outliner: SourceOutliner | undefined;
	let isLost = false;
	return {
		findFolds(path, text) {
			if (outliner) return outliner.findFolds(path, text);
			return languageOfLarge(path, text) && !isLost ? "pending" : undefined;
		},
		async load() {
			try {
				outliner ??= await make();
				await outliner.load();
			} catch {
				isLost = true;
			}
		},
	};
}
