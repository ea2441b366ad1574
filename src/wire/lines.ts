import type { Readable } from "node:stream";

/**
 * The lines of a stream. Under Bun, readline would also break lines at U+2028 and U+2029, which JSON contains
 * unescaped.
 */
export async function* streamLines(input: Readable): AsyncGenerator<string, void, undefined> {
	let begun: string[] = [];
	for await (const chunk of input.setEncoding("utf8")) {
		const [first = "", ...rest] = String(chunk).split("\n");
		begun.push(first);
		for (const piece of rest) {
			yield begun.join("");
			begun = [piece];
		}
	}
	if (begun.some((piece) => piece !== "")) yield begun.join("");
}
