import { join } from "node:path";
import { put } from "./files.ts";

/** What the model calls for, in terms for which each host has a call: the tool of a server is named without it. */
export type LeanAct =
	| { readonly kind: "run"; readonly command: string }
	/** A file with numbers before its lines. */
	| { readonly kind: "view"; readonly path: string }
	| { readonly kind: "ask"; readonly tool: string };

/** An act, and how its result comes: its form, and the policies by which it is lean. */
export type LeanStep = { readonly act: LeanAct; readonly comes: string };

/** The steps before a session is resumed, and after that. */
export type LeanScene = readonly [before: readonly LeanStep[], after: readonly LeanStep[]];

/** Puts the programs and files of the scenes into a project. */
export function prepareLean(project: string): void {
	for (const [name, text] of Object.entries(FILES)) put(join(project, "kitchen", name), text);
	for (const name of ["bean", "carrot", "leek", "lentil", "onion", "pea", "potato", "tomato"]) {
		put(join(project, "kitchen", "soups", `soup-of-${name}.md`), name);
		put(join(project, "kitchen", "cakes", `cake-of-${name}.md`), name);
	}
}

/** Long enough for shorter gutters to pay, and short enough for hosts that accept few bytes. */
const ROLL = Array.from({ length: 300 }, (_, at) => `Stir ${at * at + 3} times.\n`).join("");

const FILES: Readonly<Record<string, string>> = {
	"roll.txt": ROLL,
	"count.txt": "0\n",
	"bake.sh": `for cake in bean leek pea carrot; do
	echo "Error: the oven is too cold for a $cake cake"
	line=3
	for step in stir whisk knead preheat measure weigh sift pour serve; do
		line=$((line + 17))
		echo "    at $step (kitchen/oven.js:$line:5)"
	done
done
`,
	"orders.sh": `count=$(($(cat kitchen/count.txt) + 1))
echo "$count" > kitchen/count.txt
printf '{"open":%d,"tables":[' "$count"
for table in 1 2 3 4 5 6 7 8; do
	printf '{"table":%d,"dish":"tomato soup","with":["bread","salt"],"minutes":25},' "$table"
done
printf '{"table":9,"dish":"leek cake","with":[],"minutes":%d}]}\\n' $((count * 7))
`,
	"progress.sh": `for dish in tomato onion leek pea lentil carrot bean potato radish; do
	printf '\\033[33mstirring %s\\033[0m 10%%\\r\\033[33mstirring %s\\033[0m 50%%\\r' "$dish" "$dish"
	printf '\\033[32mstirred %s\\033[0m 100%%\\033[K\\n' "$dish"
done
`,
};

/** What a terminal finally shows of the progress. */
export const PROGRESS: string = ["tomato", "onion", "leek", "pea", "lentil", "carrot", "bean", "potato", "radish"]
	.map((dish) => `stirred ${dish} 100%\n`)
	.join("");

/** Commands for results that are written lean: hits, a log, and JSON on one line of which two values differ each time. */
export const SEARCH = "grep -rn duration src README.md | sort -t: -k1,1 -k2,2n";
export const LOG = "sh kitchen/bake.sh";
export const ORDERS = "sh kitchen/orders.sh";
const LIST = 'find "$PWD/kitchen" -name "*-of-*" | sort';
const VIEW: LeanAct = { kind: "view", path: "kitchen/roll.txt" };
/** After it, the search finds one line more, and shows its neighbours under other numbers. */
const CHANGE = "sed -i '30i // A duration more.' src/counter.ts";

/** Every policy that is on by default, where it applies; what is lean is quoted as what it says, also after a resume. */
export const LEAN_SCENE: LeanScene = [
	[
		{ act: run(SEARCH), comes: "lean search-groups" },
		{ act: run(SEARCH), comes: "same" },
		{ act: run(LIST), comes: "lean working-directory path-folders" },
		{ act: run(LOG), comes: "lean repeated-lines" },
		{ act: VIEW, comes: "lean short-gutters" },
		{ act: run(ORDERS), comes: "whole" },
		{ act: run(ORDERS), comes: "quoted" },
	],
	[
		{ act: run(LIST), comes: "same" },
		{ act: VIEW, comes: "same" },
		{ act: run(LOG), comes: "same" },
		{ act: run(ORDERS), comes: "quoted" },
		{ act: run(CHANGE), comes: "whole" },
		{ act: run(SEARCH), comes: "quoted" },
	],
];

/** The same for the tools of a server. */
export const SERVED_SCENE: LeanScene = [
	[
		{ act: { kind: "ask", tool: "orders" }, comes: "whole" },
		{ act: { kind: "ask", tool: "orders" }, comes: "quoted" },
		{ act: { kind: "ask", tool: "places" }, comes: "lean search-groups" },
		{ act: { kind: "ask", tool: "places" }, comes: "same" },
	],
	[],
];

/** Numbers on every tenth line of a file that is viewed, changed and printed without numbers. */
export function sparseScene(numbered: string): LeanScene {
	return [
		[
			{ act: VIEW, comes: `lean ${numbered}` },
			{ act: VIEW, comes: "same" },
			{ act: run("sed -i '150s/Stir/Shake/' kitchen/roll.txt"), comes: "whole" },
			{ act: VIEW, comes: "quoted" },
		],
		[
			{ act: run(SEARCH), comes: "lean search-groups" },
			{ act: run(LIST), comes: "lean working-directory path-folders" },
			{ act: run(LOG), comes: "lean repeated-lines" },
			{ act: run("cat kitchen/roll.txt"), comes: "same" },
		],
	];
}

/** A program that writes over its own lines, in colours. */
export const TERMINAL_SCENE: LeanScene = [
	[
		{ act: run("sh kitchen/progress.sh"), comes: "lean terminal-text" },
		{ act: run("sh kitchen/progress.sh"), comes: "same terminal-text" },
	],
	[],
];

function run(command: string): LeanAct {
	return { kind: "run", command };
}
