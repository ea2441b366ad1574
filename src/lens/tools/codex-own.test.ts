import { expect, test } from "bun:test";
import { BAD_PATCHES, PATCH, PATCHED, PATCHES, type Row, said, testOwn } from "../../../contracts/own.ts";
import { codexTools } from "./codex.ts";

const SUCCESS = "Success. Updated the following files:\nM src/clock.ts\n";
const WRONG = "apply_patch verification failed: Failed to find expected lines in src/clock.ts:\nnow";

/** How a version reports a patch: what the tool printed, and its exit code. */
type Answer = (output: string, code?: number) => string;

const asObject: Answer = (output, code = 0) =>
	JSON.stringify({ output, metadata: { exit_code: code, duration_seconds: 0.1 } });
const underHead: Answer = (output, code = 0) => `Exit code: ${code}\nWall time: 0 seconds\nOutput:\n${output}`;

const rowsOf = (rows: typeof PATCHES, text: string): readonly Row[] =>
	rows.map(([input, effect]) => ["apply_patch", { input }, text, effect]);

/** Patches that were not applied, not completely, or perhaps not. */
const undone = (answer: Answer): readonly Row[] => [
	["apply_patch", { input: PATCH }, answer("Failed to write src/clock.ts\n", 1), `${PATCHED}; hides clock.ts`],
	["apply_patch", { input: PATCH }, "aborted by user after 2.1s", `${PATCHED}; hides clock.ts`],
	["apply_patch", { input: PATCH }, "", `${PATCHED}; hides clock.ts`],
	["apply_patch", { input: PATCH }, WRONG, `${PATCHED}; failed`],
	["apply_patch", { input: PATCH }, "patch rejected by user", `${PATCHED}; failed`],
	["apply_patch", { input: PATCH.replace("+then", "then") }, WRONG, "failed"],
	["apply_patch", { input: PATCH }, WRONG, `${PATCHED}; failed`, "failed"],
	["apply_patch", {}, answer(SUCCESS), "nothing"],
	["apply_patch", { input: [PATCH] }, answer(SUCCESS), "nothing"],
];

testOwn("Codex 0.118 to 0.125, which answers by an object", codexTools, rowsOf(PATCHES, asObject(SUCCESS)), [
	...rowsOf(BAD_PATCHES, asObject(SUCCESS)),
	...undone(asObject),
	["apply_patch", { input: PATCH }, asObject(SUCCESS).slice(0, -2), `${PATCHED}; hides clock.ts`],
]);

testOwn(
	"Codex 0.133 to 0.166, which answers under a head",
	codexTools,
	[...rowsOf(PATCHES, underHead(SUCCESS)), ["apply_patch", { patch: PATCH }, underHead(SUCCESS), `${PATCHED}; ok`]],
	[
		...rowsOf(BAD_PATCHES, underHead(SUCCESS)),
		...undone(underHead),
		["apply_patch", { input: PATCH }, underHead("Something else\n"), `${PATCHED}; hides clock.ts`],
		["apply_patch", { input: PATCH }, SUCCESS, `${PATCHED}; hides clock.ts`],
		["apply_patch", { command: PATCH }, SUCCESS, `${PATCHED}; hides clock.ts`],
	],
);

const HERE = `apply_patch <<'EOF'\n${PATCH}\nEOF\n`;

testOwn(
	"Codex, which may give a patch to a shell",
	codexTools,
	[
		["exec_command", { cmd: HERE }, underHead(SUCCESS), `${PATCHED}; ok`],
		["exec_command", { cmd: `apply_patch '${PATCH}'` }, underHead(SUCCESS), `${PATCHED}; ok`],
		["shell", { command: ["bash", "-lc", HERE] }, underHead(SUCCESS), `${PATCHED}; ok`],
		["exec_command", { cmd: `cd src/.. && ${HERE}` }, underHead(SUCCESS), `${PATCHED}; ok`],
	],
	[["exec_command", { cmd: HERE }, underHead("", 1), `${PATCHED}; hides clock.ts`]],
);

test.each([
	`${HERE}rm src/clock.ts\n`,
	`rm src/clock.ts\n${HERE}`,
	`cd "$ELSEWHERE" && ${HERE}`,
	`apply_patch --quiet <<'EOF'\n${PATCH}\nEOF\n`,
])("a script that does more than apply a patch is a command like any other: %j", (cmd) => {
	expect(said(codexTools, "exec_command", { cmd }, underHead(SUCCESS))).toStartWith("shows 1-2 from 3");
});
