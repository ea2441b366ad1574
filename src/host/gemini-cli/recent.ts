/** What a log has of late; all of it where its history was changed since, for then only the whole tells what stands there. */
export type Recent = { readonly text: string; readonly isChanged: boolean };

/**
 * The end of a log that has the last results, about as many tokens of them as asked for, below what the log says of itself
 * at its beginning.
 */
export function recentIn(log: string, tokens: number): Recent {
	if (!log.startsWith('{"sessionId":')) return { text: log, isChanged: true };
	const head = headOf(log);
	let left = tokens * MOST_CHARACTERS;
	let end = log.length;
	while (end > head) {
		const from = log.lastIndexOf("\n", end - 2) + 1;
		const beginning = log.slice(from, from + LABEL);
		if (/^\{"\$(?:set":\{"messages"|rewindTo")/.test(beginning)) return { text: log, isChanged: true };
		if (beginning.includes('"type":"user"')) {
			// Behind it begins a reply, and with that all that belongs to it.
			if (left <= 0) return { text: log.slice(0, head) + log.slice(end), isChanged: false };
			left -= end - from;
		}
		end = from;
	}
	return { text: log, isChanged: false };
}

/** A token is hardly ever more characters than this. */
const MOST_CHARACTERS = 4;

/** Within so many characters a line says what it is. */
const LABEL = 200;

/** Two lines: whose log it is, and what the host tells the model about where it works. */
function headOf(log: string): number {
	return log.indexOf("\n", log.indexOf("\n") + 1) + 1;
}
