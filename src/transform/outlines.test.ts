import { describe, expect, test } from "bun:test";
import type { Asked, Line } from "../../contracts/dialect.ts";
import { limitsOf, toolsOf } from "../../contracts/hosts.ts";
import { inOpenCode } from "../../contracts/opencode-words.ts";
import { prove } from "../../contracts/proved.ts";
import { attached, bash, edit, prompt, read, reply, shown, write } from "../../contracts/talk.ts";
import type { Range } from "../core/types.ts";
import { openCodeDialect } from "../dialect/opencode.ts";
import { DEFAULT_LEAN } from "../lean/types.ts";
import { policyOf } from "../limits/limits.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { newTransform } from "./transform.ts";

/** Three functions of twenty lines; each body is folded. */
const FILE = ["alpha", "beta", "gamma"].flatMap((name) => [
	`export function ${name}(value: number): number {`,
	...Array.from({ length: 18 }, (_, at) => `\tvalue += compute("${name}", ${at}, value) * ${at + 1};`),
	"}",
]);
const [ALPHA, BETA, GAMMA] = [2, 22, 42].map((first) => ({ first, last: first + 17 })) as [Range, Range, Range];
const FOLDS = [ALPHA, BETA, GAMMA];
const findFolds: FoldFinder = (_, text) => {
	const lines = text.split("\n");
	const heads = lines.flatMap((line, at) => (line.startsWith("export function") ? [at + 1] : []));
	return heads.map((head) => ({ first: head + 1, last: lines.indexOf("}", head) }));
};

const HOST = {
	tools: toolsOf("opencode"),
	policy: policyOf(limitsOf("opencode")),
	lean: DEFAULT_LEAN,
	dialect: openCodeDialect("/w"),
	findFolds,
};

/** What is sent for the results of some talk, and what is wrong with it. */
function send(talk: readonly Line[], terms: Partial<typeof HOST> & { findFolds?: FoldFinder } = {}) {
	const originals = talk.flatMap(inOpenCode());
	const { messages, answers, withheld, isPending } = newTransform({ ...HOST, ...terms })(originals);
	const { faults } = prove({ ...HOST, originals, sent: messages });
	expect(faults).toEqual([]);
	const results = answers.flat();
	const last = results.at(-1);
	return {
		forms: results.map(({ answer }) => answer.reason ?? answer.form).join(", "),
		last: `${last?.answer.text}${last?.told ? `\n\n${last.told}` : ""}`,
		opened: last?.opened,
		isBlindEdit: last?.isBlindEdit,
		withheld: Object.fromEntries(withheld),
		answer: last?.answer,
		isPending,
	};
}

const whole = (lines = FILE): Asked => read("a.ts", shown("/w/a.ts", lines));
const part = (first: number, last: number, lines = FILE): Asked => {
	const text = shown("/w/a.ts", lines.slice(first - 1, last), first, "", lines.length);
	return read("a.ts", text, { offset: first, limit: last - first + 1 });
};
const first = [prompt(), reply(whole())];
const noted = (lines: readonly string[], at: number, ...more: string[]): string[] => lines.toSpliced(at, 0, ...more);

describe("the first view of a file", () => {
	test("has marks in the place of its bodies, and says what they are", () => {
		const { forms, last, withheld, answer } = send(first);
		expect(forms).toBe("outline");
		expect(last).toContain("[ibid] Function bodies".slice(0, 7));
		expect(last.split("\n")[0]).toStartWith("[ibid] Bodies of functions are folded: read the lines that a mark names");
		for (const each of FOLDS) expect(last).toContain(`\n[ibid] lines ${each.first}-${each.last} folded\n`);
		expect(last).not.toContain("compute(");
		expect(withheld).toEqual({ "/w/a.ts": FOLDS });
		expect(answer?.withheld?.tokens).toBeGreaterThan(500);
		expect(answer?.before).toBeGreaterThanOrEqual(answer?.after ?? 0);
	});

	test("has its numbers in short, where that pays", () => {
		const long = Array.from({ length: 40 }, (_, at) =>
			FILE.map((line) => line.replace("function ", `function f${at}`)),
		);
		const { last, answer } = send([prompt(), reply(whole(long.flat()))]);
		expect(answer?.steps?.map(({ policy }) => policy)).toEqual(["short-gutters"]);
		expect(last).toContain("folded: read the lines that a mark names to see them. ");
	});

	test("by cat is folded too", () => {
		const { forms, last } = send([prompt(), reply(bash("cat a.ts", `${FILE.join("\n")}\n`))]);
		expect(forms).toBe("outline");
		expect(last).toContain("\n[ibid] lines 22-39 folded\n}\nexport function gamma");
	});

	test.each<[string, readonly Line[]]>([
		["the user has named it", [prompt("Look at src/a.ts, please."), reply(whole())]],
		["only a part of it is asked for", [prompt(), reply(part(1, 50))]],
		["it is read twice in a turn", [prompt(), reply(whole(), whole())]],
		["the host has attached it before", [prompt(), attached("/w/a.ts", shown("/w/a.ts", FILE)), reply(whole())]],
		["a line of it looks like ours", [prompt(), reply(whole(noted(FILE, 30, "[ibid] lines 2-3 folded")))]],
		["nothing is worth folding", [prompt(), reply(whole(["export function a() {", "\treturn 1;", "}"]))]],
		["it configures something", [prompt(), reply(read("vite.config.ts", shown("/w/vite.config.ts", FILE)))]],
		["it may hold secrets", [prompt(), reply(read(".env.ts", shown("/w/.env.ts", FILE)))]],
		["it holds instructions", [prompt(), reply(read("AGENTS.md", shown("/w/AGENTS.md", FILE)))]],
	])("is shown as it is if %s", (_, talk) => {
		expect(send(talk)).toMatchObject({ withheld: {}, forms: expect.not.stringContaining("outline") });
	});

	test("leaves open what the model has seen of it, asked for or written before", () => {
		expect(send([prompt(), reply(part(25, 30)), reply(whole())]).withheld).toEqual({ "/w/a.ts": [ALPHA, GAMMA] });
	});

	test.each([
		["a.ts", "rg -n compute", 'a.ts:43:\tvalue += compute("gamma", 0, value) * 1;\nb.ts:3:\tcompute();\n'],
		["a folder", "grep -rn compute .", './a.ts:43:\tvalue += compute("gamma", 0, value) * 1;\n'],
		["one file", "rg -n compute a.ts", '43:\tvalue += compute("gamma", 0, value) * 1;\n'],
	])("leaves open what a search has found: %s", (_, command, hits) => {
		const { withheld } = send([prompt(), reply(bash(command, hits)), reply(whole())]);
		expect(withheld).toEqual({ "/w/a.ts": [ALPHA, BETA] });
	});

	test("is not decided on before the grammar is there", () => {
		const terms = { findFolds: (): "pending" => "pending" };
		expect(send(first, terms)).toMatchObject({ isPending: true, withheld: {} });
		expect(send(first, { findFolds: () => undefined })).toMatchObject({ isPending: false, withheld: {} });
	});
});

describe("withheld lines", () => {
	test("come when they are asked for, and only the others are quoted then", () => {
		const one = send([...first, reply(part(22, 39))]);
		expect(one).toMatchObject({ forms: "outline, fresh", opened: 1, withheld: { "/w/a.ts": [ALPHA, GAMMA] } });
		const all = send([...first, reply(part(22, 39)), reply(whole())]);
		expect(all.last).toContain('compute("alpha", 3');
		expect(all.last).not.toContain('compute("beta", 3');
		expect(all).toMatchObject({ opened: 2, withheld: {} });
	});

	test("of which some were shown are withheld no longer, and the others are", () => {
		expect(send([...first, reply(part(25, 30))]).withheld).toEqual({
			"/w/a.ts": [ALPHA, { first: 22, last: 24 }, { first: 31, last: 39 }, GAMMA],
		});
	});

	test("are named with their present numbers once an edit has moved them, and only once", () => {
		const moved = reply(
			edit("a.ts", "export function alpha(value: number): number {", "// One.\n// Two.\nfunction alpha("),
		);
		const { last, withheld } = send([...first, moved]);
		expect(last).toBe("Edit applied successfully.\n\n[ibid] The folded lines of a.ts are now 4-21, 24-41 and 44-61.");
		expect(withheld).toEqual({ "/w/a.ts": FOLDS.map(({ first, last }) => ({ first: first + 2, last: last + 2 })) });
		const other = reply(edit("a.ts", "export function beta(", "function beta("));
		expect(send([...first, moved, other]).last).toBe("Edit applied successfully.");
	});

	test("that an edit has changed are named, and stay withheld", () => {
		const blind = reply(edit("a.ts", '\tvalue += compute("beta", 3, value) * 4;', "\tvalue = 0;\n\tvalue++;"));
		const { last, withheld, isBlindEdit } = send([...first, blind]);
		expect(last).toContain("This changed lines of a.ts that you have not seen: read 22-40.");
		expect(isBlindEdit).toBe(true);
		expect(withheld["/w/a.ts"]?.[1]).toEqual({ first: 22, last: 40 });
	});

	test("may be anywhere once a view shows that the file has changed: then the model hears so", () => {
		const changed = ["// new", ...FILE];
		const { last } = send([...first, reply(part(1, 3, changed))]);
		expect(last).toEndWith(
			"[ibid] a.ts has changed: its folded lines may have other numbers now. Read the file to see them.",
		);
		const again = send([...first, reply(part(1, 3, changed)), reply(part(5, 9, changed))]);
		expect(again.last).not.toContain("has changed");
		expect(again.withheld).toEqual({ "/w/a.ts": FOLDS });
		expect(send([...first, reply(part(1, 3, changed)), reply(whole(changed))]).withheld).toEqual({});
	});

	test("are none after the model has written the whole file", () => {
		expect(send([...first, reply(write("a.ts", "one\n"))]).withheld).toEqual({});
	});

	test("are never quoted: not even if another file has the same lines", () => {
		const copy = read("b.ts", shown("/w/b.ts", FILE));
		const { last } = send([...first, reply(part(1, 21)), reply(copy)], {
			findFolds: (path, text) => {
				return path === "/w/a.ts" ? findFolds(path, text) : undefined;
			},
		});
		expect(last).toContain('compute("beta", 3');
		expect(last).toContain("[ibid] lines 1-21");
	});
});
