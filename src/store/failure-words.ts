/** What is recorded for an answer that was shortened but reached the model in full. */
export function untakenWords(call: string): string {
	return `${UNTAKEN}${call}`;
}

/** The call that such words are about; undefined if something else went wrong. */
export function untakenCall(what: string): string | undefined {
	return what.startsWith(UNTAKEN) ? what.slice(UNTAKEN.length) : undefined;
}

const UNTAKEN = "not taken: ";

/** What went wrong, for people. Errors may quote whole files. */
export function failureWords(what: string): string {
	if (untakenCall(what) !== undefined) return "the agent did not accept a shortened result";
	const [line = ""] = what.split("\n", 1);
	return line.slice(0, LONGEST);
}

const LONGEST = 300;
