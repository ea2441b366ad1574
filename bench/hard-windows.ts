import type { Case } from "./hard-texts.ts";
import type { Random } from "./random.ts";
import { changeLines, uniqueLines } from "./texts.ts";
import { cat, edit, readOpenCode, run, type Step, sed } from "./tools.ts";

/** Windows of very many small things, and edits that touch very many lines. */
export function hardWindows(random: Random): Case[] {
	const lines = uniqueLines(random, 2000);
	const some = lines.slice(0, 50);
	const edits = lines.slice(0, 800).map((line) => edit("a.ts", line, `${line} edited`));
	const edited = lines.map((line, index) => (index < 800 ? `${line} edited` : line));
	const large = uniqueLines(random, 20_000);
	const largeShown = [cat("a.ts", large)];
	const mixed = large.slice(0, 5000).map((line, index) => (index % 2 ? line : "same"));
	const files = Array.from({ length: 1500 }, (_, file) =>
		cat(`src/${file}.ts`, large.slice(file * 13, file * 13 + 13)),
	);
	const runs = Array.from({ length: 1000 }, () => run("make", changeLines(random, some, 3)));
	const middle = large.slice(9000, 10_000).join("\n");
	const nowhere = `${large[0]}\n`.repeat(1000);
	return [
		{ name: "800 views of one line: cat", earlier: viewsOfOneLine(lines, sed), arriving: cat("a.ts", lines) },
		{
			name: "800 views of one line: read",
			earlier: viewsOfOneLine(lines, readOpenCode),
			arriving: readOpenCode("a.ts", lines),
		},
		{ name: "800 edits, then cat", earlier: [cat("a.ts", lines), ...edits], arriving: cat("a.ts", edited) },
		{ name: "800 edits of a file never shown", earlier: edits, arriving: cat("a.ts", edited) },
		{ name: "a command run 1,000 times", earlier: runs, arriving: run("make", some) },
		{ name: "1,500 files, then all of them", earlier: files, arriving: run("cat src/*", large) },
		{
			name: "edit of each 2nd of 5,000 lines",
			earlier: [cat("a.ts", mixed)],
			arriving: edit("a.ts", "same", "same again", true),
		},
		{ name: "edit of each 10th of 20,000 lines", earlier: largeShown, arriving: edit("a.ts", "2: ", "2 = ", true) },
		{ name: "edit of 1,000 of 20,000 lines", earlier: largeShown, arriving: edit("a.ts", middle, "one") },
		{ name: "edit found nowhere in 20,000 lines", earlier: largeShown, arriving: edit("a.ts", nowhere, "one") },
	];
}

/** A file shown line by line. */
export function viewsOfOneLine(lines: readonly string[], show: typeof sed): Step[] {
	return lines.slice(0, 800).map((_, index) => show("a.ts", lines, { first: index + 1, count: 1 }));
}
