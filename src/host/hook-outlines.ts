import type { FoldFinder } from "../outline/first-view.ts";

/** What hooks need to outline files: whether the user wants it in a directory, and what finds the lines. */
export type HookOutlines = {
	readonly isOn: (directory: string) => boolean;
	readonly findFolds: FoldFinder;
	readonly load: () => Promise<void>;
};
