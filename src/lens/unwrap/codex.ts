import { unwrapNothing } from "../page.ts";
import type { Content, Outcome } from "../types.ts";
import { noLines, onlyLine, wholeText, worst } from "./trim.ts";

/** Takes off what Codex puts around the result of a tool, in its log and (under the name Bash) in its hooks. */
export function unwrapCodex(lines: readonly string[], tool: string): Content {
	if (tool === "Bash") return wholeText(lines, opensCut(lines, 0) ? "cut" : "done");
	const head = readHead(lines, 0);
	if (head) return unwrapBelow(lines, head, tool);
	if (REFUSED.test(lines[0] ?? "")) return wholeText(lines, "failed");
	if (tool === "apply_patch") return unwrapObject(lines);
	// What a command printed always stands below a head. Another text was put there by somebody else.
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

/** The lines above a text, up to `Output:`. */
type Head = { readonly from: number; readonly outcome: Outcome; readonly hasEnd: boolean };

function readHead(lines: readonly string[], top: number): Head | undefined {
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

/** The longest head that was seen has six lines. */
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

/** More than this never reaches a model whole, even where an older log has all of it. */
const MOST_TOKENS = 10_000;

function unwrapBelow(lines: readonly string[], head: Head, tool: string): Content {
	const isShell = SHELLS.has(tool);
	// A patch given to the shell is answered by the patch tool, with a head of its own below the first.
	const patched = isShell && !head.hasEnd;
	const inner = patched ? readHead(lines, head.from) : head;
	const { from } = inner ?? head;
	const end = Math.max(from, unwrapNothing(lines).end);
	const isCut = !inner || opensCut(lines, from) || (!isShell && hasGap(lines));
	if (isCut) return { from, end, outcome: "cut" };
	const outcome = worst(head.outcome, inner.outcome);
	// A patch that ended badly may have changed some of its files.
	const isPartial = outcome === "failed" && (patched || tool === "apply_patch");
	return { from, end, outcome: isPartial ? "cut" : outcome };
}

/** Above a shortened text the host says how long it was. */
function opensCut(lines: readonly string[], from: number): boolean {
	if (/^Warning: truncated output \(original token count: \d+\)$/.test(lines[from] ?? "")) return true;
	return LINES.test(lines[from] ?? "") && lines[from + 1] === "";
}

/** Texts of other tools are shortened in the middle, without a word above. */
function hasGap(lines: readonly string[]): boolean {
	return lines.some((line) =>
		/…\d+ (?:tokens|chars) truncated…|^\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]$/.test(line),
	);
}

/** Older versions answer a patch with one line of JSON, which has no lines of its own. */
function unwrapObject(lines: readonly string[]): Content {
	const line = onlyLine(lines) ?? "";
	const ended = line.startsWith('{"output":"') && /,"metadata":\{"exit_code":0,[^{}]*\}\}$/.test(line.slice(-200));
	return ended ? noLines(lines) : wholeText(lines, "cut");
}
