import { expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { parse } from "smol-toml";
import { entriesIn, isWithinEntry, tablesIn, withoutTables, withTable } from "./toml-tables.ts";

/*
 * Random documents of TOML, full of what looks like headers and is none, with a parser that is not ours as the judge.
 */

const OURS = ["plugins", "ours@here"];
const isOurs = (path: readonly string[]): boolean => path.join("\n") === OURS.join("\n");

/** A document in pieces: tables from their header to their last entry, and what is between them. */
type TomlPiece = { readonly text: string; readonly path?: readonly string[] };
type TomlDocument = { readonly pieces: readonly TomlPiece[]; readonly text: string; readonly parsed: unknown };

/** What a string may contain, line ends included: mostly text that would be a header outside a string. */
const Inside = fc
	.array(
		fc.constantFrom(
			"\n",
			"[plugins.'ours@here']\n",
			'\n["plugins"."ours@here"]\nenabled = false\n',
			"\n[[lists]]\n",
			"enabled = true\n",
			"# so",
			"[",
			"]",
			"{",
			"}",
			'"',
			'""',
			"'",
			"''",
			"\\",
			" ",
			"ü",
			"\t",
			"=",
		),
		{ maxLength: 8 },
	)
	.map((parts) => parts.join(""));

const oneLine = (text: string): string => text.replaceAll("\n", " ");
const Quoted: fc.Arbitrary<string> = fc.oneof(
	Inside.map((text) => `"${oneLine(text).replace(/[\\"]/g, "\\$&")}"`),
	Inside.map((text) => `'${oneLine(text).replaceAll("'", "")}'`),
	fc.constantFrom('"\\u00fc\\U0001F600\\t\\\\"', '""', "''"),
);
const Text: fc.Arbitrary<string> = fc.oneof(
	Quoted,
	Inside.map((text) => `"""${text.replaceAll("\\", "\\\\").replace(/"""/g, '""\\"')}"""`),
	Inside.map((text) => `"""${text.replaceAll("\\", "\\\n  ").replace(/"""/g, '\\"""')}"""`),
	Inside.map((text) => `'''${text.replace(/'{3,}/g, "''")}'''`),
);

const Comment = Inside.map((text) => `#${oneLine(text)}`);
const Plain = fc.constantFrom("true", "false", "0", "-12", "1_000", "0x1f", "3.5e2", "inf", "1979-05-27T07:32:00Z");
const { value: Value } = fc.letrec<{ value: string; list: string; braces: string }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 2 },
		{ arbitrary: Plain, weight: 2 },
		{ arbitrary: Text, weight: 4 },
		{ arbitrary: tie("list"), weight: 1 },
		{ arbitrary: tie("braces"), weight: 1 },
	),
	list: fc
		.array(fc.tuple(tie("value"), fc.option(Comment)), { maxLength: 3 })
		.map((items) => `[${items.map(([item, comment]) => `\n ${item},${comment ? ` ${comment}` : ""}`).join("")}\n]`),
	braces: fc
		.array(tie("value"), { maxLength: 2 })
		.map((items) => `{ ${items.map((item, at) => `k${at} = ${item}`).join(", ")} }`),
}));

const Name = fc.constantFrom("plugins", "a", "b-c", "'ours@here'", '"x.y"', '"[p]"', "'#'", '"\\u00fc"', '""');
const Dot = fc.constantFrom(".", " . ", "\t.");
const Names = (most: number): fc.Arbitrary<string> =>
	fc.tuple(fc.array(Name, { minLength: 1, maxLength: most }), Dot).map(([names, dot]) => names.join(dot));
const End = fc.option(Comment, { freq: 3 }).map((comment) => (comment === null ? "\n" : ` ${comment}\n`));
const Space = fc.array(
	fc.oneof(
		fc.constantFrom("\n", "  \n"),
		Comment.map((comment) => `${comment}\n`),
	),
	{ maxLength: 2 },
);

const Line = fc
	.tuple(Space, fc.constantFrom("", "\t"), fc.oneof(Names(2), fc.constantFrom("enabled", "hash")), Value, End)
	.map(([space, indent, names, value, end]) => `${space.join("")}${indent}${names} = ${value}${end}`);
const Lines = fc.array(Line, { maxLength: 4 }).map((lines) => lines.join(""));
const OurHeader = fc.constantFrom(
	"[plugins.'ours@here']",
	'[ plugins . "ours@here" ]',
	'["plugins"."ours\\u0040here"]',
);
const Section: fc.Arbitrary<{ space: readonly string[]; piece: TomlPiece }> = fc
	.tuple(
		Space,
		fc.oneof(
			{ arbitrary: OurHeader.map((text) => ({ text, path: OURS })), weight: 1 },
			{ arbitrary: Names(3).map((names) => ({ text: `[${names}]`, path: pathOf(names) })), weight: 3 },
			{ arbitrary: Names(2).map((names) => ({ text: `[[ ${names} ]]` })), weight: 1 },
		),
		End,
		Lines,
	)
	.map(([space, header, end, lines]) => ({ space, piece: { ...header, text: `${header.text}${end}${lines}` } }));

/** Documents that the parser accepts, with either kind of line ends, and with or without the last one. */
const Document: fc.Arbitrary<TomlDocument> = fc
	.tuple(Lines, fc.array(Section, { maxLength: 5 }), Space, fc.constantFrom("\n", "\r\n"), fc.boolean())
	.map(([top, sections, rest, end, isEnded]) => {
		const all = [
			{ text: top },
			...sections.flatMap(({ space, piece }) => [...space.map((text) => ({ text })), piece]),
			...rest.map((text) => ({ text })),
		].filter(({ text }) => text !== "");
		const pieces = all.map((piece, at): TomlPiece => {
			const text = piece.text.replaceAll("\n", end);
			return { ...piece, text: at === all.length - 1 && !isEnded ? text.replace(/\r?\n$/, "") : text };
		});
		return { pieces, text: pieces.map(({ text }) => text).join("") };
	})
	.map((document) => ({ ...document, parsed: parsedFrom(document.text) }))
	.filter(({ parsed }) => parsed !== undefined);

test("a header counts only outside strings, comments and brackets", () => {
	check(Document, ({ pieces, text }) => {
		const paths = pieces.flatMap(({ path }) => (path ? [path] : []));
		expect(tablesIn(text).map(({ path }) => path)).toEqual(paths.map((path) => [...path]));
	});
});

test("an entry has the value that a parser gives it", () => {
	check(Document, ({ text, parsed }) => {
		for (const { header, keys, value } of entriesIn(text)) {
			const said = lookUp(parsed, [...header, ...keys]);
			if (said === undefined || isDeepStrictEqual(said, value)) continue;
			expect(lookUp(parsedFrom(`x = ${value}`), ["x"])).toEqual(said);
		}
	});
});

test("adding or changing a table changes nothing else, and removing it restores every byte", () => {
	const values = { enabled: true, hash: 'sha256:"\x7f\\' };
	check(Document, ({ text, parsed }) => {
		const model = modelWith(parsed, values);
		if (model === undefined || isWithinEntry(text, OURS)) return;
		const grown = withTable(text, OURS, values);
		expect(parsedFrom(grown)).toEqual(model);
		expect(withTable(grown, OURS, values)).toBe(grown);
		if (tablesIn(text).some(({ path }) => isOurs(path))) return;
		const ended = text === "" || text.endsWith("\n") ? "" : /\r\n/.test(text) ? "\r\n" : "\n";
		expect(withoutTables(grown, isOurs)).toBe(`${text}${ended}`);
	});
});

test("removing a table removes only its lines and one blank line before them", () => {
	check(Document, ({ pieces, text }) => {
		const kept = pieces.filter(({ path, text }, at) => {
			const next = pieces[at + 1]?.path;
			return !(path && isOurs(path)) && !(text.trim() === "" && next && isOurs(next));
		});
		expect(withoutTables(text, isOurs)).toBe(kept.map(({ text }) => text).join(""));
	});
});

function check<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => unknown): void {
	const property = fc.property(arbitrary, (value) => {
		holds(value);
	});
	fc.assert(property, { numRuns: Number(process.env.IBID_RUNS ?? 300) });
}

function parsedFrom(text: string): unknown {
	try {
		return parse(text);
	} catch {
		return undefined;
	}
}

/** The names in a header, according to the parser. */
function pathOf(names: string): string[] {
	const path: string[] = [];
	for (let at = parsedFrom(`[${names}]`); isObject(at); ) {
		const [name] = Object.keys(at);
		if (name === undefined) break;
		path.push(name);
		at = at[name];
	}
	return path;
}

/** The value at a path of a document; undefined if a list of tables is on the way. */
function lookUp(value: unknown, [name, ...rest]: readonly string[]): unknown {
	if (name === undefined) return value;
	return isObject(value) ? lookUp(value[name], rest) : undefined;
}

/** A document with these values in our table; undefined if a table or something else is in the way. */
function modelWith(parsed: unknown, values: Readonly<Record<string, unknown>>): unknown {
	if (!isObject(parsed)) return undefined;
	const { plugins = {} } = parsed;
	if (!isObject(plugins)) return undefined;
	const ours = plugins["ours@here"] ?? {};
	if (!isObject(ours) || isObject(ours.enabled) || isObject(ours.hash)) return undefined;
	return { ...parsed, plugins: { ...plugins, "ours@here": { ...ours, ...values } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
