import { describe, expect, test } from "bun:test";
import { type Random, seeded } from "../../sim/random.ts";
import { fold } from "./fold.ts";
import type { OwnEdit, Range, Result, Subject } from "./types.ts";
import { emptyWindow, stateOf, type Window, type Withheld } from "./window.ts";

const FILE: Subject = { kind: "file", name: "/w/a.ts", label: "a.ts" };
const READ = { kind: "tool", label: "read" } as const;

/** A window in which a file is read and edited, and the lines of the file; no two lines are equal. */
class Scene {
	window: Window = emptyWindow();
	lines: string[];
	/** Lines that the model has never had in front of it, as they were when they were folded. */
	hidden = new Set<string>();
	/** The file has changed behind the model's back. */
	isStale = false;
	#count = 0;

	constructor(height: number) {
		this.lines = Array.from({ length: height }, () => this.newLine());
	}

	newLine(): string {
		return `\tline ${++this.#count};${this.#count % 5 === 0 ? " dup" : ""}`;
	}

	get withheld(): Withheld | undefined {
		return stateOf(this.window, FILE)?.withheld;
	}

	outline(folds: readonly Range[]): void {
		const isFolded = (number: number): boolean => folds.some(({ first, last }) => number >= first && number <= last);
		for (const [at, line] of this.lines.entries()) if (isFolded(at + 1)) this.hidden.add(line);
		this.#result({ parts: [], withholds: { subject: FILE, folds, text: this.lines.join("\n") } }, "");
	}

	view({ first, last }: Range): void {
		const shown = this.lines.slice(first - 1, last);
		for (const line of shown) this.hidden.delete(line);
		const room = last === this.lines.length ? shown.length + 1 : 0;
		const part = { subject: FILE, from: 0, count: shown.length, first, gutter: { kind: "none" }, room } as const;
		this.#result({ parts: [part] }, shown.join("\n"));
	}

	edit(old: string, text: string, all = false): void {
		const before = `${this.lines.join("\n")}\n`;
		const after = all ? before.replaceAll(old, () => text) : before.replace(old, () => text);
		// The tool would fail, or the file be odd.
		if (after === before || !after.endsWith("\n")) return;
		this.lines = after.slice(0, -1).split("\n");
		this.#result({ parts: [] }, "", [{ kind: "edit", subject: FILE, old, text, all }]);
	}

	/** Somebody else adds a line. */
	change(at: number): void {
		this.isStale = true;
		this.lines = [...this.lines.slice(0, at), this.newLine(), ...this.lines.slice(at)];
	}

	#result(view: { parts: readonly never[] } | object, text: string, own: readonly OwnEdit[] = []): void {
		const id = `call-${++this.#count}`;
		this.window = fold(this.window, { kind: "turn" });
		const call = { id, subjects: [FILE], readOnly: own.length === 0, by: READ, own };
		this.window = fold(this.window, { kind: "call", call });
		const result = { kind: "result", id, text, view: { kind: "shown", ...view }, shortened: false } as Result;
		this.window = fold(this.window, result);
	}

	/** Hidden lines that are still in the file as they were, and are not among those that are said to be withheld. */
	missing(): string[] {
		const ranges = this.withheld?.lines ?? [];
		return this.lines.filter((line, at) => {
			const isNamed = ranges.some(({ first, last }) => at + 1 >= first && at + 1 <= last);
			return this.hidden.has(line) && !isNamed;
		});
	}
}

function rangeIn(random: Random, height: number): Range {
	const first = random.int(1, height);
	return { first, last: Math.min(height, first + random.int(0, 8)) };
}

function foldsIn(random: Random, height: number): Range[] {
	const folds: Range[] = [];
	for (let first = 2 + random.int(0, 5); first + 4 < height; ) {
		const last = first + random.int(2, 4);
		folds.push({ first, last });
		first = last + 2 + random.int(0, 6);
	}
	return folds;
}

function act(random: Random, scene: Scene): void {
	const { lines } = scene;
	const { first, last } = rangeIn(random, lines.length);
	const text = lines.slice(first - 1, last).join("\n");
	const fresh = Array.from({ length: random.int(0, 4) }, () => scene.newLine()).join("\n");
	const acts: (() => void)[] = [
		() => scene.view({ first, last }),
		() => scene.view({ first, last }),
		() => scene.edit(text, fresh === "" ? "\tone" : fresh),
		() => scene.edit(`${text}\n`, fresh === "" ? "" : `${fresh}\n`),
		() => scene.edit(text.slice(3, -2), `x${fresh}`),
		() => scene.edit(" dup", random.chance(0.5) ? " same" : `\n${scene.newLine()}`, true),
		() => scene.change(first),
	];
	acts[random.int(0, acts.length - 1)]!();
}

describe("withheld lines", () => {
	const sessions = Number(process.env.IBID_SESSIONS ?? 20_000) / 10;

	test("keep their true numbers through views and edits, or are in doubt", () => {
		const seen = { sure: 0, doubt: 0, blind: 0, none: 0 };
		for (let seed = 1; seed <= sessions; seed++) {
			const random = seeded(seed);
			const scene = new Scene(random.int(8, 40));
			const folds = foldsIn(random, scene.lines.length);
			if (folds.length === 0) continue;
			scene.outline(folds);
			for (let step = 0; step < 8; step++) {
				act(random, scene);
				const { withheld } = scene;
				seen[withheld ? (withheld.isSure ? "sure" : "doubt") : "none"]++;
				if (withheld && withheld.edited.length > 0) seen.blind++;
				if (withheld?.isSure === false || scene.isStale) continue;
				if (scene.missing().length > 0) expect([seed, step, scene.missing()]).toEqual([seed, step, []]);
			}
			scene.view({ first: 1, last: scene.lines.length });
			if (scene.withheld) expect(`session ${seed}: all was shown`).toBe("");
		}
		for (const [what, count] of Object.entries(seen)) expect([what, count > sessions / 10]).toEqual([what, true]);
	});

	test("are in doubt once a view shows that the file has changed, until all of it is shown", () => {
		const scene = new Scene(30);
		scene.outline([{ first: 10, last: 20 }]);
		scene.lines.unshift(scene.newLine());
		scene.view({ first: 1, last: 3 });
		expect(scene.withheld).toMatchObject({ isSure: false, isTold: false, lines: [{ first: 10, last: 20 }] });
		scene.view({ first: 10, last: 20 });
		expect(scene.withheld).toMatchObject({ isSure: false });
		scene.view({ first: 1, last: 31 });
		expect(scene.withheld).toBeUndefined();
	});

	test("are told of when an edit above has moved them, and not when one below has", () => {
		const scene = new Scene(30);
		scene.outline([{ first: 10, last: 20 }]);
		scene.edit(scene.lines[24]!, "\tone\n\ttwo");
		expect(scene.withheld).toMatchObject({ isTold: true, lines: [{ first: 10, last: 20 }] });
		scene.edit(scene.lines[4]!, "\tthree\n\tfour");
		expect(scene.withheld).toMatchObject({ isTold: false, edited: [], lines: [{ first: 11, last: 21 }] });
		scene.window = fold(scene.window, { kind: "told", subject: FILE });
		expect(scene.withheld).toMatchObject({ isTold: true });
	});

	test("that an edit has changed are known as such", () => {
		const scene = new Scene(30);
		scene.outline([
			{ first: 10, last: 20 },
			{ first: 23, last: 26 },
		]);
		scene.edit(scene.lines[11]!, "\tone\n\ttwo");
		expect(scene.withheld).toMatchObject({
			edited: [{ first: 10, last: 21 }],
			lines: [
				{ first: 10, last: 21 },
				{ first: 24, last: 27 },
			],
		});
	});

	test("are on no sheet", () => {
		const scene = new Scene(30);
		scene.outline([{ first: 10, last: 20 }]);
		expect(stateOf(scene.window, FILE)?.sheet).toEqual([]);
	});

	test("are gone once the model has written the whole file, or nothing of them is left", () => {
		const scene = new Scene(30);
		scene.outline([{ first: 10, last: 20 }]);
		scene.edit(`${scene.lines.slice(9, 20).join("\n")}\n`, "");
		expect(scene.withheld).toBeUndefined();
	});
});
