import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapPi } from "./pi.ts";

const SHOWN = "[Showing lines 3002-5001 of 5001. Full output: /tmp/pi-bash-7.log]";

const wrappers: readonly Row[] = [
	["nothing around a command's output", "bash", `${CLOCK}\n`, CLOCK, "done"],
	["leading and trailing blank lines are the command's", "bash", "\n\n  tick\n\n", "\n\n  tick\n", "done"],
	["no output", "bash", "(no output)", "", "done"],
	["a bad exit", "bash", `${CLOCK}\n\n\nCommand exited with code 3`, CLOCK, "failed"],
	[
		"a bad exit below an output without a last line end",
		"bash",
		"tick\n\nCommand exited with code 3",
		"tick",
		"failed",
	],
	[
		"a bad exit below blank lines of the command",
		"bash",
		"tick\n\n\n\n\nCommand exited with code 1",
		"tick\n\n",
		"failed",
	],
	["a bad exit without output", "bash", "(no output)\n\nCommand exited with code 7", "", "failed"],
	["a bad exit alone, as of old", "bash", "Command exited with code 1", "", "failed"],
	["an abort", "bash", "tick\n\n\nCommand aborted", "tick", "failed"],
	["a timeout", "bash", "tick\n\n\nCommand timed out after 1 seconds", "tick", "failed"],
	["a timeout alone", "bash", "Command timed out after 1.5 seconds", "", "failed"],
	["the end of a long output, 0.73", "bash", `tick\n\n\n${SHOWN}`, "tick", "cut"],
	["the end of a long output, 1.5", "bash", `tick\n\n${SHOWN}`, "tick", "cut"],
	["the same by size", "bash", `tick\n\n${SHOWN.replace("5001.", "5001 (50.0KB limit).")}`, "tick", "cut"],
	[
		"the end of a long line",
		"bash",
		"tick\n\n[Showing last 50.0KB of line 2 (line is 78.1KB). Full output: /tmp/pi-bash-7.log]",
		"tick",
		"cut",
	],
	["a long output and a bad exit", "bash", `tick\n\n${SHOWN}\n\nCommand exited with code 1`, "tick", "cut"],
	["a long output and a timeout", "bash", `tick\n\n\n${SHOWN}\n\nCommand timed out after 1 seconds`, "tick", "cut"],
	refusal("a call that is none", "bash", 'Validation failed for tool "bash":\n  - command: missing'),
];

const lookalikes: readonly Row[] = [
	plain("an exit that the command printed, with a last line end", "bash", "tick\n\nCommand exited with code 1\n"),
	plain("an exit without an empty line above", "bash", "tick\nCommand exited with code 1"),
	plain("an exit in the middle", "bash", "tick\n\nCommand exited with code 1\n\ntock"),
	plain("an exit that goes on", "bash", "tick\n\nCommand exited with code 1, as told"),
	plain("an exit in a file", "read", "tick\n\nCommand exited with code 1"),
	plain("an abort in a file", "read", "Command aborted"),
	plain("a range that the command printed, with a last line end", "bash", `tick\n\n${SHOWN}\n`),
	plain("a range without an empty line above", "bash", `tick\n${SHOWN}`),
	plain("a range in the middle", "bash", `tick\n\n${SHOWN}\ntock`),
	plain("a range without a file", "bash", "tick\n\n[Showing lines 1-9 of 99.]"),
	plain(
		"what the read tool puts below a file",
		"read",
		"tick\n\n[Showing lines 1-9 of 99. Use offset=10 to continue.]",
	),
	plain(
		"what the read tool puts below the part asked for",
		"read",
		"tick\n\n[90 more lines in file. Use offset=10 to continue.]",
	),
	plain("no output among other lines", "bash", "(no output)\ntick"),
	plain("no output in a file", "read", "(no output)"),
	plain("a timeout without its time", "bash", "tick\n\nCommand timed out"),
	plain("another tool's validation", "edit", 'Validation failed for tool "bash":\n  - path: missing'),
];

testUnwrap("pi", unwrapPi, wrappers, lookalikes, []);
