import { unwrapNothing } from "../page.ts";
import type { Content } from "../types.ts";
import { wholeText } from "./trim.ts";

/** Takes off what Copilot CLI puts around the result of a tool. */
export function unwrapCopilotCli(lines: readonly string[], tool: string): Content {
	if (/^Output too large to read at once \(.*\)\. Saved to: /.test(lines[0] ?? "")) return wholeText(lines, "cut");
	if (!SHELLS.has(tool)) return unwrapNothing(lines);
	const below = unwrapNothing(lines).end;
	const last = lines[below - 1] ?? "";
	// A command that printed nothing leaves an empty line above the host's.
	const end = below === 2 && lines[0] === "" ? 0 : below - 1;
	const code = ENDED.exec(last)?.[1];
	if (code !== undefined) return { from: 0, end, outcome: Number(code) === 0 ? "done" : "failed" };
	if (UNENDED.test(last)) return { from: 0, end, outcome: "failed" };
	// Every command's text ends with a line of the host's. Without one it is not known what this is.
	return wholeText(lines, "cut");
}

const SHELLS: ReadonlySet<string> = new Set(["bash", "read_bash", "write_bash", "stop_bash"]);

const ENDED = /^<(?:exited|shellId: \S+ completed) with exit code (-?\d+)>$/;
const UNENDED = /^<command with (?:shellId|id): .*>$/;
