/**
 * A host that compacts in the middle of a turn keeps the results of that turn and nothing before: a note among them would
 * never be seen with the lines that it stands for. So on the brink of it texts pass whole. It is asked with the tokens of
 * the window and the tools of calls that have not answered yet: what they bring comes before the model sees anything.
 */
export type Brink = (tokens: number, open?: readonly string[]) => boolean;

/**
 * Claude Code compacts as soon as a request would come nearer than 33,000 tokens to the end of the window, or have a
 * share of it that the user has set; it does not say how large the window is. A conversation that is longer than one of
 * these is not in such a window.
 */
export function claudeCodeBrink(windows: readonly number[] = WINDOWS, share = 1): Brink {
	return (tokens, open = []) => {
		const atMost = open.reduce((sum, tool) => sum + mostTokensOf(tool), tokens);
		return windows.some((window) => {
			const most = Math.min(window - 33_000, share * (window - 20_000));
			return atMost > most - MARGIN && tokens <= window;
		});
	};
}

/** As many tokens as Claude Code lets a call bring: it cuts what commands print, and pages what is read. */
function mostTokensOf(tool: string): number {
	return tool === "Bash" ? 7_500 : 25_000;
}

/** When Claude Code compacts, by the settings that it hands on to its hooks. */
export function brinkIn(environment: Readonly<Record<string, string | undefined>>): Brink {
	const window = Number(environment.CLAUDE_CODE_AUTO_COMPACT_WINDOW);
	// It holds for models that the host does not know, and nothing tells which these are.
	const other = Number(environment.CLAUDE_CODE_MAX_CONTEXT_TOKENS);
	const share = Number(environment.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE) / 100;
	const windows = [...(window > 0 ? [window] : WINDOWS), ...(other > 0 ? [other] : [])];
	return claudeCodeBrink(windows, share > 0 ? share : undefined);
}

/** The windows of models that Claude Code knows. */
const WINDOWS: readonly number[] = [200_000, 1_000_000];

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
