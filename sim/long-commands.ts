/** A command, its output, and what is long about them. */
export type LongCommand = readonly [what: string, command: string, text: string];

/** Commands and outputs that repeat one thing `size` times, each hard in its own way. */
export function longCommands(size: number): LongCommand[] {
	const repeated = (scrap: string, times = size): string => scrap.repeat(times);
	return [
		["words", repeated("a "), "x\n"],
		["quotes", repeated("'a' "), "x\n"],
		["open quotes", repeated("'\""), "x\n"],
		["double quotes", repeated('"a\\"b" '), "x\n"],
		["backslashes", repeated("\\"), "x\n"],
		["dollars", repeated("$"), "x\n"],
		["statements", repeated("cat a;"), "x\n"],
		["pipes", repeated("cat a|"), "x\n"],
		["chains", repeated("cat a&&"), "x\n"],
		["words of its own", repeated("echo a;"), repeated("a\n")],
		["here-documents", repeated("cat <<A\nx\nA\n"), "x\n"],
		["waiting here-documents", `${repeated("cat <<A;", size / 10)}\n${repeated("A\n", size / 10)}`, "x\n"],
		["redirections", `cat${repeated(" >a")}`, "x\n"],
		["ranges", `sed -n '${Array.from({ length: size }, (_, at) => `${2 * at + 1}p`).join(";")}' a`, repeated("a\n")],
		["output", "cat a; echo --; cat b", repeated("a: b\n")],
		["notes", "sed -n '1,9p;20,29p' a", repeated("[ibid] lines 1-9 unchanged\n")],
	];
}
