/** The second reader of outlines. It shares no code with ibid: it knows only the words that a model reads. */

const MARK = /^\[ibid\] lines ([1-9][0-9]*)-([1-9][0-9]*) folded$/;
const NEWS =
	/^\[ibid\] (?:The folded lines of .+ are now [0-9].*\.|.+ has changed: its folded lines may have other numbers now\. .+|This changed lines of .+ that you have not seen: read [0-9].*\.)$/;

/** Whether a line stands for withheld lines. */
export function isMark(line: string): boolean {
	return MARK.test(line);
}

/**
 * A text without the sentences below it that say where withheld lines are now. A text that ends so by itself is not
 * changed by ibid.
 */
export function withoutNews(text: string): string {
	const lines = text.split("\n");
	let end = lines.length;
	while (end > 0 && NEWS.test(lines[end - 1]!)) end--;
	return end < lines.length && lines[end - 1] === "" ? lines.slice(0, end - 1).join("\n") : text;
}

/**
 * What is wrong with an outline, in one sentence: it must be the original line for line, but for the marks, each of which
 * stands where the lines are that it names. `isNumbered` says whether the original has its line numbers before its lines.
 */
export function faultInOutline(outline: string, original: string): string | undefined {
	const lines = original.split("\n");
	let at = 0;
	for (const line of outline.split("\n")) {
		const [, first, last] = MARK.exec(line) ?? [];
		if (first === undefined) {
			if (line !== lines[at]) return `Line ${at + 1} is not that of the original: ${line}`;
			at++;
			continue;
		}
		const height = Number(last) - Number(first) + 1;
		if (numberOf(lines, at) !== Number(first)) return `A mark stands elsewhere than its lines: ${line}`;
		if (numberOf(lines, at + height - 1) !== Number(last)) return `A mark names other lines than are missing: ${line}`;
		at += height;
	}
	return at === lines.length ? undefined : `The lines are ${at}, those of the original ${lines.length}.`;
}

/** The number that is printed before a line; in a text without numbers its place. */
function numberOf(lines: readonly string[], at: number): number {
	const printed = (line: string | undefined): number => Number(/^ *([0-9]+)(?:\t|→|: |\| )/.exec(line ?? "")?.[1]);
	const [before, number] = [printed(lines[at - 1]), printed(lines[at])];
	return number === before + 1 ? number : at + 1;
}
