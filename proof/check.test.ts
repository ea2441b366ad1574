import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { check, type Delivery, type Text } from "./check.ts";

const NOTE = "[ibid] lines unchanged";
const TAB = "^ *[0-9]+\\t";
const ARROW = "^ *[0-9]+→";
const COLON = "^[0-9]+: ";

describe("accepts a delivery if", () => {
	test("the original was sent untouched", () => {
		accept({ earlier: [], original: whole("a\nb"), delivered: whole("a\nb") });
	});

	test("one note stands for a text that was shown before", () => {
		accept({ earlier: [whole("a\nb\nc")], original: whole("a\nb\nc"), delivered: shortened(NOTE) });
	});

	test("notes stand before, between and after new lines", () => {
		accept({
			earlier: [whole("a\nb\nc\nd\ne\nf")],
			original: whole("a\nb\nnew 1\nc\nd\nnew 2\nnew 3\ne\nf"),
			delivered: shortened(`${NOTE}\nnew 1\n${NOTE}\nnew 2\nnew 3\n${NOTE}`),
		});
	});

	test("missing lines are in several earlier texts", () => {
		accept({
			earlier: [whole("x\nc\nd"), whole("a\nb\ny")],
			original: whole("a\nb\nc\nd\nnew"),
			delivered: shortened(`${NOTE}\nnew`),
		});
	});

	test("missing lines are in two parts around a note of an earlier text", () => {
		accept({
			earlier: [shortened(`a\nb\n${NOTE}\nc\nd`)],
			original: whole("a\nb\nc\nd\nnew"),
			delivered: shortened(`${NOTE}\nnew`),
		});
	});

	for (const [name, gutter, print] of [
		["a tab", TAB, (line: string, number: number) => `${String(number).padStart(6)}\t${line}`],
		["an arrow", ARROW, (line: string, number: number) => `${String(number).padStart(6)}→${line}`],
		["a colon", COLON, (line: string, number: number) => `${number}: ${line}`],
	] as const) {
		test(`the host prints numbers with ${name}, and they differ between the views`, () => {
			const numbered = (first: number, ...lines: string[]) =>
				lines.map((line, index) => print(line, first + index)).join("\n");
			accept({
				earlier: [whole(numbered(50, "a", "", "c"), gutter)],
				original: whole(numbered(52, "a", "", "c", "new", ""), gutter),
				delivered: shortened(`${NOTE}\n${numbered(55, "new", "")}`, gutter),
			});
		});
	}

	test("the note carries a number printed by the host", () => {
		accept({
			earlier: [whole("1\ta\n2\tb", TAB)],
			original: whole("1\ta\n2\tb\n3\tnew", TAB),
			delivered: shortened(`2\t${NOTE}\n3\tnew`, TAB),
		});
	});

	test("wrapper lines without a gutter surround the numbered lines", () => {
		accept({
			earlier: [whole("<file>\n1: a\n2: b\n</file>", COLON)],
			original: whole("<file>\n1: a\n2: b\n3: new\n</file>\n(end)", COLON),
			delivered: shortened(`<file>\n${NOTE}\n3: new\n</file>\n(end)`, COLON),
		});
	});

	test("the lines were shown before with a sign in front", () => {
		accept({
			earlier: [whole("@@ -1,2 +1,2 @@\n a\n-b\n+c", "^[ +]")],
			original: whole("a\nc\nnew"),
			delivered: shortened(`${NOTE}\nnew`),
		});
	});

	test("lines end in CRLF", () => {
		accept({
			earlier: [whole("a\r\nb\r\n")],
			original: whole("a\r\nb\r\nnew\r\n"),
			delivered: shortened(`${NOTE}\nnew\r\n`),
		});
	});

	test("the final newline is missing", () => {
		accept({
			earlier: [whole("a\nb\n")],
			original: whole("new\na\nb"),
			delivered: shortened(`new\n${NOTE}`),
		});
	});

	test("there are empty lines in gaps and among new lines", () => {
		accept({
			earlier: [whole("a\n\n\nb")],
			original: whole("a\n\n\nb\n\nnew\n\n"),
			delivered: shortened(`${NOTE}\n\nnew\n\n`),
		});
	});

	test("the first line that fits is not the one that the gap ends at", () => {
		accept({
			earlier: [whole("a\n}")],
			original: whole("a\n}\na\n}\nnew"),
			delivered: shortened(`${NOTE}\n}\nnew`),
		});
	});

	test("a line that looks like a note stands in an earlier text that was not shortened", () => {
		accept({ earlier: [whole(`a\n${NOTE}`)], original: whole(`a\n${NOTE}`), delivered: shortened(NOTE) });
	});
});

describe("refuses a delivery if", () => {
	const PLACE = "not those of the original";
	const NOWHERE = "left out that stands in no earlier text";
	const earlier = [whole("a\nb\nc")];
	const original = whole("a\nb\nc\nnew 1\nnew 2\nnew 3");

	test("a new line is dropped", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 1\nnew 3`) }, PLACE);
	});

	test("the last new line is dropped", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 1\nnew 2`) }, PLACE);
	});

	test("two new lines are swapped", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 2\nnew 1\nnew 3`) }, PLACE);
	});

	test("a line is added", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 1\nnew 2\nnew 2\nnew 3`) }, PLACE);
	});

	test("a final newline is added", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 1\nnew 2\nnew 3\n`) }, PLACE);
	});

	test("one character of a new line is changed", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 1\nnew 2\nnew 4`) }, PLACE);
	});

	test("a carriage return is lost", () => {
		refuse({ earlier, original: whole("a\nnew\r"), delivered: shortened(`${NOTE}\nnew`) }, PLACE);
	});

	test("a note stands for no line", () => {
		refuse({ earlier, original: whole("new"), delivered: shortened(`new\n${NOTE}`) }, PLACE);
	});

	test("a quoted line is missing between new lines without a note", () => {
		refuse({ earlier, original: whole("a\nnew 1\nb\nnew 2"), delivered: shortened(`${NOTE}\nnew 1\nnew 2`) }, PLACE);
	});

	test("a gutter number is changed", () => {
		const numbered = whole("1\ta\n2\tnew", TAB);
		refuse({ earlier, original: numbered, delivered: shortened(`${NOTE}\n3\tnew`, TAB) }, PLACE);
	});

	test("a gutter is lost", () => {
		const numbered = whole("1\ta\n2\tnew", TAB);
		refuse({ earlier, original: numbered, delivered: shortened(`${NOTE}\nnew`, TAB) }, PLACE);
	});

	test("a note covers a line that is in no earlier text", () => {
		refuse({ earlier, original, delivered: shortened(`${NOTE}\nnew 2\nnew 3`) }, NOWHERE);
	});

	test("a note at the end covers a line that is in no earlier text", () => {
		refuse({ earlier, original, delivered: shortened(`a\nb\nc\nnew 1\nnew 2\n${NOTE}`) }, NOWHERE);
	});

	test("a note covers a line that is only in a note", () => {
		const inNote = [...earlier, shortened(`${NOTE}\nd`)];
		refuse({ earlier: inNote, original: whole(`a\n${NOTE}\nnew`), delivered: shortened(`${NOTE}\nnew`) }, NOWHERE);
	});

	test("a note covers a line that is only in a numbered note", () => {
		const inNote = [...earlier, shortened(`7\t${NOTE}\n8\td`, TAB)];
		refuse({ earlier: inNote, original: whole(`a\n${NOTE}\nnew`), delivered: shortened(`${NOTE}\nnew`) }, NOWHERE);
	});

	test("a note covers a line that an earlier note stood for", () => {
		refuse(
			{ earlier: [shortened(`a\n${NOTE}\nc`)], original: whole("a\nb\nc\nnew"), delivered: shortened(`${NOTE}\nnew`) },
			NOWHERE,
		);
	});

	test("a note covers a line that differs from the earlier one in its indentation", () => {
		refuse({ earlier, original: whole("a\n\tb\nnew"), delivered: shortened(`${NOTE}\nnew`) }, NOWHERE);
	});

	test("a gutter pattern fits only in the middle of a line that a note covers", () => {
		refuse({ earlier, original: whole("a\nb7", "[0-9]"), delivered: shortened(`a\n${NOTE}`) }, NOWHERE);
	});

	test("it is not shortened, but differs from the original", () => {
		refuse({ earlier, original, delivered: whole("a\nb\nc") }, "not the original");
	});

	test("it is not marked as shortened, but has a note", () => {
		refuse({ earlier, original, delivered: whole(`${NOTE}\nnew 1\nnew 2\nnew 3`) }, "not the original");
	});

	test("it is marked as shortened, but has no note", () => {
		refuse({ earlier, original, delivered: shortened(original.text) }, "no note");
	});

	test("its original is itself a shortened text", () => {
		refuse({ earlier, original: shortened(NOTE), delivered: shortened(NOTE) }, "original is marked");
	});
});

describe("for random texts,", () => {
	test("a delivery with gaps taken from earlier texts is accepted", () => {
		fc.assert(fc.property(scenes(), (scene) => accept(deliveryOf(scene))));
	});

	test("a delivery with a changed new line is refused", () => {
		fc.assert(
			fc.property(scenes(), fc.nat(), fc.constantFrom(...SPOILINGS), (scene, seed, spoil) => {
				const fresh = scene.sections.flatMap((section, index) => (section.kind === "fresh" ? [index] : []));
				fc.pre(fresh.length > 0);
				const chosen = fresh[seed % fresh.length];
				const spoiled = scene.sections.map((section, index) =>
					index === chosen ? { ...section, delivered: spoil(section.delivered, seed) } : section,
				);
				expect(check(deliveryOf({ ...scene, sections: spoiled }))).toBeString();
			}),
		);
	});

	test("a delivery with one line in a gap that is in no earlier text is refused", () => {
		fc.assert(
			fc.property(scenes(), fc.nat(), (scene, seed) => {
				const gaps = scene.sections.flatMap((section, index) => (section.kind === "gap" ? [index] : []));
				fc.pre(gaps.length > 0);
				const chosen = gaps[seed % gaps.length];
				const sections = scene.sections.map((section, index) =>
					index === chosen ? { ...section, lines: section.lines.with(seed % section.lines.length, "§") } : section,
				);
				expect(check(deliveryOf({ ...scene, sections }))).toContain("stands in no earlier text");
			}),
		);
	});

	test("the verdict is that of a search that tries every way of filling the gaps", () => {
		const letter = fc.constantFrom("a", "b", "c");
		const lines = fc.array(letter, { minLength: 1, maxLength: 7 });
		const pattern = fc.array(fc.oneof(letter, fc.constant(NOTE)), { minLength: 1, maxLength: 6 });
		const property = fc.property(fc.array(letter, { maxLength: 2 }), lines, pattern, (earlier, original, delivered) => {
			fc.pre(delivered.includes(NOTE));
			const fault = check({
				earlier: earlier.map((line) => whole(line)),
				original: whole(original.join("\n")),
				delivered: shortened(delivered.join("\n")),
			});
			expect(fault === undefined).toBe(fits(delivered, original, earlier));
		});
		fc.assert(property, { numRuns: 2000 });
	});

	// Trying every place for each note would run into the time limit of every test.
	test("ten notes in 2,000 equal lines are judged without trying every place for each", () => {
		const block = "}\n".repeat(150);
		const delivery = {
			earlier: [whole("}")],
			original: whole("}\n".repeat(2000)),
			delivered: shortened(`${NOTE}\n${block}`.repeat(10)),
		};
		refuse({ ...delivery, delivered: shortened(`${delivery.delivered.text}x`) }, "not those of the original");
	});
});

type Section = {
	readonly kind: "gap" | "fresh";
	readonly lines: readonly string[];
	readonly delivered: readonly string[];
};
type Style = { readonly gutter: string; readonly print: (line: string, number: number) => string };
type Scene = {
	readonly earlier: readonly Text[];
	readonly sections: readonly Section[];
	readonly style: Style;
	readonly first: number;
};

const STYLES: readonly Style[] = [
	{ gutter: "", print: (line) => line },
	{ gutter: TAB, print: (line, number) => `${String(number).padStart(6)}\t${line}` },
	{ gutter: ARROW, print: (line, number) => `${String(number).padStart(6)}→${line}` },
	{ gutter: COLON, print: (line, number) => `${number}: ${line}` },
];

const SPOILINGS: readonly ((lines: readonly string[], seed: number) => readonly string[])[] = [
	(lines, seed) => lines.with(seed % lines.length, `${lines[seed % lines.length]}§`),
	(lines, seed) => lines.with(seed % lines.length, (lines[seed % lines.length] ?? "").replace("fresh", "frsh")),
	(lines, seed) => lines.toSpliced(seed % lines.length, 1),
	(lines, seed) => lines.toSpliced(seed % lines.length, 0, lines[seed % lines.length] ?? ""),
	(lines) => (lines.length > 1 ? lines.toReversed() : []),
];

function accept(delivery: Delivery): void {
	expect(check(delivery)).toBeUndefined();
}

function refuse(delivery: Delivery, part: string): void {
	expect(check(delivery)).toContain(part);
}

function whole(text: string, gutter = ""): Text {
	return { text, gutter, shortened: false };
}

function shortened(text: string, gutter = ""): Text {
	return { text, gutter, shortened: true };
}

function linesOf(): fc.Arbitrary<readonly string[]> {
	const line = fc.oneof(
		fc.constantFrom("", "}", "\ta", "b\r", "12\tc", "+d", "[ibid]"),
		fc.stringMatching(/^[ -~]{0,6}$/),
	);
	return fc.array(line, { minLength: 1, maxLength: 8 });
}

/** Earlier texts, and sections whose gaps are cut from them; each new line differs from every other line. */
function scenes(): fc.Arbitrary<Scene> {
	const view = fc.record({ lines: linesOf(), style: fc.constantFrom(...STYLES), first: fc.nat(2000) });
	const seeds = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 });
	const plan = fc.record({ kind: fc.constantFrom("gap", "fresh"), seeds });
	return fc
		.record({
			views: fc.array(view, { minLength: 1, maxLength: 4 }),
			plans: fc.array(plan, { minLength: 1, maxLength: 8 }).filter((plans) => plans.some(({ kind }) => kind === "gap")),
			style: fc.constantFrom(...STYLES),
			first: fc.nat(2000),
		})
		.map(({ views, plans, style, first }) => {
			const texts = views.map(({ lines }) => lines);
			return {
				earlier: views.map((each) => whole(printed(each.lines, each.style, each.first), each.style.gutter)),
				sections: plans.map(({ kind, seeds }, index) =>
					kind === "gap" ? gapSection(texts, seeds) : freshSection(index, seeds.length),
				),
				style,
				first,
			};
		});
}

function printed(lines: readonly string[], style: Style, first: number): string {
	return lines.map((line, index) => style.print(line, first + index)).join("\n");
}

function gapSection(texts: readonly (readonly string[])[], seeds: readonly [number, number, number][]): Section {
	const lines = seeds.flatMap(([which, from, length]) => {
		const text = texts[which % texts.length] ?? [];
		const start = from % text.length;
		return text.slice(start, start + 1 + (length % text.length));
	});
	return { kind: "gap", lines, delivered: [NOTE] };
}

function freshSection(index: number, count: number): Section {
	const lines = Array.from({ length: count }, (_, line) => `fresh ${index}.${line}`);
	return { kind: "fresh", lines, delivered: lines };
}

/** A new line has the number that it has in the original; the number of a note means nothing. */
function deliveryOf({ earlier, sections, style, first }: Scene): Delivery {
	let number = first;
	const delivered = sections.flatMap((section) => {
		const start = number;
		number += section.lines.length;
		return section.delivered.map((line, index) => style.print(line, start + index));
	});
	const lines = sections.flatMap((section) => section.lines);
	return {
		earlier,
		original: whole(printed(lines, style, first), style.gutter),
		delivered: shortened(delivered.join("\n"), style.gutter),
	};
}

/** Tries every filling of the first gap, one after another. */
function fits(pattern: readonly string[], original: readonly string[], standing: readonly string[]): boolean {
	const [first, ...rest] = pattern;
	if (first === undefined) return original.length === 0;
	if (first !== NOTE) return original[0] === first && fits(rest, original.slice(1), standing);
	return original.some(
		(_, last) =>
			original.slice(0, last + 1).every((line) => standing.includes(line)) &&
			fits(rest, original.slice(last + 1), standing),
	);
}
