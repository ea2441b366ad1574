import { join } from "node:path";
import { readIf } from "../../wire/read-if.ts";

/** What settings of the host may change for us. */
export type GeminiSettings = {
	/** At what share of the window it compresses. */
	readonly share: number;
	/** Longer texts of commands and servers it cuts. */
	readonly longest: number;
};

/** The settings of a user and a project. Of several that may apply the smallest counts, and none that is above the usual. */
export function settingsFor(home: string, project: string): GeminiSettings {
	const texts = [home, project].map((folder) => readIf(join(folder, ".gemini", "settings.json")));
	const smallest = (name: string, usual: number): number => {
		const set = texts.flatMap((text) => [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*([\\d.]+)`, "g"))]);
		// None at all stands for the usual, or for no limit.
		return Math.min(usual, ...set.map(([, number]) => Number(number)).filter((number) => number > 0));
	};
	return { share: smallest("compressionThreshold", 0.5), longest: smallest("truncateToolOutputThreshold", 40_000) };
}
