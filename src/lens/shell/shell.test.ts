import { describe, expect, test } from "bun:test";
import { lookAtCall, lookAtText } from "../look.ts";
import { unwrapNothing } from "../result-text.ts";
import type { Outcome, ToolCall, Tools } from "../types.ts";
import { shellLens } from "./shell.ts";

const plainShell = shellLens({ command: "command", directory: "workdir", background: "later", trims: false });
const trimmingShell = shellLens({ command: "command", trims: true });
const tools: Tools = { lenses: { shell: plainShell, trimming: trimmingShell }, unwrap: unwrapNothing };

function call(command: unknown, input: ToolCall["input"] = {}, tool = "shell"): ToolCall {
	return { id: "1", tool, input: { command, ...input }, directory: "/project" };
}

/**
 * What the lens says about a text, one word each: `a.ts 3-5` for lines of a file, `ends` at its end, `$ …` for output.
 */
function claims(made: ToolCall, text: string, outcome: Outcome = "done"): string[] {
	const view = lookAtText(tools, made, text, outcome);
	if (view.kind !== "shown") return [view.kind];
	return view.parts.map(({ subject, first, count, room, from }) => {
		if (subject.kind !== "file") return `${from}: $ ${subject.label}`;
		const range = count === 0 ? `none at ${first}` : `${first}-${first + count - 1}`;
		return `${from}: ${subject.name.replace("/project/", "")} ${range}${count < room ? ", ends" : ""}`;
	});
}

const lines = (count: number, from = 1): string =>
	Array.from({ length: count }, (_, at) => `line ${from + at}\n`).join("");
const numbered = (count: number, from = 1): string =>
	Array.from({ length: count }, (_, at) => `${String(from + at).padStart(6)}\tline ${from + at}\n`).join("");

describe("commands that show lines of files", () => {
	test.each([
		["cat a.ts", lines(3), ["0: a.ts 1-3, ends"]],
		["cat -n a.ts", numbered(3), ["0: a.ts 1-3, ends"]],
		["nl -ba src/a.ts", numbered(3), ["0: src/a.ts 1-3, ends"]],
		["nl -ba a.ts | sed -n '4,6p'", numbered(3, 4), ["0: a.ts 4-6"]],
		["cat -n a.ts | head -n 9 | tail -n 2", numbered(2, 8), ["0: a.ts 8-9"]],
		["sed -n '10,12p' a.ts", lines(3, 10), ["0: a.ts 10-12"]],
		["sed -n 10,19p a.ts", lines(3, 10), ["0: a.ts 10-12, ends"]],
		["sed -n '3p;7,8p' a.ts", lines(3), ["0: a.ts 3-3", "1: a.ts 7-8"]],
		["sed -n -e 1,2p -e '5,$p' a.ts", lines(4), ["0: a.ts 1-2", "2: a.ts 5-6, ends"]],
		["sed -n '90,99p' a.ts", "", ["0: a.ts none at 90, ends"]],
		["head -3 a.ts", lines(3), ["0: a.ts 1-3"]],
		["head a.ts", lines(3), ["0: a.ts 1-3, ends"]],
		["tail -n +5 a.ts | head -2", lines(2), ["0: a.ts 5-6"]],
		["awk 'NR>=5 && NR<=7' a.ts", lines(3), ["0: a.ts 5-7"]],
		["awk 'NR==5,NR==7 {print NR\": \"$0}' a.ts", "5: x\n6: y\n7: z\n", ["0: a.ts 5-7"]],
		["bat -p -r 5:7 a.ts", lines(3), ["0: a.ts 5-7"]],
		["cat a.ts | less", lines(3), ["0: a.ts 1-3, ends"]],
		["cd src && cat a.ts", lines(3), ["0: src/a.ts 1-3, ends"]],
		["cd /else/where && cat a.ts", lines(3), ["0: /else/where/a.ts 1-3, ends"]],
		["cat 'a b.ts' 2>/dev/null", lines(1), ["0: a b.ts 1-1, ends"]],
		["cat a\\ b.ts 2>&1", lines(1), ["0: a b.ts 1-1, ends"]],
		["cat < a.ts", lines(1), ["0: a.ts 1-1, ends"]],
		["cat a.ts || true", lines(1), ["0: a.ts 1-1, ends"]],
		["cat a.ts; echo ---; cat b.ts", "one\n---\ntwo\n", ["0: a.ts 1-1, ends", "2: b.ts 1-1, ends"]],
		[
			"echo '== a' && head -2 a.ts && echo '== b' && head -2 b.ts",
			"== a\n1\n2\n== b\n3\n",
			["1: a.ts 1-2", "4: b.ts 1-1, ends"],
		],
		["printf '\\n-- b\\n'; sed -n 7p b.ts", "\n-- b\nx\n", ["2: b.ts 7-7"]],
		[
			"git status --short; echo '=='; sed -n 1,2p a.ts",
			" M a.ts\n==\nx\ny\n",
			["0: $ git status --short", "2: a.ts 1-2"],
		],
		["sed -n 1,2p a.ts && sed -n 5,6p b.ts", lines(4), ["0: a.ts 1-2", "2: b.ts 5-6"]],
		[
			"nl -ba a.ts | sed -n 1,9p; nl -ba b.ts | sed -n 20,29p",
			numbered(3) + numbered(3, 20),
			["0: a.ts 1-3, ends", "3: b.ts 20-22, ends"],
		],
		["cat a.ts", "mise WARN  missing: go\n1\n", ["1: a.ts 1-1, ends"]],
		["nl -ba a.ts | sed -n 1,2p", "     1\tpassed: 3\n     2\tused: 4\n", ["0: a.ts 1-2"]],
		["sed -n 1,2p a.ts; sed -n 5,9p a.ts", lines(4), ["0: a.ts 1-2", "2: a.ts 5-6, ends"]],
		[
			"nl -ba a.ts | sed -n 1,6p; nl -ba b.ts | sed -n 4,9p",
			numbered(6) + numbered(3, 4),
			["0: a.ts 1-6", "6: b.ts 4-6, ends"],
		],
		["# look\ncat \\\n  a.ts", lines(1), ["0: a.ts 1-1, ends"]],
		["cat ../a.ts", lines(1), ["0: /a.ts 1-1, ends"]],
		["cd src && cat /else/a.ts", lines(1), ["0: /else/a.ts 1-1, ends"]],
		["cat 0< a.ts", lines(1), ["0: a.ts 1-1, ends"]],
	])("%s", (command, text, expected) => {
		expect(claims(call(command), text)).toEqual(expected);
		expect(lookAtCall(tools, call(command)).readOnly).toBe(true);
	});

	test("run in the directory that the call names", () => {
		expect(claims(call("cat a.ts", { workdir: "/else" }), "x\n")).toEqual(["0: /else/a.ts 1-1, ends"]);
		expect(claims(call("cat a.ts", { workdir: "src" }), "x\n")).toEqual(["0: src/a.ts 1-1, ends"]);
		expect(claims(call("cat a.ts", { workdir: "~/else" }), "x\n")).toEqual(["0: $ cat a.ts"]);
	});

	test("may be given as the words of a shell", () => {
		expect(claims(call(["bash", "-lc", "cat a.ts"]), "x\n")).toEqual(["0: a.ts 1-1, ends"]);
		expect(lookAtCall(tools, call(["cat", "a.ts"])).subjects[0]?.kind).toBe("call");
	});
});

describe("what cannot be known is the output of the command", () => {
	test.each([
		["cat $FILE", lines(3)],
		["cat ~/a.ts", lines(3)],
		["cat *.ts", lines(3)],
		["cat {a,b}.ts", lines(3)],
		["cat $(ls)", lines(3)],
		["cat `ls`", lines(3)],
		["cat a.ts b.ts", lines(3)],
		["cat -A a.ts", lines(3)],
		["cat -b a.ts", numbered(3)],
		["nl a.ts", numbered(3)],
		["cat a.ts &", lines(3)],
		["(cat a.ts)", lines(3)],
		["for f in a b; do cat $f; done", lines(3)],
		["F=1 cat a.ts", lines(3)],
		["tail -n 3 a.ts", lines(3)],
		["head -n -3 a.ts", lines(3)],
		["more a.ts", lines(3)],
		["less < a.ts", lines(3)],
		["bat a.ts", lines(3)],
		["sed -n '/x/p' a.ts", lines(3)],
		["sed -n '5,9p;1,2p' a.ts", lines(3)],
		["sed -n '9q;1,9p' a.ts", lines(3)],
		["sed 5d a.ts", lines(3)],
		["awk '{print $1}' a.ts", lines(3)],
		["sed -n 3,5p a.ts | nl -ba", numbered(3)],
		["git show HEAD:a.ts", lines(3)],
		["ssh host cat a.ts", lines(3)],
		["docker exec box cat a.ts", lines(3)],
		["npm test; cat a.ts", lines(3)],
		["cd src; cd $X; cat a.ts", lines(3)],
		["test -d src && cd src; cat a.ts", lines(3)],
		["pwd || cd src; cat a.ts", lines(3)],
		["cat a.ts; cat b.ts", lines(3)],
		["cat a.ts; echo; cat b.ts", "one\n\ntwo\n"],
		["cat a.ts; echo ---; cat b.ts", "one\n---\nx\n---\ntwo\n"],
		["cat a.ts; echo ---; cat b.ts", "one---\ntwo\n"],
		["cat a.ts; echo -e '\\n---'; cat b.ts", "one\n\n---\ntwo\n"],
		["grep x a.ts && cat b.ts; true", "x\nx\n"],
		["cat a.ts || cat b.ts", lines(3)],
		["cat a.ts", "cat: a.ts: No such file or directory\n"],
		["sed -n 1,3p a.ts; echo ok", "sed: can't read a.ts: No such file or directory\nok\n"],
		["cd src; cat a.ts", "bash: line 1: cd: src: No such file or directory\nx\n"],
		["cat a.ts", "1\nmise WARN  missing: go\n"],
		["cat 'a.ts", lines(3)],
		["sed -n 1,9p a.ts && sed -n 5,9p b.ts", lines(7)],
		["nl -ba a.ts | sed -n 1,9p; nl -ba b.ts | sed -n 4,9p", numbered(3) + numbered(3, 4)],
		["cd link && cat ../a.ts", lines(3)],
		["cat link/../a.ts", lines(3)],
		["cd src 2>/dev/null; cat a.ts", lines(3)],
		["echo x | cd src; cat a.ts", lines(3)],
		["cat 3< a.ts", ""],
		["bat -p < src; echo ---", "---\n"],
		["cat b.ts &>/dev/null; cat a.ts", lines(3)],
		["head -1 b.ts 3>/dev/null; cat a.ts", lines(3)],
		["cat a.ts >/dev/null 2>&1 && cat b.ts; echo ---", "---\n"],
		["cat a.ts 2>&1 | tail -n +2", ""],
		["nl -ba a.ts 2>/dev/null | sed -n 5,9p; nl -ba b.ts | sed -n 1,3p", numbered(3)],
		["bat -p a.ts; echo ---", "[bat error]: 'a.ts': No such file or directory (os error 2)\n---\n"],
		["cat a.ts", "bash: warning: setlocale: LC_ALL: cannot change locale (C.UTF-9)\nx\n"],
		["cat a.ts", "/home/you/.bashrc: line 3: tool: command not found\nx\n"],
		["awk 'NR<=9\n{print}' a.ts", lines(3)],
		["awk 'NR>=1 0' a.ts", lines(3)],
		["awk 'N R==2' a.ts", ""],
		["cat x=~/a.ts", lines(3)],
		["cat a.ts; cat > a.ts <<'EOF'\nx\nEOF", lines(3)],
		["cat a.ts; cat >> a.ts <<'EOF'\nx\nEOF", lines(3)],
		["grep -n . a.ts; cat > a.ts <<'EOF'\nx\nEOF", "1:a\n2:b\n3:c\n4:d\n5:e\n6:f\n"],
		["tee b.ts <<'EOF' 2>/dev/null\nx\nEOF\ncat a.ts", lines(3)],
		["cat > /dev/stdout <<'EOF'\nx\nEOF\ncat a.ts", lines(3)],
	])("%s", (command, text) => {
		expect(claims(call(command), text).filter((claim) => !claim.includes(": $ "))).toEqual([]);
	});

	test("a failed command shows its output", () => {
		expect(claims(call("cat a.ts"), lines(3), "failed")).toEqual(["0: $ cat a.ts"]);
		expect(claims(call("npm test"), lines(3), "failed")).toEqual(["0: $ npm test"]);
	});

	test("output that the host has cut hides the files and the command", () => {
		expect(claims(call("cat a.ts"), lines(3), "cut")).toEqual(["opaque"]);
	});

	test("a command in the background shows nothing", () => {
		expect(claims(call("npm start", { later: true }), "started\n")).toEqual([]);
	});
});

describe("a host that trims blank lines from output", () => {
	const trimmed = (command: string): ToolCall => call(command, {}, "trimming");

	test("leaves certain what is as long as requested, has numbers, or comes after a line that the command itself prints", () => {
		expect(claims(trimmed("sed -n 4,6p a.ts"), "4\n5\n6")).toEqual(["0: a.ts 4-6"]);
		expect(claims(trimmed("cat -n a.ts"), numbered(3).trimEnd())).toEqual(["0: a.ts 1-3"]);
		expect(claims(trimmed("echo '-- a'; cat a.ts; echo ---; cat b.ts"), "-- a\n\nx\n---\ny")).toEqual([
			"1: a.ts 1-2, ends",
			"4: b.ts 1-1",
		]);
	});

	test.each(["cat a.ts", "sed -n 4,9p a.ts", "head a.ts; echo ---; cat b.ts"])("puts %s in doubt", (command) => {
		expect(claims(trimmed(command), "x\ny").filter((claim) => !claim.includes(": $ "))).toEqual([]);
	});
});

describe("what commands change", () => {
	test.each([
		"ls -la src",
		"rg -n 'x y' src | head -5",
		"grep -rn x . 2>/dev/null || true",
		"find . -name '*.ts' -not -path './x/*'",
		"git diff HEAD~1 -- a.ts | cat",
		"git -C src --no-pager log --oneline -5",
		"git branch --show-current && git remote -v",
		"wc -l a.ts b.ts; pwd; date +%s",
		"sort a.ts | uniq -c | sort -rn",
		"test -f a.ts && echo yes",
		"[ -f a.ts ] && cat a.ts",
		"cat src/*.ts > /dev/null 2>&1",
		"sed 's/a/b/g' a.ts",
		"awk -F: '{print $1}' a.ts",
		"jq .name package.json",
		"awk '$3 > 5 {print $1}' a.ts",
		"sort --reverse a.ts",
		"git stash show -p",
		"go env GOPATH",
	])("%s changes nothing", (command) => {
		expect(lookAtCall(tools, call(command)).readOnly).toBe(true);
	});

	test.each([
		"npm test",
		"rm a.ts",
		"cat a.ts > b.ts",
		"cat a.ts >> b.ts",
		"ls | xargs rm",
		"find . -name a -delete",
		"find . -exec rm {} +",
		"sed -i 's/a/b/' a.ts",
		"sed -n 'w b.ts' a.ts",
		"sed 's/a/b/w c.ts' a.ts",
		"sort -o a.ts a.ts",
		"sort -uo a.ts a.ts",
		"uniq a.ts b.ts",
		"git checkout a.ts",
		"git branch new",
		"git -c alias.log=x log",
		"git diff --output=x",
		"git stash",
		"awk '{print > \"x\"}' a.ts",
		"rg --pre ./script x",
		"tail -f a.ts",
		"date -s now",
		"eval ls",
		"command rm a.ts",
		"ls $(rm a.ts)",
		"ls; $CMD",
		"cat $X a.ts",
		"env rm a",
		"tee a.ts",
		"sort --outp=a.ts a.ts",
		"uniq src/*.ts",
		"uniq -- -x a.ts",
		"awk '{print > FILENAME}' a.ts",
		"awk '{print > (\"x\" NR)}' a.ts",
		"awk '{print > 5}' a.ts",
		"bat cache --build",
		"bat --generate-config-file",
		"less '+!rm b.ts' a.ts",
		"tree -R -H . -L 1",
		"test -v 'x[$(rm a.ts)]'",
		"printf -v 'x[$(rm a.ts)]' y",
		"git reflog show --output=a.ts",
		"git stash show -p --output=a.ts",
		"git grep -nOrm x",
		"git cat-file --filters HEAD:a.ts",
		"git ls-remote --upload-pack='rm a.ts' .",
		"go env --w GOFLAGS=-x",
		"go list -mod=mod ./...",
		"gh api -iXDELETE repos/you/project",
	])("%s may change something", (command) => {
		expect(lookAtCall(tools, call(command)).readOnly).toBe(false);
	});

	test.each([
		["cat > a.ts <<'EOF'\nx $y\nEOF", [{ kind: "write", text: "x $y\n" }]],
		["cat <<EOF > a.ts\nx\nEOF\n", [{ kind: "write", text: "x\n" }]],
		["mkdir -p src && cat > src/a.ts <<'EOF'\nx\nEOF", [{ kind: "write", text: "x\n" }]],
		["tee a.ts <<'EOF' >/dev/null\nx\nEOF", [{ kind: "write", text: "x\n" }]],
		["cat >> a.ts <<'EOF'\nx\nEOF", [{ kind: "edit", old: "", text: "x\n" }]],
		["cat > a.ts <<'EOF'\nx\nEOF\nnpm run format", [{ kind: "edit", old: "", text: "x\n" }]],
		["cat > a.ts <<'EOF'\nx\nEOF\ncat a.ts", [{ kind: "write", text: "x\n" }]],
		["cat > a.ts <<EOF\nx $y\nEOF", []],
		["cat > $X <<'EOF'\nx\nEOF", []],
		["test -f b && cat > a.ts <<'EOF'\nx\nEOF\ntrue", []],
		["test -d src && cd src\ncat > a.ts <<'EOF'\nx\nEOF", []],
		["python3 <<'EOF'\nx\nEOF", []],
		["cat > a.ts 3<<'EOF'\nx\nEOF", []],
		["cat > /dev/stderr <<'EOF'\nx\nEOF", []],
		["cd - && cat > a.ts <<'EOF'\nx\nEOF", []],
		["cd -P src && cat > a.ts <<'EOF'\nx\nEOF", []],
		["pushd src && cat > a.ts <<'EOF'\nx\nEOF", []],
		["eval 'cd src' && cat > a.ts <<'EOF'\nx\nEOF", []],
		["$STEP src && cat > a.ts <<'EOF'\nx\nEOF", []],
		["cd src && cat > ../a.ts <<'EOF'\nx\nEOF", []],
		["test -f a.ts && exit 0\ncat > a.ts <<'EOF'\nx\nEOF", []],
		["exec true; cat > a.ts <<'EOF'\nx\nEOF", []],
		["command -v node && cat > a.ts <<'EOF'\nx\nEOF", [{ kind: "write", text: "x\n" }]],
	])("%j: a here-document is the model's own text", (command, own) => {
		expect(lookAtCall(tools, call(command)).own).toMatchObject(own);
	});

	test("a write that may not have happened puts the file in doubt", () => {
		const doubtful = call("test -f b && cat > a.ts <<'EOF'\nx\nEOF\ntrue");
		const hides = (text: string, outcome?: Outcome): string[] => {
			const view = lookAtText(tools, doubtful, text, outcome);
			return view.kind === "opaque" ? view.hides.map(({ subject }) => subject.name) : [];
		};
		expect(hides("")).toContain("/project/a.ts");
		expect(hides("", "failed")).toContain("/project/a.ts");
	});
});

describe("one command is one subject", () => {
	const nameOf = (made: ToolCall): string | undefined => lookAtCall(tools, made).subjects.at(-1)?.name;

	test("however the model got to its directory", () => {
		expect(nameOf(call("cd src && npm test"))).toBe(nameOf(call("npm test", { workdir: "/project/src" })));
		expect(nameOf(call("cd src && npm test"))).not.toBe(nameOf(call("npm test")));
	});

	test("but with another document it is another subject", () => {
		const script = (text: string): ToolCall => call(`python3 <<'EOF'\n${text}\nEOF`);
		expect(nameOf(script("print(1)"))).not.toBe(nameOf(script("print(2)")));
		expect(nameOf(script("print(1)"))).toBe(nameOf(script("print(1)")));
	});

	test("and its name is in the command line", () => {
		expect(lookAtCall(tools, call("cd src && npm test # all")).subjects.at(-1)?.label).toBe("npm test");
		expect(lookAtCall(tools, call("npm test | tail -5")).subjects.at(-1)?.label).toBe("npm test | tail -5");
	});

	test("a script is a run of each command inside it that prints something of its own", () => {
		const labels = (command: string): string[] => lookAtCall(tools, call(command)).subjects.map(({ label }) => label);
		expect(labels("cd src && npm test; git diff")).toEqual(["npm test", "git diff", "npm test; git diff"]);
		expect(labels("cat a.ts; npm test")).toEqual(["a.ts", "npm test", "cat a.ts; npm test"]);
		expect(labels("npm test")).toEqual(["npm test"]);
	});
});
