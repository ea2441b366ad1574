import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LEAST_BODY, type Outline, outlineOf, unfold } from "./outline.ts";
import { SOURCES, shapeFor } from "./source-fixture.test.ts";

const STANDARD = { depth: 0, minBody: LEAST_BODY };

async function madeOf(path: string, text: string, options = STANDARD): Promise<Outline> {
	return outlineOf(text, await shapeFor(path, text), options);
}

/** A function whose body has so many lines. */
function long(name: string, count: number, indent = ""): string {
	const lines = Array.from({ length: count }, (_, at) => `${indent}\tstep(${at});`);
	return [`${indent}function ${name}() {`, ...lines, `${indent}}`].join("\n");
}

describe("an outline", () => {
	test("has a line for each fold, at the indent of what it stands for", async () => {
		const { text } = await madeOf("a.ts", `class A {\n\tadd() {\n\t\ta();\n\t\tb();\n\t\tc();\n\t\td();\n\t}\n}\n`);
		expect(text).toBe("class A {\n\tadd() {\n\t\t… lines 3-6 folded\n\t}\n}\n");
	});

	test("folds bodies of that many lines and no shorter ones", async () => {
		const text = `${long("one", 5)}\n${long("two", 6)}\n`;
		expect((await madeOf("a.js", text, { depth: 0, minBody: 6 })).folds).toEqual([
			{ first: 9, last: 14, symbol: "a.js#two" },
		]);
	});

	test("opens as many levels as it is told", async () => {
		const text = ["function outer() {", long("inner", 5, "\t"), long("second", 4, "\t"), "}", ""].join("\n");
		const lines = async (depth: number): Promise<unknown> => {
			return (await madeOf("a.js", text, { depth, minBody: 4 })).folds.map(({ first, last }) => `${first}-${last}`);
		};
		expect(await lines(0)).toEqual(["2-14"]);
		expect(await lines(1)).toEqual(["3-7", "10-13"]);
		expect(await lines(2)).toEqual([]);
	});

	test("keeps the first line of documentation in a body, wherever that stands", async () => {
		const body = "    a()\n    b()\n    c()\n    d()\n";
		const inOne = await madeOf("a.py", `def f():\n    """Adds.\n\n    Slowly.\n    """\n${body}`);
		expect(inOne.text).toBe('def f():\n    """Adds.\n    … lines 3-9 folded\n');
		const below = await madeOf("a.py", `def f():\n    """\n    Adds.\n    """\n${body}`);
		expect(below.text).toBe('def f():\n    """\n    Adds.\n    … lines 4-8 folded\n');
	});

	test("keeps functions that only hold others open, and folds a callback that does its work itself", async () => {
		const group = `describe("a", () => {\n${long("one", 5, "\t")}\n${long("two", 5, "\t")}\n});\n`;
		expect((await madeOf("a.js", group)).folds.map(({ symbol }) => symbol)).toEqual(["a.js#one", "a.js#two"]);
		const work = `each(() => {\n\ta();\n\tb();\n\tc();\n${long("one", 4, "\t")}\n\td();\n\te();\n\tf();\n});\n`;
		expect((await madeOf("a.js", work)).folds).toEqual([{ first: 2, last: 13 }]);
	});

	test.each(["a.js", "a.ts"])("keeps what stands behind the brace of a body, in %s", async (path) => {
		const { text } = await madeOf(path, `${long("one", 5)} // The end.\n// And on.\n`);
		expect(text).toBe("function one() {\n\t… lines 2-6 folded\n} // The end.\n// And on.\n");
	});

	test("is the text itself if a line of it looks like a mark", async () => {
		const text = `${long("one", 5)}\n/*\n… lines 1-2 folded\n*/\n`;
		expect(await madeOf("a.js", text)).toEqual({ text, folds: [] });
	});

	test("folds nothing that costs less than its mark", async () => {
		const text = "function f() {\n;\n\n\n\n}\n";
		expect(await madeOf("a.js", text)).toEqual({ text, folds: [] });
	});

	test.each([
		["", ""],
		["\n", "\n"],
		["\ufefffunction f() {\n\ta();\n\tb();\n\tc();\n\td();\n}", "\ufefffunction f() {\n\t… lines 2-5 folded\n}"],
		[
			"function f() {\r\n\ta();\r\n\tb();\r\n\tc();\r\n\td();\r\n}\r\n",
			"function f() {\r\n\t… lines 2-5 folded\r\n}\r\n",
		],
		["function f() {\n\n  a();\n\tb();\n\tc();\n\n}\n", "function f() {\n  … lines 2-6 folded\n}\n"],
		[`f(${"a,".repeat(100_000)});`, `f(${"a,".repeat(100_000)});`],
	])("of %j keeps line breaks and everything else as they are", async (text, outline) => {
		expect((await madeOf("a.js", text)).text).toBe(outline);
		expect(unfold(outline, text)).toBe(text);
	});
});

describe("a text with errors", () => {
	test("has its good parts folded", async () => {
		const text = `${long("good", 5)}\nfunction bad() {\n\ta(;\n}\n${long("other", 5)}\n`;
		expect((await madeOf("a.js", text)).folds.map(({ symbol }) => symbol)).toEqual(["a.js#good", "a.js#other"]);
	});

	test("has no body folded whose end is missing", async () => {
		expect((await madeOf("a.js", "function f() {\n\ta();\n\tb();\n\tc();\n\td();\n")).folds).toEqual([]);
	});

	test("has no type folded that a macro makes look like a function", async () => {
		const text = "class EXPORTED Wide {\n  int a;\n  int b;\n  int c;\n  int d;\n};\n";
		expect(await madeOf("a.cpp", text)).toEqual({ text, folds: [] });
	});

	test("has a body folded that the grammar does not understand all of, if the indent says where it ends", async () => {
		const body = "  a() b();\n  c();\n  d();\n  e();\n  f();\n";
		expect((await madeOf("a.c", `int f(void)\n{\n${body}}\n`)).folds).toEqual([{ first: 3, last: 7, symbol: "a.c#f" }]);
		expect((await madeOf("a.c", `int f(void)\n{\n${body}int g;\n}\n`)).folds).toEqual([]);
	});
});

describe("unfold", () => {
	const text = "a\nb\nc\nd\n";

	test.each([
		["a\n… lines 2-3 folded\nd\n", text],
		["a\nx\n… lines 3-4 folded\n", "a\nx\nc\nd\n"],
		["… lines 2-3 folded\nd\n", undefined],
		["a\n… lines 2-9 folded\n", undefined],
		["a\n… lines 2-1 folded\nb\nc\nd\n", undefined],
	])("of %j is %j", (made, whole) => {
		expect(unfold(made, text)).toBe(whole);
	});
});

/** What may befall a source: it is cut, lines are lost or stand twice, another one follows, or signs come in between. */
const DAMAGES = fc.array(
	fc.record({
		kind: fc.constantFrom("cut", "drop", "repeat", "insert", "carriage"),
		at: fc.nat(2_000),
		sign: fc.constantFrom("{", "}", '"', "`", "(", "/*", "end", "\n", "…", "\t", "🙂"),
	}),
	{ maxLength: 5 },
);

type Damage = { readonly kind: string; readonly at: number; readonly sign: string };

function damaged(text: string, { kind, at, sign }: Damage): string {
	const lines = text.split("\n");
	const [line, place] = [at % lines.length, at % (text.length + 1)];
	if (kind === "cut") return text.slice(0, place);
	if (kind === "drop") return lines.toSpliced(line, 1).join("\n");
	if (kind === "repeat") return [...lines.slice(0, line), ...lines].join("\n");
	if (kind === "carriage") return text.replaceAll("\n", "\r\n");
	return text.slice(0, place) + sign + text.slice(place);
}

test.each(SOURCES)(
	"damaged texts like $path unfold to themselves, and folds are rising lines of theirs",
	async (source) => {
		await fc.assert(
			fc.asyncProperty(DAMAGES, fc.nat(2), fc.integer({ min: 4, max: 8 }), async (damages, depth, minBody) => {
				const text = damages.reduce(damaged, source.text);
				const { text: made, folds } = await madeOf(source.path, text, { depth, minBody });
				expect(unfold(made, text)).toBe(text);
				const count = text.split("\n").length;
				const bounds = folds.flatMap(({ first, last }) => [first, last]);
				expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
				expect(bounds.every((line) => line >= 1 && line <= count)).toBe(true);
				expect(folds.every(({ first, last }) => last - first + 1 >= minBody)).toBe(true);
			}),
			{ numRuns: Number(process.env.IBID_CASES ?? 300) },
		);
	},
);

test("a text that nests as deeply as no program does is read to its end", async () => {
	const deep = `${"f(function () {\n".repeat(3_000)}${"})\n".repeat(3_000)}`;
	expect(unfold((await madeOf("a.js", deep)).text, deep)).toBe(deep);
});
