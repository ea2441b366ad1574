import type { EnvironmentVariables } from "../../config/types.ts";

/** Makes words stand out, or step back, where the terminal can. To be used after padding: paint counts as letters. */
export type Paint = { readonly [Look in keyof typeof CODES]: (text: string) => string };

/** The paint to use, or, where it is off, none. */
export function newPaint(isOn: boolean): Paint {
	const look = ([on, off]: readonly [number, number]): ((text: string) => string) => {
		return (text) => (isOn && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text);
	};
	return {
		bold: look(CODES.bold),
		dim: look(CODES.dim),
		green: look(CODES.green),
		red: look(CODES.red),
		yellow: look(CODES.yellow),
	};
}

/** What switches each on, and off again. */
const CODES = { bold: [1, 22], dim: [2, 22], green: [32, 39], red: [31, 39], yellow: [33, 39] } as const;

/** Whether an output, which may be a terminal, is to be painted. Who wants none has the last word. */
export function isPainted(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: EnvironmentVariables): boolean {
	if (NO_COLOR) return false;
	if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
	return isTerminal && TERM !== "dumb";
}
