/** What is written of an answer that was shortened and came whole all the same. */
export function untakenWords(call: string): string {
	return `${UNTAKEN}${call}`;
}

/** The call that such words are about; undefined where something else went wrong. */
export function untakenCall(what: string): string | undefined {
	return what.startsWith(UNTAKEN) ? what.slice(UNTAKEN.length) : undefined;
}

const UNTAKEN = "not taken: ";

/** What went wrong, for people. Errors may quote whole files. */
export function failureWords(what: string): string {
	if (untakenCall(what) !== undefined) return "the host did not take a shortened text";
	const [line = ""] = what.split("\n", 1);
	return line.slice(0, LONGEST);
}

const LONGEST = 300;
