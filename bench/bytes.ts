import { viewsOfOneLine } from "./hard-windows.ts";
import { usedHeap } from "./heap.ts";
import { seeded } from "./random.ts";
import { countAll, foldAll } from "./replay.ts";
import { printTable, type Row } from "./table.ts";
import { uniqueLines } from "./texts.ts";
import { cat, edit, type Step, sed } from "./tools.ts";

/** Prints how much memory windows take beyond the texts themselves. */
export function benchBytes(steps: readonly Step[]): void {
	const lines = uniqueLines(seeded(6), 800);
	const edits = lines.map((line) => edit("a.ts", line, `${line} edited`));
	const about = "KB; objects: 8 bytes a slot and 16 each; measured: what one more such window adds to heap and buffers";
	printTable("4. Bytes per window", about, [
		weighWindow("the window of 500 passages", steps),
		weighWindow("800 views of one line", viewsOfOneLine(lines, sed)),
		weighWindow("800 edits of 800 lines", [cat("a.ts", lines), ...edits]),
	]);
}

function weighWindow(window: string, steps: readonly Step[]): Row {
	const { lines } = countAll(steps);
	const { numbers, objects, slots, texts } = weigh(foldAll(steps));
	const inObjects = 8 * slots + 16 * objects;
	const measured = heapOf(steps);
	const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);
	return {
		window,
		lines: String(lines),
		texts: kilobytes(texts),
		"typed arrays": kilobytes(numbers),
		objects: kilobytes(inObjects),
		"bytes per line": ((numbers + inObjects) / lines).toFixed(1),
		measured: measured === undefined ? "-" : kilobytes(measured),
		"measured per line": measured === undefined ? "-" : (measured / lines).toFixed(1),
	};
}

type Weight = { numbers: number; objects: number; slots: number; texts: number };

/** Adds up everything that can be reached from a value, counting each object once. */
function weigh(root: unknown): Weight {
	const weight: Weight = { numbers: 0, objects: 0, slots: 0, texts: 0 };
	const seen = new Set<unknown>();
	const waiting: unknown[] = [root];
	while (waiting.length > 0) {
		const value = waiting.pop();
		if (value === null || (typeof value !== "object" && typeof value !== "string") || seen.has(value)) continue;
		seen.add(value);
		if (typeof value === "string") {
			weight.texts += value.length;
		} else if (ArrayBuffer.isView(value)) {
			if (!seen.has(value.buffer)) weight.numbers += value.buffer.byteLength;
			seen.add(value.buffer);
		} else {
			const inside =
				value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value);
			weight.objects++;
			weight.slots += inside.length;
			for (const each of inside) waiting.push(each);
		}
	}
	return weight;
}

const WINDOWS = 16;

/** What one more window of the same conversation takes; undefined if the engine does not say. */
function heapOf(steps: readonly Step[]): number | undefined {
	const windows = [foldAll(steps)];
	const before = usedHeap();
	while (windows.length <= WINDOWS) windows.push(foldAll(steps));
	const after = usedHeap();
	return before === undefined || after === undefined ? undefined : (after - before) / (windows.length - 1);
}
