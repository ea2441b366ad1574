/**
 * JSON on one line, read value by value: what the first line of some texts tells a model to do. Shares no code with ibid.
 */
const HEAD =
	'[ibid] JSON is on one line: the line breaks here, and those that notes count, are behind each "," "{" "[".\n';

/** Whether a text says so; notes in it count the values of JSON as lines. */
export function countsValues(text: string): boolean {
	return text.startsWith(HEAD);
}

/** The text below that sentence. */
export function belowSentence(text: string): string {
	return text.slice(HEAD.length);
}

/** A text with each value of its long lines of JSON on a line. */
export function valueByValue(text: string): string {
	return text
		.split("\n")
		.map((line) =>
			line.length >= 200 && "{[".includes(line[0]!) && isJson(line) ? line.replace(TOKEN, breakBehind) : line,
		)
		.join("\n");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[,{[]/g;

function breakBehind(token: string): string {
	return token.startsWith('"') ? token : `${token}\n`;
}

function isJson(line: string): boolean {
	try {
		JSON.parse(line);
	} catch {
		return false;
	}
	return true;
}
