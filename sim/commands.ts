import fc from "fast-check";

/** Files by path, for a directory with the folders `src` and `lib`, and with `link`, which points to `lib/inner`. */
export type Files = Readonly<Record<string, string>>;

const LINES = [
	"",
	" ",
	"a",
	"}",
	"export const one = 1;",
	"---",
	"== b",
	"1",
	"     1\tx",
	"cat: dog",
	"\\:\\:",
	"x  ",
	"end",
];

const line = fc.oneof(
	fc.constantFrom(...LINES),
	fc.integer({ min: 0, max: 99 }).map((n) => `line ${n} of it`),
);

const content = fc
	.tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
	.map(([lines, closed]) => lines.join("\n") + (closed && lines.length > 0 ? "\n" : ""));

/** Random files, some with names that are hard for shells. */
export const files: fc.Arbitrary<Files> = fc.record({
	"a.ts": content,
	"b c.ts": content,
	"src/d.ts": content,
	"src/$e.ts": content,
	"lib/a.ts": content,
});

const path = fc.constantFrom(
	"a.ts",
	"./a.ts",
	"'b c.ts'",
	'"b c.ts"',
	"b\\ c.ts",
	"src/d.ts",
	"src/../a.ts",
	"link/../a.ts",
	"../a.ts",
	"src",
	"'src/$e.ts'",
	"missing.ts",
);

const count = fc.integer({ min: 1, max: 35 });
const range = fc.tuple(count, count).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

const sedScript = fc.oneof(
	range.map(([a, b]) => `'${a},${b}p'`),
	range.map(([a, b]) => `${a},${b}p`),
	range.map(([a, b]) => `'${b},${a}p'`),
	count.map((n) => `'${n}p'`),
	count.map((n) => `'${n},$p'`),
	fc.tuple(count, count).map(([a, n]) => `'${a},+${n}p'`),
	range.map(([a, b]) => `'${a},${b}p;${b}q'`),
	range.map(([a, b]) => `'${b}q;${a},${b}p'`),
	fc.tuple(range, range).map(([[a, b], [c, d]]) => `'${a},${b}p;${c},${d}p'`),
	fc.tuple(range, count).map(([[a, b], n]) => `-e '${a},${b}p' -e '${b + n}p'`),
);

const awkProgram = fc
	.tuple(
		fc.oneof(
			range.map(([a, b]) => `NR>=${a}&&NR<=${b}`),
			range.map(([a, b]) => `NR >= ${a} && NR <= ${b}`),
			range.map(([a, b]) => `NR==${a},NR==${b}`),
			range.map(([a, b]) => `NR==${b},NR==${a}`),
			range.map(([a, b]) => `(NR>${a}) && (NR<${b})`),
			count.map((n) => `NR==${n}`),
			count.map((n) => `FNR<=${n}`),
			fc.constant(""),
		),
		fc.constantFrom(
			"",
			"{print}",
			"{ print $0 }",
			'{print NR": "$0}',
			'{print NR "\\t" $0}',
			'{printf "%4d  %s\\n", NR, $0}',
			"{print $1}",
		),
	)
	.map(([condition, action]) => `'${condition === "" && action === "" ? "1" : ""}${condition}${action}'`);

const selecting = fc.oneof(
	sedScript.map((script) => `sed -n ${script}`),
	count.map((n) => `sed ${n}q`),
	count.map((n) => `head -n ${n}`),
	count.map((n) => `head -${n}`),
	count.map((n) => `tail -n +${n}`),
	awkProgram.map((program) => `awk ${program}`),
	fc.constantFrom("cat", "head", "cat -n", "nl -ba", "nl -b a -w3 -s': '"),
);

/** Programs that look like those but pick lines in ways that their arguments do not show. */
const puzzling = fc.oneof(
	count.map((n) => `tail -n ${n}`),
	count.map((n) => `head -n -${n}`),
	fc.constantFrom("tail", "cat -b", "cat -A", "nl", "sort", "grep -n e", "head -q", "cat -n -s", "more", "less"),
);

const program = fc.oneof({ weight: 6, arbitrary: selecting }, { weight: 1, arbitrary: puzzling });

const reading = fc.oneof(
	{ weight: 8, arbitrary: fc.tuple(program, path).map(([name, file]) => `${name} ${file}`) },
	{ weight: 1, arbitrary: fc.tuple(program, path).map(([name, file]) => `${name} < ${file}`) },
	{ weight: 1, arbitrary: fc.tuple(program, path, path).map(([name, file, other]) => `${name} ${file} ${other}`) },
);

const pipe = fc
	.tuple(
		reading,
		fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(program, { maxLength: 2 })),
		fc.constantFrom("", "", "", "", " 2>/dev/null", " 2>&1", " >/dev/null", " >/dev/null 2>&1", " 3>/dev/null"),
	)
	.map(([first, rest, redirect]) => [first, ...rest].join(" | ") + redirect);

const separator = fc.constantFrom(
	"echo ---",
	'echo "== b"',
	"echo",
	"printf '\\n--\\n'",
	"printf -- '---\\n'",
	"echo -n x",
	"echo '-- a'",
	"echo -",
	"true",
	"pwd",
);

const STEPS = ["cd src", "cd missing", "cd missing 2>/dev/null", "cd ..", "cd src/..", "cd link", "cd -- src"];

const step = fc.oneof(
	{ weight: 4, arbitrary: pipe },
	{ weight: 2, arbitrary: separator },
	{ weight: 1, arbitrary: fc.constantFrom(...STEPS) },
);

const joint = fc.constantFrom("; ", "; ", " && ", " && ", "\n", " || ", " || true; ");

function script(statement: fc.Arbitrary<string>): fc.Arbitrary<string> {
	return fc
		.array(fc.tuple(statement, joint), { minLength: 1, maxLength: 5 })
		.map((steps) => steps.map(([each, join], at) => (at === steps.length - 1 ? each : each + join)).join(""));
}

/** Commands that read files: alone, in pipes, one after another, with text of their own in between. */
export const scripts: fc.Arbitrary<string> = fc.oneof(pipe, script(step), spread(pipe));

/** Readers with a separator line between each two, as models like to write them. */
function spread(statement: fc.Arbitrary<string>): fc.Arbitrary<string> {
	return fc
		.array(fc.tuple(statement, fc.integer({ min: 100, max: 999 })), { minLength: 2, maxLength: 4 })
		.map((steps) => steps.map(([each, n]) => `echo "=== ${n}"; ${each}`).join("; "));
}

const writing = fc.oneof(
	fc.tuple(path, content).map(([file, text]) => `cat > ${file} <<'EOF'\n${closed(text)}EOF\n`),
	fc.tuple(path, content).map(([file, text]) => `cat >> ${file} <<'EOF'\n${closed(text)}EOF\n`),
	fc.tuple(path, content).map(([file, text]) => `cat <<EOF > ${file}\n${closed(text)}EOF\n`),
	fc.tuple(path, content).map(([file, text]) => `tee ${file} <<-'EOF' >/dev/null\n${closed(text)}EOF\n`),
	path.map((file) => `sed -i 1d ${file}`),
	path.map((file) => `sed -n 'w out.ts' ${file}`),
	path.map((file) => `sort -o ${file} ${file}`),
	path.map((file) => `rm -f ${file}`),
	path.map((file) => `head -1 ${file} > new.ts`),
	path.map((file) => `awk '{print > "made.ts"}' ${file}`),
	path.map((file) => `find . -name ${file} -delete`),
	path.map((file) => `cp ${file} copy.ts`),
	path.map((file) => `sort --outp=new.ts ${file}`),
	path.map((file) => `awk '{print > FILENAME ".out"}' ${file}`),
	path.map((file) => `tee copy.ts <<'EOF' 2>/dev/null\n${file}\nEOF\n`),
	path.map((file) => `test -f ${file} && exit 0`),
	fc.constantFrom("uniq src/*.ts", "pushd src", "eval 'cd src'", "cat > /dev/stdout <<'EOF'\nx\nEOF\n"),
);

function closed(text: string): string {
	return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Commands that read, and some that write. */
export const harmfulScripts: fc.Arbitrary<string> = fc.oneof(pipe, writing, script(fc.oneof(step, writing)));
