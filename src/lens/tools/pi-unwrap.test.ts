import { CLOCK, plain, type Row, refusal, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapPi } from "./pi.ts";

const SHOWN = "[Showing lines 3002-5001 of 5001. Full output: /tmp/pi-bash-7.log]";

/** What all versions put around a command's output. */
const wrappers: readonly Row[] = [
	["nothing around a command's output", "bash", `${CLOCK}\n`, CLOCK, "done"],
	["leading and trailing blank lines are the command's", "bash", "\n\n  tick\n\n", "\n\n  tick\n", "done"],
	["no output", "bash", "(no output)", "", "done"],
	["a bad exit", "bash", `${CLOCK}\n\n\nCommand exited with code 3`, CLOCK, "failed"],
	["an exit by a signal", "bash", "tick\n\nCommand exited with code -1", "tick", "failed"],
	[
		"a bad exit below blank lines of the command",
		"bash",
		"tick\n\n\n\n\nCommand exited with code 1",
		"tick\n\n",
		"failed",
	],
	["an abort", "bash", "tick\n\n\nCommand aborted", "tick", "failed"],
	["a timeout", "bash", "tick\n\n\nCommand timed out after 1 seconds", "tick", "failed"],
];

/** What no version puts around an output. */
const lookalikes: readonly Row[] = [
	plain("an exit that the command printed, with a last line end", "bash", "tick\n\nCommand exited with code 1\n"),
	plain("an exit without an empty line above", "bash", "tick\nCommand exited with code 1"),
	plain("an exit in the middle", "bash", "tick\n\nCommand exited with code 1\n\ntock"),
	plain("an exit that goes on", "bash", "tick\n\nCommand exited with code 1, as told"),
	plain("an exit in a file", "read", "tick\n\nCommand exited with code 1"),
	plain("an abort in a file", "read", "Command aborted"),
	plain("a timeout without its time", "bash", "tick\n\nCommand timed out"),
	plain("no output among other lines", "bash", "(no output)\ntick"),
	plain("no output in a file", "read", "(no output)"),
];

testUnwrap(
	"pi 0.7",
	unwrapPi,
	[
		...wrappers,
		["a bad exit alone", "bash", "Command exited with code 1", "", "failed"],
		["an abort alone", "bash", "Command aborted", "", "failed"],
		["a timeout alone", "bash", "Command timed out after 1.5 seconds", "", "failed"],
	],
	[
		...lookalikes,
		plain(
			"what is left below a file",
			"read",
			"tick\n\n... (9 more lines not shown. Use offset=2 to continue reading)",
		),
		plain("the same below an output", "bash", "tick\n\n... (9 more lines not shown. Use offset=2 to continue reading)"),
	],
	[],
);

/** What newer versions put around an output: a cut output is above `gap`. */
const newer = (gap: string): readonly Row[] => [
	...wrappers,
	["a bad exit without output", "bash", "(no output)\n\nCommand exited with code 7", "", "failed"],
	["the end of a long output", "bash", `tick${gap}${SHOWN}`, "tick", "cut"],
	["the same by size", "bash", `tick${gap}${SHOWN.replace("5001.", "5001 (50.0KB limit).")}`, "tick", "cut"],
	[
		"the end of a long line",
		"bash",
		`tick${gap}[Showing last 50.0KB of line 2 (line is 78.1KB). Full output: /tmp/pi-bash-7.log]`,
		"tick",
		"cut",
	],
	["a long output and a bad exit", "bash", `tick${gap}${SHOWN}\n\nCommand exited with code 1`, "tick", "cut"],
	["a long output and a timeout", "bash", `tick${gap}${SHOWN}\n\nCommand timed out after 1 seconds`, "tick", "cut"],
	refusal("a call that is none", "bash", 'Validation failed for tool "bash":\n  - command: missing'),
];

const notNewer = (gap: string): readonly Row[] => [
	...lookalikes,
	plain("a range that the command printed, with a last line end", "bash", `tick${gap}${SHOWN}\n`),
	plain("a range without an empty line above", "bash", `tick\n${SHOWN}`),
	plain("a range in the middle", "bash", `tick${gap}${SHOWN}\ntock`),
	plain("a range without a file", "bash", `tick${gap}[Showing lines 1-9 of 99.]`),
	plain(
		"what the read tool puts below a file",
		"read",
		`tick${gap}[Showing lines 1-9 of 99. Use offset=10 to continue.]`,
	),
	plain("what is left below a part of it", "read", `tick${gap}[90 more lines in file. Use offset=10 to continue.]`),
	plain("another tool's validation", "edit", 'Validation failed for tool "bash":\n  - path: missing'),
];

testUnwrap("pi 0.73", unwrapPi, newer("\n\n\n"), notNewer("\n\n\n"), []);

testUnwrap("pi 1.5.0", unwrapPi, newer("\n\n"), notNewer("\n\n"), []);
