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

/** When Claude Code compacts, by the settings that it hands on to its hooks. */
export function brinkIn(environment: Readonly<Record<string, string | undefined>>): Brink {
	const window = Number(environment.CLAUDE_CODE_AUTO_COMPACT_WINDOW);
	const share = Number(environment.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE) / 100;
	return claudeCodeBrink(window > 0 ? [window] : undefined, share > 0 ? share : undefined);
}

/** Our counting is not the host's. */
const MARGIN = 3_000;

/**
 * Gemini CLI compresses before the next prompt, once a request has had a share of the window; it keeps the last third of
 * the conversation, notes and all.
 */
export function geminiCliBrink(share = 0.5, window = 1_048_576): Brink {
	return (tokens) => tokens > share * window - TURN;
}

/** What one turn may well add. */
const TURN = 30_000;

/** Where compaction comes between turns, or leaves no notes behind. */
export const noBrink: Brink = () => false;
