/** A value in JSON that may have comments and commas before closing brackets, as settings of programs do. Throws like JSON. */
export function parseJsonc(text: string): unknown {
	return JSON.parse(
		text.replace(NO_VALUES, (found, quoted: string | undefined) => quoted ?? (found[0] === "," ? "" : " ")),
	);
}

/** Strings are matched only to be left alone. */
const NO_VALUES = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;
