import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordLine } from "../src/store/record-lines.ts";
import { LOG, ORDERS, prepareLean, SEARCH } from "./lean-scene.ts";

/** What the model does next, in terms for which each host has a call. Files are named relative to the project. */
export type Act =
	| { readonly kind: "read"; readonly path: string }
	/** `before` is what the file contains: a patch must say so. */
	| { readonly kind: "write"; readonly path: string; readonly text: string; readonly before: string }
	| { readonly kind: "edit"; readonly path: string; readonly old: string; readonly text: string }
	| { readonly kind: "run"; readonly command: string };

/** An act that depends on the results of the acts before it. */
export type NextAct = (texts: readonly string[]) => Act;

/** A real host with ibid in it, and a scripted model. */
export type GuardStage = {
	/** Plays acts in a new session, in a project as it was made; returns what the model got for each. */
	readonly play: (acts: readonly NextAct[], project: string) => Promise<readonly string[]>;
	/** A project to play in. */
	readonly project: () => string;
	/** All that ibid has recorded. */
	readonly recorded: () => readonly RecordLine[];
	/** What the host writes before our sentence, if anything. */
	readonly words: RegExp;
};

const FILE = "src/counter.ts";
const NEW = "src/counter-copy.ts";

/** No note gets into a file. */
export function testNoteGuard(name: string, begin: () => GuardStage): void {
	describe(`a note in a write, in ${name}`, () => {
		test(
			"is refused, the file stays as it is, the next read is sent in full, and the write without the note is made",
			async () => {
				const stage = begin();
				const project = stage.project();
				const fileNow = (): string => readFileSync(join(project, FILE), "utf8");
				const before = fileNow();
				const files: string[] = [];
				const read: NextAct = () => ({ kind: "read", path: FILE });
				const then =
					(act: NextAct): NextAct =>
					(texts) => {
						files.push(fileNow());
						return act(texts);
					};
				const [first = ""] = before.split("\n");
				const texts = await stage.play(
					[
						read,
						read,
						read,
						(texts) => ({ kind: "write", path: FILE, text: `${noteIn(texts[1])}\n}\n`, before }),
						then(read),
						(texts) => ({ kind: "edit", path: FILE, old: first, text: `${first}\n// ${noteIn(texts[1])}` }),
						then(read),
						(texts) => ({ kind: "run", command: `cat > ${NEW} <<'EOF'\n${noteIn(texts[1])}\nEOF` }),
						then(() => ({ kind: "write", path: FILE, text: `// Counted.\n${before}`, before })),
						then(read),
					],
					project,
				);
				const [, shortened, , write, whole, edit, again, run, , after] = texts;
				expect(noteIn(shortened)).toStartWith("[ibid] ");
				for (const refused of [write, run]) expect(refused).toContain("read those lines again, they come whole");
				// The same note for the same file.
				expect(edit).toContain("ask the user how to go on");
				for (const refused of [write, edit, run]) expect(refused).toMatch(stage.words);
				for (const shown of [whole, again]) expect(linesOf(shown)).toEqual(linesOf(texts[0]));
				expect(files).toEqual([before, before, before, `// Counted.\n${before}`]);
				expect(existsSync(join(project, NEW))).toBe(false);
				expect(after).toContain("// Counted.");
				expect(stage.recorded().filter(({ kind }) => kind === "refusal")).toHaveLength(3);
				expect(stage.recorded().filter(({ kind }) => kind === "failure")).toEqual([]);
			},
			TIME,
		);
	});
}

/** No words of ours that stand in a lean text get into a file: neither its first line nor a note in it. */
export function testLeanGuard(name: string, begin: () => GuardStage): void {
	test(
		`a line of ours in a lean text is refused in a write, in ${name}`,
		async () => {
			const stage = begin();
			const project = stage.project();
			prepareLean(project);
			const before = readFileSync(join(project, FILE), "utf8");
			const texts = await stage.play(
				[
					// One host writes only what was read.
					() => ({ kind: "read", path: FILE }),
					() => ({ kind: "run", command: SEARCH }),
					(texts) => ({ kind: "write", path: FILE, text: `// ${noteIn(texts[1])}\n${before}`, before }),
					() => ({ kind: "run", command: LOG }),
					(texts) => ({ kind: "write", path: FILE, text: `${before}// ${repeatIn(texts[3])}\n`, before }),
					(texts) => ({ kind: "run", command: `cat > ${NEW} <<'EOF'\n${repeatIn(texts[3])}\nEOF` }),
					() => ({ kind: "run", command: ORDERS }),
					() => ({ kind: "run", command: ORDERS }),
					(texts) => ({ kind: "write", path: FILE, text: `${before}// ${noteIn(texts[7])}\n`, before }),
					() => ({ kind: "write", path: FILE, text: `// Counted.\n${before}`, before }),
				],
				project,
			);
			expect(noteIn(texts[1])).toStartWith("[ibid] Hits stand below their path: ");
			expect(repeatIn(texts[3])).toStartWith(
				"[ibid] 9 lines as above, from the first line of this result that begins ",
			);
			expect(noteIn(texts[7])).toStartWith("[ibid] JSON is on one line: ");
			for (const refused of [texts[2], texts[4], texts[5], texts[8]]) expect(refused).toMatch(stage.words);
			expect(readFileSync(join(project, FILE), "utf8")).toBe(`// Counted.\n${before}`);
			expect(existsSync(join(project, NEW))).toBe(false);
			expect(stage.recorded().filter(({ kind }) => kind === "refusal")).toHaveLength(4);
			expect(stage.recorded().filter(({ kind }) => kind === "failure")).toEqual([]);
		},
		TIME,
	);
}

/** The note in a lean text that stands for lines above it. */
function repeatIn(text = ""): string {
	return /\[ibid\] \d+ lines as above.*/.exec(text)?.[0] ?? noteIn(text);
}

/** A model that failed to edit a file gets it in full. */
export function testFailedEdit(name: string, begin: () => GuardStage): void {
	test(
		`after a failed edit the next view of the file is sent in full, in ${name}`,
		async () => {
			const stage = begin();
			const texts = await stage.play(
				[
					() => ({ kind: "read", path: FILE }),
					() => ({ kind: "edit", path: FILE, old: "no such line in it", text: "another" }),
					() => ({ kind: "read", path: FILE }),
					() => ({ kind: "read", path: FILE }),
				],
				stage.project(),
			);
			expect(linesOf(texts[2])).toEqual(linesOf(texts[0]));
			expect(linesOf(texts[0]).length).toBeGreaterThan(60);
			// Only that view is sent in full; the next one is shortened again.
			expect(linesOf(texts[3]).length).toBeLessThan(20);
		},
		TIME,
	);
}

const TIME = 180_000;

/** The first note in a text. */
function noteIn(text = ""): string {
	return /\[ibid\] .*/.exec(text)?.[0] ?? `no note in ${JSON.stringify(text.slice(0, 200))}`;
}

/**
 * The lines of a text that belong to the file: a host may write times around them, and not every host shows the last
 * line end.
 */
function linesOf(text = ""): string[] {
	const lines = text.split("\n").map((line) => line.trim());
	return lines.filter((line) => !/^(?:Chunk ID|Wall time|Original token count)\b|^\d*$/.test(line));
}
