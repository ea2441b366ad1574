import type { Random } from "./random.ts";

/** A line such as projects have: many are unique, some repeat, a few are meant to confuse. */
function drawLine(random: Random): string {
	if (random.chance(0.12)) return random.pick(["", "", "}", "\t}", "\t", "});", "\t\treturn undefined;"]);
	const line = random.pick(LINES);
	return line.includes("#") ? line.replaceAll("#", String(random.int(0, 60))) : line;
}

/** Several lines. */
export function drawLines(random: Random, count: number): string[] {
	return Array.from({ length: count }, () => drawLine(random));
}

/** A line that looks like something it is not. */
export function drawOddLine(random: Random): string {
	return random.pick(random.chance(0.3) ? LOOKALIKES : ODD);
}

const LINES: readonly string[] = [
	'import { readFile } from "node:fs/promises";',
	'import { parse, type Result# } from "./parse#.ts";',
	"export function transform#(input: string, options: Options): Result {",
	"\tconst value# = input.trim().toLowerCase();",
	"\tif (value# === undefined) return fallback(options);",
	"\tfor (const entry of entries#) total += entry.weight * options.scale;",
	"\treturn { kind: 'result', value: value#, warnings: [] };",
	"/** Says what the caller wants to know about section #. */",
	"\t// The order matters here: readers come before writers, see note #.",
	"const LIMIT_# = 4096;",
	"\t\tawait queue.push({ id: #, payload: encode(message) });",
	"\tlogger.debug('step # done', { elapsed: clock() - started });",
	"describe('case #', () => {",
	"\texpect(transform#(sample)).toEqual({ ok: true, lines: # });",
	"type Options# = { readonly scale: number; readonly strict: boolean };",
	"\tcase 'kind-#': return handleKind(state, event, #);",
	"- item # of the list, with a few words of prose behind it",
	"\tthrow new RangeError(`value out of range: #`);",
];

const LONG = "const table = [".padEnd(700, "0x1f, 0x2e, ");

const LOOKALIKES: readonly string[] = [
	"[ibid] lines 1-20 unchanged",
	"  [ibid] lines 3-9 unchanged. Left out, already above. Ask again for the full text.",
	'12\t[ibid] 3 lines as in the last run, beginning "x"',
	"[ibid] not a note at all",
];

const ODD: readonly string[] = [
	"@@ -1,3 +1,3 @@",
	"12\tfoo = bar + 12",
	"7: return 7 + seven",
	"<content>",
	"</content>",
	"(End of file - total 3 lines)",
	"<system-reminder>",
	"one\u2028line\u2029only",
	"half a pair \ud83d alone",
	"a nul \0 in the middle",
	"naïve café, 漢字 and 🙂",
	"+ added or not",
	"- taken away or not",
	" one blank before",
	"one blank behind ",
	"   ",
	"== /w/src/a.ts 1-3",
	"| a pipe in front",
	'said "quoted; twice", and \\ a backslash',
	LONG,
];
