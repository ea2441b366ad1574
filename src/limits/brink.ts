/**
 * A host that compacts in the middle of a turn keeps the results of that turn and nothing before: a note among them would
 * never be seen with the lines that it stands for. So on the brink of it texts pass whole.
 */
export type Brink = (tokens: number) => boolean;

/**
 * Claude Code compacts as soon as a request would come nearer than 33,000 tokens to the end of the window, or have a
 * share of it that the user has set; it does not say how large the window is. A conversation that is longer than one of
 * these is not in such a window.
 */
export function claudeCodeBrink(windows: readonly number[] = [200_000, 1_000_000], share = 1): Brink {
	return (tokens) =>
		windows.some((window) => {
			const most = Math.min(window - 33_000, share * (window - 20_000));
			return tokens > most - MARGIN && tokens <= window;
		});
}

/** Our counting is not the host's. */
const MARGIN = 3_000;

/** Where compaction comes between turns, or leaves no notes behind. */
export const noBrink: Brink = () => false;
