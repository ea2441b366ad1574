import type { NumberGutter } from "../../core/types.ts";
import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens, pollLens } from "../look.ts";
import { patchLens } from "../own/patch.ts";
import { noLines, onlyLine, unwrapNothing, wholeText, worst } from "../result-text.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, Outcome, ResultBody, ResultText, Tools } from "../types.ts";
import { UNLIMITED } from "../views.ts";

/** ibid's own reader in Codex: numbered lines and, where more follow, a last line without a number. */
const ibidRead: Lens = fileLens({
	path: ({ path }) => (typeof path === "string" && path.startsWith("/") ? path : undefined),
	ask: ({ offset, limit }) => lineRequest(offset, limit),
	find: findLines,
});

/** Codex's only tool that changes files. */
export const codexOwn: Readonly<Record<string, Lens>> = { apply_patch: patchLens };

/** Codex's tools: files are read by commands, and changed by patches. */
export const codexTools: Tools = {
	lenses: {
		exec_command: shellLens({ command: "cmd", directory: "workdir", trims: false }),
		// The name of exec_command in hooks.
		Bash: shellLens({ command: "command", directory: "workdir", trims: false }),
		shell: shellLens({ command: "command", directory: "workdir", trims: false }),
		shell_command: shellLens({ command: "command", directory: "workdir", trims: false }),
		write_stdin: pollLens("session_id"),
		...codexOwn,
		list_mcp_resources: askLens,
		list_mcp_resource_templates: askLens,
		read_mcp_resource: askLens,
		mcp__ibid__ibid_read: ibidRead,
	},
	unwrap: unwrapCodex,
};

const GUTTER: NumberGutter = { kind: "number", width: 0, mark: "\t", forced: false };

const MORE = /^\(\d+ lines in all; go on with offset \d+\)$/;

function findLines({ lines, notes }: ResultText, { first }: LineRequest): FileLines[] | undefined {
	const hasMore = MORE.test(lines.at(-1) ?? "");
	const count = lines.length - (hasMore ? 1 : 0);
	const isLine = (line: string, index: number): boolean => notes.has(index) || /^\d+\t/.test(line);
	if (count === 0 || !lines.slice(0, count).every(isLine)) return undefined;
	return [{ from: 0, count, first, gutter: GUTTER, room: hasMore ? 0 : UNLIMITED }];
}

/** Takes off what Codex puts around the result of a tool, in its log and (under the name Bash) in its hooks. */
export function unwrapCodex(lines: readonly string[], tool: string): ResultBody {
	if (tool === "Bash") return wholeText(lines, opensCut(lines, 0) ? "cut" : "done");
	const head = readHead(lines, 0);
	if (head) return unwrapBelow(lines, head, tool);
	if (REFUSED.test(lines[0] ?? "")) return wholeText(lines, "failed");
	if (tool === "apply_patch") return unwrapObject(lines);
	// The output of a command always has a head above it. Without one, we do not know what this is.
	return wholeText(lines, SHELLS.has(tool) || hasGap(lines) ? "cut" : "done");
}

const SHELLS: ReadonlySet<string> = new Set([
	"exec_command",
	"write_stdin",
	"shell",
	"shell_command",
	"local_shell",
	"container.exec",
]);

const REFUSED =
	/^(?:apply_patch verification failed|failed to parse function arguments|unsupported call|execution error): |^(?:exec_command|write_stdin) failed\b|^Command blocked by PreToolUse hook: |^(?:exec command|patch) rejected by user/;

/** The lines above an output, up to `Output:`. */
type ResultHead = { readonly from: number; readonly outcome: Outcome; readonly hasEnd: boolean };

function readHead(lines: readonly string[], top: number): ResultHead | undefined {
	let outcome: Outcome = "done";
	let hasEnd = false;
	for (let line = top; line < top + MOST; line++) {
		const text = lines[line] ?? "";
		if (text === "Output:") return line > top ? { from: line + 1, outcome, hasEnd } : undefined;
		const said = saidBy(text, line === top);
		if (said === undefined) return undefined;
		if (said !== "nothing") outcome = worst(outcome, said);
		hasEnd ||= ENDED.test(text) || UNENDED.test(text);
	}
	return undefined;
}

/** The longest head in our logs has six lines. */
const MOST = 8;

function saidBy(line: string, isFirst: boolean): Outcome | "nothing" | undefined {
	const code = ENDED.exec(line);
	if (code) return Number(code[1] ?? 0) === 0 ? "done" : "failed";
	if (UNENDED.test(line)) return "failed";
	const tokens = TOKENS.exec(line);
	if (tokens) return Number(tokens[1]) > MOST_TOKENS ? "cut" : "nothing";
	if (LINES.test(line)) return "cut";
	return SILENT.test(line) || (isFirst && line.startsWith("Command: ")) ? "nothing" : undefined;
}

const ENDED = /^(?:Process exited with code|Exit code:) (-?\d+)$|^Script completed$/;
const UNENDED = /^Process running with session ID \d+$|^Script (?:failed|terminated|running with cell ID .+)$/;
const TOKENS = /^Original token count: (\d+)$/;
const LINES = /^Total output lines: \d+$/;
const SILENT = /^Chunk ID: [0-9a-f]+$|^Wall time:? [\d.]+ seconds$/;

/** A longer result never reaches the model in full, even if an older log has all of it. */
const MOST_TOKENS = 10_000;

function unwrapBelow(lines: readonly string[], head: ResultHead, tool: string): ResultBody {
	const isShell = SHELLS.has(tool);
	// A patch given to the shell goes to the patch tool, whose result has a second head below the first.
	const patched = isShell && !head.hasEnd;
	const inner = patched ? readHead(lines, head.from) : head;
	const { from } = inner ?? head;
	const end = Math.max(from, unwrapNothing(lines).end);
	const isCut = !inner || opensCut(lines, from) || (!isShell && hasGap(lines));
	if (isCut) return { from, end, outcome: "cut" };
	const outcome = worst(head.outcome, inner.outcome);
	// A patch that failed may have changed some of its files.
	const isPartial = outcome === "failed" && (patched || tool === "apply_patch");
	return { from, end, outcome: isPartial ? "cut" : outcome };
}

/** Above a text that it cut, the host says how long it was. */
function opensCut(lines: readonly string[], from: number): boolean {
	if (/^Warning: truncated output \(original token count: \d+\)$/.test(lines[from] ?? "")) return true;
	return LINES.test(lines[from] ?? "") && lines[from + 1] === "";
}

/** The results of other tools are cut in the middle, without a message above. */
function hasGap(lines: readonly string[]): boolean {
	return lines.some((line) =>
		/…\d+ (?:tokens|chars) truncated…|^\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]$/.test(line),
	);
}

/** In older versions the result of a patch is one line of JSON. */
function unwrapObject(lines: readonly string[]): ResultBody {
	const line = onlyLine(lines) ?? "";
	const ended = line.startsWith('{"output":"') && /,"metadata":\{"exit_code":0,[^{}]*\}\}$/.test(line.slice(-200));
	return ended ? noLines(lines) : wholeText(lines, "cut");
}
