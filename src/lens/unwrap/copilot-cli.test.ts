import { CLOCK, plain, type Row, testUnwrap } from "../../../contracts/unwrap.ts";
import { unwrapCopilotCli } from "./copilot-cli.ts";

const wrappers: readonly Row[] = [
	["1.0.40", "bash", `${CLOCK}\n<exited with exit code 0>`, CLOCK, "done"],
	["1.0.64", "bash", `${CLOCK}\n<shellId: 5 completed with exit code 0>`, CLOCK, "done"],
	["a bad exit, 1.0.40", "bash", "tick\n<exited with exit code 2>", "tick", "failed"],
	["a bad exit, 1.0.64", "bash", "tick\n<shellId: 5 completed with exit code 128>", "tick", "failed"],
	["no output", "bash", "\n<shellId: 5 completed with exit code 0>", "", "done"],
	["no output and a bad exit", "bash", "\n<shellId: 5 completed with exit code 1>", "", "failed"],
	[
		"still running",
		"bash",
		"tick\n<command with shellId: 5 is still running after 30 seconds. Go on.>",
		"tick",
		"failed",
	],
	[
		"still running, no output",
		"bash",
		"<command with shellId: 5 is still running after 30 seconds. Go on.>",
		"",
		"failed",
	],
	["stopped", "stop_bash", "<command with id: 5 stopped>", "", "failed"],
	[
		"a preview of a command",
		"bash",
		"Output too large to read at once (27.2 KB). Saved to: /tmp/x\n\ntick\n<exited with exit code 0>",
		"",
		"cut",
	],
	["a preview of a search", "rg", "Output too large to read at once (15.2 KB). Saved to: /tmp/x\n\ntick", "", "cut"],
	["a command's text without an end", "bash", "tick", "", "cut"],
];

const lookalikes: readonly Row[] = [
	[
		"an exit above the last one",
		"bash",
		"<exited with exit code 1>\n<exited with exit code 0>",
		"<exited with exit code 1>",
		"done",
	],
	[
		"an exit in the middle",
		"bash",
		"tick\n<exited with exit code 1>\ntock\n<exited with exit code 0>",
		"tick\n<exited with exit code 1>\ntock",
		"done",
	],
	["blank lines of the command", "bash", "tick\n\n<exited with exit code 0>", "tick\n", "done"],
	["a blank first line of the command", "bash", "\ntick\n<exited with exit code 0>", "\ntick", "done"],
	[
		"a preview told of below the first line",
		"bash",
		"tick\nOutput too large to read at once (1 KB). Saved to: /tmp/x\n<exited with exit code 0>",
		"tick\nOutput too large to read at once (1 KB). Saved to: /tmp/x",
		"done",
	],
	plain("an exit in a file", "view", "1. tick\n<exited with exit code 1>"),
	plain(
		"what the view tool puts below a file",
		"view",
		"1. tick\n[Output truncated. Use view_range=[9, ...] to continue reading.]",
	),
	plain("a search's results", "rg", "src/clock.ts:1:<exited with exit code 1>"),
	plain("a command stopped, in a file", "view", "<command with id: 5 stopped>"),
	["half an exit", "bash", "tick\n<exited with exit code", "tick\n<exited with exit code", "cut"],
	[
		"an exit that goes on",
		"bash",
		"tick\n<exited with exit code 0> or so",
		"tick\n<exited with exit code 0> or so",
		"cut",
	],
];

testUnwrap("Copilot CLI", unwrapCopilotCli, wrappers, lookalikes, ["bash", "stop_bash"]);
