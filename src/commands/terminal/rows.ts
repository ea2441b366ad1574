import { wrap } from "./table.ts";

/** What is said under a label: a sentence, or items that are not broken apart; and how that looks. */
export type LabelledRow = {
	readonly label: string;
	readonly says: string | readonly string[];
	readonly paint?: (text: string) => string;
};

/** Labels on the left and what is said of them on the right; in little room one behind the other. */
export function rowLines(rows: readonly LabelledRow[], width: number, bold: (text: string) => string): string[] {
	const indent = width < ROOMY ? 2 : INDENT;
	return rows.flatMap(({ label, says, paint = (plain) => plain }) => {
		const text = typeof says === "string" ? says : says.map(unbroken).join("\u00a0· ");
		const head = label === "" || width >= ROOMY ? label.padEnd(indent) : `${label}: `;
		// Paint counts as letters, so lines are made before it.
		const lines = wrap(unbroken(head).replace(/:\u00a0$/, ": ") + text, width, unbroken(" ".repeat(indent)));
		return lines.map((line, at) => {
			const room = at === 0 ? head.length : indent;
			const [before, words] = [line.slice(0, room), line.slice(room)].map((part) => part.replaceAll("\u00a0", " "));
			return (at === 0 ? bold(label) + before!.slice(label.length) : before) + paint(words!);
		});
	});
}

const ROOMY = 60;
const INDENT = 16;

/** Words that stay in one line, such as a command to type. */
export function unbroken(text: string): string {
	return text.replaceAll(" ", "\u00a0");
}

/** The day of a time, and the year if it is another one. */
export function dayWords(time: number, now: Date): string {
	const isThisYear = new Date(time).getFullYear() === now.getFullYear();
	const year = isThisYear ? {} : ({ year: "numeric" } as const);
	return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}
