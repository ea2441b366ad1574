import type { Delivery } from "../proof/check.ts";
import { splitNote } from "../proof/words.ts";

/** A delivery that was broken on purpose, and how. */
export type Spoiled = { readonly how: string; readonly delivery: Delivery };

/** Ways to break a shortened delivery so that the original can no longer be rebuilt from it. */
export function spoil(delivery: Delivery): Spoiled[] {
	const lines = delivery.delivered.text.split("\n");
	const fresh = lines.flatMap((line, index) => (isLone(delivery, lines, line) ? [index] : []));
	const spoiled: Spoiled[] = [];
	const add = (how: string, text: readonly string[]): void => {
		spoiled.push({ how, delivery: { ...delivery, delivered: { ...delivery.delivered, text: text.join("\n") } } });
	};
	for (const index of fresh.slice(0, 3)) add("a line dropped", lines.toSpliced(index, 1));
	const [first, second] = [fresh[0], fresh[1]];
	if (first !== undefined && second !== undefined) {
		add("two lines swapped", lines.with(first, lines[second]!).with(second, lines[first]!));
	}
	add("a line added", lines.toSpliced(lines.length >> 1, 0, "a line that was never shown"));
	const behind = fresh.find((index) => splitNote(lines[index - 1] ?? ""));
	if (behind !== undefined) add("a note that covers too much", lines.toSpliced(behind, 1));
	spoiled.push({ how: "the quoted passages gone", delivery: { ...delivery, earlier: [] } });
	return spoiled;
}

/** Whether a delivered line is fresh, occurs once in the text, and in no earlier text: then nothing can replace it. */
function isLone({ earlier, delivered }: Delivery, lines: readonly string[], line: string): boolean {
	if (splitNote(line) || line.startsWith("@@") || line.startsWith("-")) return false;
	const bare = line.replace(new RegExp(delivered.gutter), "").replace(/^[ +]/, "");
	if (bare.trim() === "" || lines.filter((other) => other.includes(bare)).length > 1) return false;
	return earlier.every(({ text }) => !text.includes(bare));
}
