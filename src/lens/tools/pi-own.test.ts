import { CLOCK, type Input, type Row, testOwn } from "../../../contracts/own.ts";
import { piTools } from "./pi.ts";

const change = (oldText: unknown, newText: unknown): Input => ({ oldText, newText });
const at = (more: Input): Input => ({ path: "src/clock.ts", ...more });
const SWAPPED = 'clock.ts: "now" > "then"';
const wrote = (bytes: number): string => `Successfully wrote ${bytes} bytes to src/clock.ts`;

const writes: readonly Row[] = [
	["write", at({ content: "x\n" }), wrote(2), 'clock.ts = "x\\n"; ok'],
	["write", at({ content: "" }), wrote(0), 'clock.ts = ""; ok'],
	["write", { path: CLOCK, content: "x\ny" }, wrote(3), 'clock.ts = "x\\ny"; ok'],
];

const unclearWrites: readonly Row[] = [
	["write", at({}), wrote(2), "hides clock.ts"],
	["write", at({ content: 7 }), wrote(1), "hides clock.ts"],
	["write", { path: "", content: "x" }, wrote(1), "nothing"],
	["write", at({ content: "x" }), "EACCES: permission denied", 'clock.ts = "x"; failed', "failed"],
];

const REPLACED = "Successfully replaced text in src/clock.ts. Changed 3 characters to 4 characters.";
const MISSING = "Could not find the exact text in src/clock.ts. The old text must match exactly.";
const TWICE = "Found 2 occurrences of the text in src/clock.ts. The text must be unique.";

testOwn(
	"pi 0.7, with one edit in a call",
	piTools,
	[
		...writes,
		["edit", at(change("now", "then")), REPLACED, `${SWAPPED}; ok`],
		["edit", at(change("now\n", "")), REPLACED, 'clock.ts: "now\\n" > ""; ok'],
		["edit", at(change("now", "")), REPLACED, 'clock.ts: "now" > ""; ok'],
		["edit", at(change("a\nb\n", "a\n\nb\n")), REPLACED, 'clock.ts: "a\\nb\\n" > "a\\n\\nb\\n"; ok'],
		["edit", at(change("\t}", "\t}\n}")), REPLACED, 'clock.ts: "\\t}" > "\\t}\\n}"; ok'],
		["edit", { path: CLOCK, ...change("now", "then") }, REPLACED, `${SWAPPED}; ok`],
		["edit", { ...change("now", "then"), path: "./src/../src/clock.ts" }, REPLACED, `${SWAPPED}; ok`],
	],
	[
		...unclearWrites,
		["edit", at(change("", "then")), REPLACED, "hides clock.ts"],
		["edit", at(change("now", null)), REPLACED, "hides clock.ts"],
		["edit", at({ oldText: "now" }), REPLACED, "hides clock.ts"],
		["edit", at({ newText: "then" }), REPLACED, "hides clock.ts"],
		["edit", { path: "~/clock.ts", ...change("a", "b") }, REPLACED, "nothing"],
		["edit", change("a", "b"), REPLACED, "nothing"],
		["edit", at(change("now", "then")), MISSING, `${SWAPPED}; failed`, "failed"],
		["edit", at(change("now", "then")), TWICE, `${SWAPPED}; failed`, "failed"],
	],
);

const BLOCKS = "Successfully replaced 2 block(s) in src/clock.ts.";
const TWO = [change("a", "b"), change("c", "d")];
const BOTH = 'clock.ts: "a" > "b"; clock.ts: "c" > "d"';
const PLACE = "Could not find edits[1] in src/clock.ts. The oldText must match exactly.";

testOwn(
	"pi 0.58 to 1.5.0, with a list of edits",
	piTools,
	[
		...writes,
		["edit", at({ edits: TWO }), BLOCKS, `${BOTH}; ok`],
		["edit", at({ edits: [change("now", "then")] }), BLOCKS, `${SWAPPED}; ok`],
		["edit", at({ edits: [change("now\n", "")] }), BLOCKS, 'clock.ts: "now\\n" > ""; ok'],
		["edit", at({ edits: JSON.stringify(TWO) }), BLOCKS, `${BOTH}; ok`],
		["edit", at({ edits: [change("a", "b")], ...change("c", "d") }), BLOCKS, `${BOTH}; ok`],
		["edit", at(change("now", "then")), BLOCKS, `${SWAPPED}; ok`],
		["edit", { edits: TWO, path: CLOCK }, BLOCKS, `${BOTH}; ok`],
	],
	[
		...unclearWrites,
		["edit", at({ edits: [] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: [change("a", "b"), change("", "d")] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: [change("", "d")] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: [change("a", "b"), "c"] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: [change("a", "b"), { oldText: "c" }] }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: "not JSON" }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: change("a", "b") }), BLOCKS, "hides clock.ts"],
		["edit", at({ edits: TWO, oldText: "e" }), BLOCKS, "hides clock.ts"],
		["edit", at({}), BLOCKS, "hides clock.ts"],
		["edit", { edits: TWO }, BLOCKS, "nothing"],
		["edit", at({ edits: TWO }), PLACE, `${BOTH}; failed`, "failed"],
	],
);
