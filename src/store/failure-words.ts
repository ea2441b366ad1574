/** What is recorded for an answer that was shortened but reached the model in full. */
export function untakenWords(call: string): string {
	return `${UNTAKEN}${call}`;
}

/** The call that such words are about; undefined if something else went wrong. */
export function untakenCall(what: string): string | undefined {
	return what.startsWith(UNTAKEN) ? what.slice(UNTAKEN.length) : undefined;
}

const UNTAKEN = "not taken: ";

/** No host waits for a hook of ours as long as this, in milliseconds. */
export const LONGEST_HOOK = 60_000;

/** What is recorded for a hook that the host has killed, with the call that it had an answer for, if it had one. */
export function outOfTimeWords(call: string): string {
	return `${OUT_OF_TIME}${call}`;
}

/** That call, empty if there is none; undefined if something else went wrong. */
export function outOfTimeCall(what: string): string | undefined {
	return what.startsWith(OUT_OF_TIME) ? what.slice(OUT_OF_TIME.length) : undefined;
}

const OUT_OF_TIME = "out of time: ";

/** What went wrong, for people. Errors may quote whole files. */
export function failureWords(what: string): string {
	if (untakenCall(what) !== undefined) return "the agent did not accept a shortened result";
	if (outOfTimeCall(what) !== undefined)
		return "the agent stopped a hook before it answered, so the result was sent in full";
	const [line = ""] = what.split("\n", 1);
	return line.slice(0, LONGEST);
}

const LONGEST = 300;
