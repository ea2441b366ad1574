import { BAD_PATCHES, CLOCK, type Input, PATCH, PATCHED, PATCHES, type Row, testOwn } from "../../../contracts/own.ts";
import { copilotCliTools } from "./copilot-cli.ts";

const swap = (old_str: unknown, new_str: unknown): Input => ({ path: CLOCK, old_str, new_str });
const create = (file_text: unknown): Input => ({ path: CLOCK, file_text });
const SWAPPED = 'clock.ts: "now" > "then"';
const CHANGED = `File ${CLOCK} updated with changes.`;
const CREATED = `Created file ${CLOCK} with 2 characters`;
const MODIFIED = `Modified 1 file(s): ${CLOCK}`;

const rowsOf = (rows: typeof PATCHES, text: string): readonly Row[] =>
	rows.map(([input, effect]) => ["apply_patch", { input }, text, effect]);

testOwn(
	"Copilot CLI 1.0.40, which takes patches",
	copilotCliTools,
	[
		...rowsOf(PATCHES, MODIFIED),
		["apply_patch", { input: PATCH }, `Added 1 file(s): x\n${MODIFIED}`, `${PATCHED}; ok`],
		["apply_patch", { input: PATCH }, `Moved 1 file(s): x\n${MODIFIED}`, `${PATCHED}; ok`],
	],
	[
		...rowsOf(BAD_PATCHES, MODIFIED),
		["apply_patch", { input: PATCH }, "Something else", `${PATCHED}; hides clock.ts`],
		["apply_patch", { input: PATCH }, MODIFIED, `${PATCHED}; hides clock.ts`, "failed"],
		["apply_patch", { input: PATCH }, "apply_patch verification failed: no such lines", `${PATCHED}; failed`, "failed"],
		["apply_patch", {}, MODIFIED, "nothing"],
	],
);

/** What can be requested with separate tools, or with a command word of one tool. */
const changes = (edit: (input: Input) => readonly [string, Input], make: typeof edit): readonly Row[] => [
	[...edit(swap("now", "then")), CHANGED, `${SWAPPED}; ok`],
	[...edit(swap("a\nb\n", "c\n")), CHANGED, 'clock.ts: "a\\nb\\n" > "c\\n"; ok'],
	[...edit(swap("now", "")), CHANGED, 'clock.ts: "now" > ""; ok'],
	[...edit(swap("\t}", "\t}\n}")), CHANGED, 'clock.ts: "\\t}" > "\\t}\\n}"; ok'],
	[...edit({ ...swap("now", "then"), path: "src/clock.ts" }), CHANGED, `${SWAPPED}; ok`],
	[...edit({ ...swap("now", "then"), path: "./src//clock.ts" }), CHANGED, `${SWAPPED}; ok`],
	[...make(create("x\n")), CREATED, 'clock.ts = "x\\n"; ok'],
	[...make(create("x\n\ny")), CREATED, 'clock.ts = "x\\n\\ny"; ok'],
	[...make(create("")), CREATED, 'clock.ts = ""; ok'],
	[...make({ path: "src/clock.ts", file_text: "x" }), CREATED, 'clock.ts = "x"; ok'],
];

const unclear = (edit: (input: Input) => readonly [string, Input], make: typeof edit): readonly Row[] => [
	[...edit(swap("", "then")), CHANGED, "hides clock.ts"],
	[...edit({ path: CLOCK, old_str: "now" }), CHANGED, "hides clock.ts"],
	[...edit(swap(7, "then")), CHANGED, "hides clock.ts"],
	[...edit({ old_str: "a", new_str: "b" }), CHANGED, "nothing"],
	[...edit({ ...swap("a", "b"), path: "~/clock.ts" }), CHANGED, "nothing"],
	[...edit(swap("now", "then")), "No match found", `${SWAPPED}; failed`, "failed"],
	[...make({ path: CLOCK }), CREATED, "hides clock.ts"],
	[...make(create(7)), CREATED, "hides clock.ts"],
	[...make({ path: 7, file_text: "x" }), CREATED, "nothing"],
	[...make(create("x")), "Path already exists", 'clock.ts = "x"; failed', "failed"],
];

testOwn(
	"Copilot CLI 1.0.64, with a tool for each change",
	copilotCliTools,
	changes(
		(input) => ["edit", input],
		(input) => ["create", input],
	),
	unclear(
		(input) => ["edit", input],
		(input) => ["create", input],
	),
);

const ordered =
	(command: string) =>
	(input: Input): readonly [string, Input] => ["str_replace_editor", { command, ...input }];

testOwn(
	"Copilot CLI with one tool for everything",
	copilotCliTools,
	changes(ordered("str_replace"), ordered("create")),
	[
		...unclear(ordered("str_replace"), ordered("create")),
		[...ordered("insert")({ path: CLOCK, insert_line: 3, new_str: "x" }), CHANGED, "hides clock.ts"],
		[...ordered("undo_edit")({ path: CLOCK }), CHANGED, "hides clock.ts"],
		[...ordered("rename")(swap("now", "then")), CHANGED, "hides clock.ts"],
	],
);
