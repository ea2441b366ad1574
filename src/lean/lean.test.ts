import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { faultInLean, followSentences } from "../../proof/unlean.ts";
import { estimateTokens } from "../core/tokens.ts";
import { type LeanTerms, lean, unlean } from "./lean.ts";
import { DEFAULT_LEAN, LEAN_POLICIES, type LeanPolicy } from "./types.ts";

const DIRECTORY = "/home/dev/projects/shop";
const eager = (...policies: readonly LeanPolicy[]): LeanTerms => ({ policies, tokens: 1 });
const usual: LeanTerms = { policies: LEAN_POLICIES, tokens: 20 };

/** The text that is sent, proved by both readers; the text itself if it stays as it is. */
function sent(text: string, terms: LeanTerms, directory = DIRECTORY): string {
	const leaner = leanSteps(text, terms, directory)?.at(-1)?.text;
	if (leaner === undefined) return text;
	expect(unlean(leaner)).toBe(text);
	expect(faultInLean(leaner, text)).toBeUndefined();
	return leaner;
}

/** The steps for the output of a command. */
function leanSteps(text: string, terms: LeanTerms, directory = DIRECTORY): ReturnType<typeof lean> {
	return lean({ text, tokens: estimateTokens(text), directory, kind: "output", numbered: [] }, terms);
}

const below = (text: string): string => text.slice(text.indexOf("\n") + 1);
const lines = (...all: readonly string[]): string => all.join("\n");

/** The real output of `rg -n` in a terminal without colours, cut. */
const HITS = lines(
	"sts/sts_test.go:43:\t\tAllowInsecureHTTP: true, // httptest.NewServer is http://",
	"sts/sts_test.go:78:\t\tAllowInsecureHTTP: true,",
	"sts/sts_test.go:112:\t\tAllowInsecureHTTP: true,",
	"README.md:20:| [`sts`](./sts/) | RFC 8693 |",
	"tokenmanager/tokenmanager_test.go:906:\t\t\tif got := normalizeOriginURL(tc.in); got != tc.want {",
	'tokenmanager/tokenmanager_test.go:907:\t\t\t\tt.Errorf("got %q", got)',
	"tokenmanager/tokenmanager_test.go:1204:\tif !IsLoopback(host) {",
	"tokenmanager/tokenmanager_test.go:1220:\tif !IsLoopback(other) {",
	"tokenmanager/tokenmanager_test.go:1228:\tif !IsLoopback(third) {",
	"",
);

describe("search-groups", () => {
	test("puts hits below their path, and leaves a hit that is alone in its file as it is", () => {
		expect(below(sent(HITS, eager("search-groups"))).split("\n")).toEqual([
			"sts/sts_test.go",
			"43:\t\tAllowInsecureHTTP: true, // httptest.NewServer is http://",
			"78:\t\tAllowInsecureHTTP: true,",
			"112:\t\tAllowInsecureHTTP: true,",
			"README.md:20:| [`sts`](./sts/) | RFC 8693 |",
			"tokenmanager/tokenmanager_test.go",
			"906:\t\t\tif got := normalizeOriginURL(tc.in); got != tc.want {",
			'907:\t\t\t\tt.Errorf("got %q", got)',
			"1204:\tif !IsLoopback(host) {",
			"1220:\tif !IsLoopback(other) {",
			"1228:\tif !IsLoopback(third) {",
			"",
		]);
	});

	test("says in the first line how to undo it", () => {
		expect(sent(HITS, eager("search-groups")).split("\n")[0]).toBe(
			'[ibid] Hits stand below their path: "12:text" below "path" is "path:12:text", "12-text" is "path-12-text".',
		);
	});

	test("keeps lines near a hit, and what stands between hits that are apart, in their group", () => {
		const path = "src/features/orchestration/read-model.ts";
		const text = lines(
			...[`${path}-11-before`, `${path}:12:hit`, `${path}-13-after`, "--", `${path}:40:hit`, `${path}-41-after`],
			...["--", "src/other-2-file.ts:7:hit", "src/other-2-file.ts-8-after"],
			...Array.from({ length: 9 }, (_, at) => `${path}:${60 + at}:hit`),
		);
		expect(
			below(sent(text, eager("search-groups")))
				.split("\n")
				.slice(0, 12),
		).toEqual([
			path,
			...["11-before", "12:hit", "13-after", "--", "40:hit", "41-after"],
			...["--", "src/other-2-file.ts", "7:hit", "8-after", path],
		]);
	});

	test("reads the columns of --column, the blank of pi's grep, and Windows paths", () => {
		for (const hit of ["C:\\shop\\src\\cart.ts:12:5:text", "src/features/cart.ts:12: text"]) {
			const text = lines(...Array.from({ length: 20 }, (_, at) => hit.replace("12", String(at + 1))));
			const path = hit.slice(0, hit.indexOf(":12"));
			expect(
				below(sent(text, eager("search-groups")))
					.split("\n")
					.slice(0, 2),
			).toEqual([path, hit.slice(path.length + 1).replace("12", "1")]);
		}
	});

	test.each([
		["times", "2026-01-31T10:20:30 a line of a log"],
		["stack traces", "    at run (/home/dev/projects/shop/src/run.js:12:5)"],
		["times alone", "10:20:30 a line of a log"],
		["hits without a number", "src/features/cart.ts:export const cart = 1;"],
	])("leaves %s alone", (_, line) => {
		const text = lines(...Array.from({ length: 40 }, () => line));
		expect(sent(text, eager("search-groups"))).toBe(text);
	});

	test("leaves a text alone in which a line could be taken for a hit without its path", () => {
		const text = `${HITS}== one file\n12:a hit in it\n13:another\n`;
		expect(sent(text, eager("search-groups"))).toBe(text);
	});
});

/** The real result of OpenCode's glob, cut. */
const GLOB = lines(
	...["card", "board", "column", "badge", "dialog", "empty-state"].map(
		(name) => `${DIRECTORY}/ui/src/components/kanban/kanban-${name}.tsx`,
	),
	`${DIRECTORY}/ui/src/index.tsx`,
	...["list", "item", "hooks"].map((name) => `${DIRECTORY}/ui/src/features/hooks/components/${name}.tsx`),
);

describe("path-folders", () => {
	test("puts paths below their folder, and leaves a path that is alone there as it is", () => {
		expect(below(sent(GLOB, eager("path-folders"))).split("\n")).toEqual([
			`${DIRECTORY}/ui/src/components/kanban/`,
			...["card", "board", "column", "badge", "dialog", "empty-state"].map((name) => ` kanban-${name}.tsx`),
			`${DIRECTORY}/ui/src/index.tsx`,
			`${DIRECTORY}/ui/src/features/hooks/components/`,
			...[" list.tsx", " item.tsx", " hooks.tsx"],
		]);
	});

	test("knows folders with a slash at the end, and Windows paths", () => {
		for (const [folder, names] of [
			["./packages/server/source/session/", ["a/", "b", "c.ts", "d/", "e", "f", "g", "h", "i"]],
			["C:\\projects\\shop\\source\\session\\", ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts", "g.ts", "h.ts"]],
		] as const)
			expect(below(sent(lines(...names.map((name) => folder + name)), eager("path-folders"))).split("\n")).toEqual([
				folder,
				...names.map((name) => ` ${name}`),
			]);
	});

	test("leaves a text alone in which most lines are no paths", () => {
		const context = ["src/claude.ts-140-\treturn", ...GLOB.split("\n"), "src/claude.ts:142:}"];
		const text = lines(...context, ...context.map((_, at) => `src/claude.ts:${150 + at}:\tconst line = ${at};`));
		expect(sent(text, eager("path-folders"))).toBe(text);
	});

	test("leaves a text alone in which a line could be taken for a name below a folder", () => {
		const text = `${GLOB}\nui/src/assets/\n a line that begins with a blank`;
		expect(sent(text, eager("path-folders"))).toBe(text);
	});
});

describe("working-directory", () => {
	test("takes the directory off paths, hits and the paths above hits, and says it once", () => {
		const text = lines(
			"Found 3 matches",
			...[`${DIRECTORY}/src/cart.ts:`, "  Line 12: import x", "", `${DIRECTORY}/src/order.ts:12:x`, GLOB],
		);
		const leaner = sent(text, eager("working-directory")).split("\n");
		expect(leaner[0]).toBe(`[ibid] "./" at the beginning of a line is "${DIRECTORY}/".`);
		expect(leaner.slice(1, 7)).toEqual([
			"Found 3 matches",
			...[
				"./src/cart.ts:",
				"  Line 12: import x",
				"",
				"./src/order.ts:12:x",
				"./ui/src/components/kanban/kanban-card.tsx",
			],
		]);
	});

	const HIT_NEAR = "src/cart.ts:12:  sum() {";

	test("takes the directory off lines near a hit, also where the hit itself has a relative path", () => {
		const near = [
			`${DIRECTORY}/src/cart.ts-11-  add() {`,
			"src/cart.ts:12:  sum() {",
			`${DIRECTORY}/src/cart.ts-13-  }`,
		];
		const other = `${DIRECTORY}/src/order.ts-13-  }`;
		const leaner = sent(lines(GLOB, ...near, other), eager("working-directory")).split("\n");
		expect(leaner.slice(-4)).toEqual(["./src/cart.ts-11-  add() {", HIT_NEAR, "./src/cart.ts-13-  }", other]);
	});

	test("stays in a line that only begins like a path, and inside lines", () => {
		const kept = [`${DIRECTORY}/src/run.ts has 3 problems`, `+${DIRECTORY}/a.ts`, `src/a.ts:1:${DIRECTORY}/b.ts`];
		const leaner = sent(lines(GLOB, ...kept), eager("working-directory")).split("\n");
		expect(leaner.slice(-3)).toEqual(kept);
	});

	test("is not taken off beside a path that begins with the sign for it", () => {
		const text = `${GLOB}\n./src/cart.ts`;
		expect(sent(text, eager("working-directory"))).toBe(text);
	});

	test("can have quotes, blanks and backslashes in it", () => {
		for (const directory of ['/home/the "dev"/a\\b\tc', "C:\\Users\\dev\\shop"]) {
			const text = GLOB.replaceAll(`${DIRECTORY}/`, directory + (directory.startsWith("C") ? "\\" : "/"));
			const leaner = sent(text, eager("working-directory"), directory);
			expect(leaner === text).toBe(directory.includes(" "));
		}
	});

	test("is not looked for where it is unknown or too short", () => {
		for (const directory of ["", "/", "/w"]) expect(sent(GLOB, eager("working-directory"), directory)).toBe(GLOB);
	});
});

const BLOCK = [
	"  at TestRunner.run (runner.js:10)",
	"  at Suite.start (node_modules/runner/dist/suite.js:22:17)",
	"  at processTicksAndRejections (node:internal/process/task_queues:95:5)",
	"",
	"FAILED: expected the cart to hold three items, but it holds none of them",
];

describe("repeated-lines", () => {
	test("quotes a run of lines from where it stands in the same result", () => {
		const text = lines("first test", ...BLOCK, "second test", ...BLOCK, "third test", ...BLOCK, "done");
		expect(sent(text, eager("repeated-lines")).split("\n")).toEqual([
			"[ibid] Lines that repeat earlier lines of this result are left out, with a note in their place.",
			...["first test", ...BLOCK, "second test"],
			'[ibid] 5 lines as above, from the first line of this result that begins "  at TestRunner.run (run"',
			"third test",
			'[ibid] 5 lines as above, from the first line of this result that begins "  at TestRunner.run (run"',
			"done",
		]);
	});

	test("names a beginning that no earlier line has", () => {
		const other = "  at TestRunner.run (runner.js:999) of another suite";
		const text = lines(other, "first", ...BLOCK, ...BLOCK, "second", ...BLOCK, "third", ...BLOCK);
		expect(sent(text, eager("repeated-lines"))).toContain('that begins "  at TestRunner.run (runner.js:10)"');
	});

	test("names words and not only the colours of a terminal", () => {
		const [red, off] = ["\u001b[31m\u001b[1m", "\u001b[22m\u001b[39m"];
		const block = BLOCK.map((each) => (each === "" ? "" : `${red}${each}${off}`));
		const text = lines("first test", ...block, "second test", ...block, "third test", ...block);
		expect(sent(text, eager("repeated-lines"))).toContain("TestRunner");
	});

	test("never leads to a line that is left out itself", () => {
		const twice = [...BLOCK, "between", ...BLOCK, "between", ...BLOCK, "between", ...BLOCK, "end"];
		const text = lines(...twice, "again", ...twice);
		expect(sent(text, eager("repeated-lines"))).not.toBe(text);
	});

	test("leaves short runs, blank lines and lines that cannot be named alone", () => {
		for (const block of [
			["a line of some length that comes", "again and again in a text, twice"],
			["", "", "", "", ""],
			["}", "}", "}"],
		]) {
			const text = lines(...block, "x", ...block, "y", ...block, "z");
			expect(sent(text, eager("repeated-lines"))).toBe(text);
		}
	});
});

/** Lines of a file as a tool prints them, and the note of ibid between some of them. */
const page = (gutter: (number: number) => string, first: number, count: number): string[] =>
	Array.from({ length: count }, (_, at) => `${gutter(first + at)}${at % 3 === 0 ? "\t" : ""}line ${first + at}`);
const NOTE = "[ibid] lines 13-40 as last shown by read. Left out, already above. Ask again for the full text.";

/** What is sent for lines with numbers, proved by both readers. */
function sentNumbered(
	all: readonly string[],
	gutter: { width: number; mark: string },
	...policies: LeanPolicy[]
): string {
	const text = ["<content>", ...all, "</content>"].join("\n");
	const numbered = [{ from: 1, count: all.length, ...gutter }];
	const kind = all.includes(NOTE) ? "quoted" : "lines";
	const leaner =
		lean({ text, tokens: estimateTokens(text), directory: DIRECTORY, kind, numbered }, eager(...policies))?.at(-1)
			?.text ?? text;
	if (leaner !== text) expect([unlean(leaner), faultInLean(leaner, text)]).toEqual([text, undefined]);
	return leaner;
}

describe("short-gutters", () => {
	test("ends the number of each line with a tab, and shows what stood there", () => {
		const text = sentNumbered(
			page((number) => `${number}: `, 1, 60),
			{ width: 0, mark: ": " },
			"short-gutters",
		);
		expect(text.split("\n").slice(0, 4)).toEqual([
			'[ibid] "1\\t" before a line is short for "1: ".',
			"<content>",
			"1\t\tline 1",
			"2\tline 2",
		]);
		expect(text.split("\n").at(-1)).toBe("</content>");
	});

	test("tells the width of padded numbers", () => {
		const padded = (number: number): string => `${String(number).padStart(6)}\t`;
		const text = sentNumbered(page(padded, 95, 90), { width: 6, mark: "\t" }, "short-gutters");
		expect(text.split("\n")[0]).toBe('[ibid] "1\\t" before a line is short for "     1\\t".');
		expect(text).toContain("\n99\tline 99\n100\tline 100\n");
	});

	test("leaves notes between the lines as they are", () => {
		const gutter = (number: number): string => `${number}: `;
		const text = sentNumbered(
			[...page(gutter, 1, 12), NOTE, ...page(gutter, 41, 50)],
			{ width: 0, mark: ": " },
			"short-gutters",
		);
		expect(text).toContain(`\n12\tline 12\n${NOTE}\n41\t\tline 41\n`);
	});

	test("is all that is done to a text with lines of a file, whatever else is in it", () => {
		const file = page((number) => `${number}: `, 1, 60);
		const text = [...file, lines(HITS, HITS)].join("\n");
		const numbered = [{ from: 0, count: 60, width: 0, mark: ": " }];
		const source = { text, tokens: estimateTokens(text), directory: DIRECTORY, kind: "lines", numbered } as const;
		expect(lean(source, eager(...DEFAULT_LEAN))?.map(({ policy }) => policy)).toEqual(["short-gutters"]);
	});

	test("is not for lines that would be read back otherwise", () => {
		const text = `12\tcells of a table\n${page((number) => `${number}: `, 1, 60).join("\n")}`;
		const numbered = [{ from: 1, count: 60, width: 0, mark: ": " }];
		expect(
			lean({ text, tokens: estimateTokens(text), directory: "", kind: "lines", numbered }, eager("short-gutters")),
		).toBeUndefined();
	});
});

describe("sparse-numbers", () => {
	test("keeps the number of every tenth line and of the first line of a run", () => {
		const gutter = (number: number): string => `${number}\t`;
		const text = sentNumbered(
			[...page(gutter, 7, 6), NOTE, ...page(gutter, 41, 60)],
			{ width: 0, mark: "\t" },
			"sparse-numbers",
		);
		expect(text.split("\n").slice(0, 12)).toEqual([
			"[ibid] Only every tenth line has its number; a line that begins with a tab has the next one.",
			"<content>",
			...["7\t\tline 7", "\tline 8", "\tline 9", "10\t\tline 10", "\tline 11", "\tline 12"],
			NOTE,
			...["41\t\tline 41", "\tline 42", "\tline 43"],
		]);
	});

	test("goes with short gutters", () => {
		const all = page((number) => `${number}: `, 1, 900);
		const text = sentNumbered(all, { width: 0, mark: ": " }, "short-gutters", "sparse-numbers");
		expect(text.split("\n").slice(2, 5)).toEqual(["1\t\tline 1", "\tline 2", "\tline 3"]);
	});
});

describe("a lean text", () => {
	test("can be the work of several policies, undone in the opposite order", () => {
		const steps = leanSteps(lines(GLOB, GLOB.replaceAll("/ui/", "/api/"), "", HITS, HITS), eager(...LEAN_POLICIES));
		expect(steps?.map(({ policy }) => policy)).toEqual([
			"working-directory",
			"search-groups",
			"path-folders",
			"repeated-lines",
		]);
	});

	test("saves as many tokens as it must, its first line included", () => {
		const short = HITS.split("\n").slice(0, 3).join("\n");
		expect(sent(short, usual)).toBe(short);
		const saved = estimateTokens(GLOB) - estimateTokens(sent(GLOB, usual));
		expect(saved).toBeGreaterThan(20);
		expect(leanSteps(GLOB, { ...usual, tokens: saved })).toBeDefined();
		expect(leanSteps(GLOB, { ...usual, tokens: saved + 1 })).toBeUndefined();
	});

	test.each([
		"[ibid] lines 1-30 as last shown by Read",
		"  12: [ibid] 5 lines as above",
		"a word [ibid] in a line",
		'[ibid] Hits stand below their path: "12:text" below "path" is "path:12:text", "12-text" is "path-12-text".',
	])("is not made of a text with a line that could be taken for ours: %s", (line) => {
		const text = lines(GLOB, HITS, line);
		expect(sent(text, eager(...LEAN_POLICIES))).toBe(text);
	});

	test.each(["", "\n", "[ibid] ", "[ibid] \nx", "[ibid] Some other words.\nx", "src/a.ts\n12:x"])(
		"is not read into words that are not ours: %j",
		(text) => {
			expect(unlean(text)).toBeUndefined();
			expect(followSentences(text)).not.toBe(text);
		},
	);
});

const ROOT = "/w/projects/x";
const path = fc.constantFrom(
	...["src/a.ts", "src/core/b.ts", "a b/c.ts", "C:\\w\\x.ts", "a:1:b.ts", "my-2-file.ts", "ü/é.rs", "--", "x/", "12"],
	...[
		`${ROOT}/src/features/a.ts`,
		`${ROOT}/src/a:1:b.ts`,
		"./src/a.ts",
		"12:3",
		"/",
		"\\",
		"src/a very/long path/c.ts",
	],
	...["packages/server/source/session/store/memory.ts", "C:\\projects\\shop\\source\\session\\memory.ts"],
);
const words = fc.oneof(
	fc.constantFrom("", " ", "}", "--", "text", "a long line of text that comes again", "\r", "\t x", "12:x", "3-y"),
	fc.string({ unit: "binary", maxLength: 12 }).map((each) => each.replaceAll("\n", "")),
);
const hit = fc
	.tuple(path, fc.nat({ max: 99 }), fc.constantFrom(":", ":", "-"), words)
	.map(([file, number, mark, each]) => file + mark + number + mark + each);
const hits = fc
	.tuple(path, fc.array(fc.tuple(fc.nat({ max: 999 }), fc.constantFrom(":", ":", ":", "-"), words), { maxLength: 20 }))
	.map(([file, all]) => all.map(([number, mark, each]) => file + mark + number + mark + each));
const list = fc
	.tuple(path, fc.array(fc.constantFrom("a.ts", "long-name.ts", "b", "c d", "", "e/", ".f", "ü.rs"), { maxLength: 20 }))
	.map(([folder, names]) => names.map((name) => `${folder}/${name}`));
const hostile = fc.oneof(
	hit,
	path,
	path.map((each) => `${each}:`),
	words,
	fc.constantFrom("[ibid] 3 lines as above", "12:[ibid] x", " name", "folder/"),
	fc.tuple(fc.nat({ max: 9_999_999_999 }), words).map(([number, each]) => `${number}:${each}`),
);
const block = fc.oneof(hits, list, fc.array(words, { maxLength: 6 }), fc.array(hostile, { maxLength: 3 }));
/** Texts in which blocks of lines come again, with either line end, and with or without one at the end. */
const text = fc
	.tuple(
		fc.array(block, { minLength: 1, maxLength: 4 }),
		fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
		fc.constantFrom("\n", "\n", "\r\n"),
		fc.boolean(),
	)
	.map(([blocks, order, end, isEnded]) => {
		const all = [...blocks, ...order.map((at) => blocks[at] ?? [])].flat();
		return all.join(end) + (isEnded ? end : "");
	});

/** Runs of numbered lines, notes, and lines around them that may look like either. */
const gutter = fc.constantFrom({ width: 0, mark: ": " }, { width: 6, mark: "\t" }, { width: 0, mark: "\t" });
const numberedRun = fc.tuple(
	fc.constantFrom(1, 8, 95, 9_998, 99_995, 999_997),
	fc.array(fc.oneof(words, fc.constantFrom("\tx", "12\ty", ": z", "[ibid] w")), {
		minLength: 1,
		maxLength: 150,
		size: "max",
	}),
);
const numberedText = fc
	.tuple(
		gutter,
		fc.array(fc.oneof(numberedRun, numberedRun, fc.constant(NOTE), hostile), { minLength: 1, maxLength: 6 }),
	)
	.map(([{ width, mark }, pieces]) => {
		const all: string[] = [];
		const numbered: { from: number; count: number; width: number; mark: string }[] = [];
		for (const piece of pieces) {
			const lines = typeof piece === "string" ? [piece] : piece[1];
			if (typeof piece !== "string") numbered.push({ from: all.length, count: lines.length, width, mark });
			const first = typeof piece === "string" ? 0 : piece[0];
			const before = (at: number): string => (first > 0 ? String(first + at).padStart(width) + mark : "");
			all.push(...lines.map((line, at) => before(at) + line));
		}
		return { text: all.join("\n"), numbered };
	});

describe("any text", () => {
	test.each(["working-directory", "search-groups", "path-folders", "repeated-lines", "all of them"] as const)(
		"is given back exactly, by ibid and by the proof, after %s",
		(policy) => {
			let leaned = 0;
			const terms = policy === "all of them" ? eager(...LEAN_POLICIES) : eager(policy);
			fc.assert(
				fc.property(text, (each) => {
					if (sent(each, terms, ROOT) !== each) leaned++;
				}),
				{ numRuns: 2000 },
			);
			expect(leaned).toBeGreaterThan(20);
		},
	);

	const ofNumbers: readonly LeanPolicy[][] = [
		["short-gutters"],
		["sparse-numbers"],
		["short-gutters", "sparse-numbers"],
	];
	test.each(ofNumbers.map((policies) => [policies.join(" and "), policies] as const))(
		"with numbers before its lines is given back exactly after %s",
		(_, policies) => {
			let leaned = 0;
			fc.assert(
				fc.property(numberedText, ({ text: each, numbered }) => {
					const source = { text: each, tokens: estimateTokens(each), directory: "", kind: "quoted", numbered } as const;
					const leaner = lean(source, eager(...policies))?.at(-1)?.text;
					if (leaner === undefined) return;
					leaned++;
					expect([unlean(leaner), faultInLean(leaner, each)]).toEqual([each, undefined]);
				}),
				{ numRuns: 2000 },
			);
			expect(leaned).toBeGreaterThan(20);
		},
	);

	test("is read in the same way by ibid and by the proof, if its first line is one of ours", () => {
		const heads = lines(GLOB, "", HITS, HITS);
		const head =
			leanSteps(heads, eager(...LEAN_POLICIES))
				?.at(-1)
				?.text.split("\n")[0] ?? "";
		const one = leanSteps(HITS, eager("search-groups"))?.at(-1)?.text.split("\n")[0] ?? "";
		fc.assert(
			fc.property(text, fc.constantFrom(head, one), (each, first) => {
				fc.pre(!each.includes("[ibid]"));
				expect(followSentences(`${first}\n${each}`)).toBe(unlean(`${first}\n${each}`));
			}),
			{ numRuns: 2000 },
		);
	});
});
